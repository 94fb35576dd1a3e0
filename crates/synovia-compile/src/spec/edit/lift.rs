//! Converts a body to a frame of its parent.

use synovia_math::{Pose, Quat, Vec3};
use synovia_mjcf::Attr;
use synovia_mjcf::attr::Orientation;
use synovia_mjcf::diag::Diagnostics;
use synovia_mjcf::spec::body;

use crate::spec::arena::Id;
use crate::spec::edit::EditError;
use crate::spec::kinds::tree_kinds;
use crate::spec::layout::orient;
use crate::spec::store::{Item, Spec, remove_child};
use crate::tree::inertia::{RigidPart, combine, principal};

fn said(error: impl core::fmt::Display) -> EditError {
    EditError::Joined(error.to_string())
}

impl Spec {
    /// Converts a body to a frame of its parent, with its contents.
    ///
    /// An explicit inertia is added to that of the parent, if the parent has one or has no geoms; otherwise the masses of
    /// geoms are used, including those of the new frame. Keyframes follow when the model is compiled; references to the body are not changed.
    ///
    /// QUIRK(body-to-frame-poses): all contents of the body are placed directly in the new frame, including those of its frames, and
    /// the frame has the quaternion of the body, not an orientation specified in another form.
    #[doc(alias = "mjs_bodyToFrame")]
    pub fn body_to_frame(&mut self, body: Id<body::Body>) -> Result<Id<body::Frame>, EditError> {
        let parent = self.parent(body).ok_or(EditError::Unknown("body"))?.index();
        let b = body.index();
        if !self.depth_first(0).contains(&b) {
            return Err(EditError::Unknown("body"));
        }
        self.pass_inertia(b, parent)?;
        // order: in a compiled model the numbers of a keyframe belong to elements; in any other they are in the order of the new tree
        let mut diag = Diagnostics::new();
        if self.compiled {
            self.refresh_names();
            self.make_keys_pending(&self.actuators_found(), &mut diag);
        }
        let el = &self.bodies[b].body.el;
        let frame = body::Frame {
            pos: el.pos.clone(),
            quat: el.quat.clone(),
            ..body::Frame::default()
        };
        let item = Item {
            el: frame,
            frame: self.bodies[b].body.frame,
            settings: self.bodies[b].body.settings,
            ..Item::default()
        };
        let frame = self.add_frame(parent, item);
        macro_rules! lift {
            ($([$Obj:ident, $T:ty, $list:ident, $class:ident])*) => { $(
                for id in core::mem::take(&mut self.bodies[b].$list) {
                    let item = &mut self.$list[id];
                    item.body = parent;
                    item.frame = Some(frame);
                    self.bodies[parent].$list.push(id);
                }
            )* };
        }
        tree_kinds!(lift!);
        for child in core::mem::take(&mut self.bodies[b].bodies) {
            let node = &mut self.bodies[child];
            node.parent = parent;
            node.body.frame = Some(frame);
            self.bodies[parent].bodies.push(child);
        }
        remove_child(&mut self.bodies[parent].bodies, b);
        self.total = self.total.saturating_sub(1);
        self.refresh_names();
        if !self.compiled {
            self.make_keys_pending(&self.actuators_found(), &mut diag);
        }
        let own = self.bodies[b].body.plugin.take();
        self.plugins.drop_own(own.as_ref());
        self.mark_idle();
        Self::said(&diag)?;
        Ok(frame)
    }

    /// Adds the explicit inertia of a body, if it has one, to that of its parent.
    ///
    /// DIFFERENCE(body-to-frame-inertia): the reference adds them only if the model was compiled before, and then cannot compile it
    /// again; otherwise the inertia is lost.
    fn pass_inertia(&mut self, b: usize, parent: usize) -> Result<(), EditError> {
        let Some(own) = &self.bodies[b].inertial else {
            return Ok(());
        };
        let around = &self.bodies[parent];
        if parent == 0 || (around.inertial.is_none() && !around.geoms.is_empty()) {
            return Ok(());
        }
        let mut own = self.part(own)?;
        own.pose = orient::accumulate(&self.pose_in_parent(b)?, &own.pose);
        let mut parts = vec![own];
        if let Some(there) = &around.inertial {
            parts.insert(0, self.part(there)?);
        }
        let total = combine(&parts).map_err(said)?;
        let el = body::Inertial::new(total.mass, total.pose.pos.into())
            .quat(<[f64; 4]>::from(total.pose.quat))
            .diaginertia(<[f64; 3]>::from(total.inertia));
        let settings = around.body.settings;
        let around = &mut self.bodies[parent];
        around.explicit = true;
        around.inertial = Some(Item {
            el,
            settings,
            ..Item::default()
        });
        Ok(())
    }

    /// An explicit inertia as a rigid part.
    fn part(&self, item: &Item<body::Inertial>) -> Result<RigidPart, EditError> {
        let el = &item.el;
        let own = el.values();
        let mut pose = self.placed(&el.pos, (&el.quat, &el.alt), item.settings)?;
        let mut inertia = Vec3::from(own.diaginertia);
        if let Some(full) = el.fullinertia.defined() {
            (pose.quat, inertia) = principal(full).map_err(said)?;
        }
        Ok(RigidPart {
            mass: own.mass,
            pose,
            inertia,
        })
    }

    /// The pose of a body in its parent, including frames.
    fn pose_in_parent(&self, b: usize) -> Result<Pose, EditError> {
        let item = &self.bodies[b].body;
        let mut chain = Vec::new();
        for id in self.around(item.frame) {
            let frame = &self.frames[id];
            let turn = (&frame.el.quat, &frame.el.alt);
            chain.push(self.placed(&frame.el.pos, turn, frame.settings)?);
        }
        let turn = (&item.el.quat, &item.el.alt);
        let own = self.placed(&item.el.pos, turn, item.settings)?;
        Ok(orient::accumulate(&orient::fold(&chain), &own))
    }

    /// A position and an orientation in any form.
    fn placed(
        &self,
        pos: &Attr<[f64; 3]>,
        (quat, alt): (&Attr<[f64; 4]>, &Attr<Orientation>),
        settings: usize,
    ) -> Result<Pose, EditError> {
        let pos = pos.defined().unwrap_or([0.0; 3]);
        let quat: Quat = orient::orientation(quat, alt, &self.settings[settings]).map_err(said)?;
        Ok(Pose::new(pos.into(), quat))
    }
}
