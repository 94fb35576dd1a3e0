//! Joining: attaches parts of one model to another.

use synovia_mjcf::Span;
use synovia_mjcf::diag::Diagnostics;
use synovia_mjcf::spec::body;

use super::attach::{AttachedPart, Attachment, placed_frame};
use crate::spec::arena::Id;
use crate::spec::edit::{EditError, Place};
use crate::spec::layout::orient;
use crate::spec::names::Obj;
use crate::spec::store::Spec;

/// Prefix and suffix of the names of an attached part.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rename<'a> {
    /// Before each name.
    pub prefix: &'a str,
    /// After each name.
    pub suffix: &'a str,
}

impl<'a> Rename<'a> {
    /// The target of a part that a program attaches under these names.
    fn attachment(self, at: usize, frame: Option<Id<body::Frame>>) -> Attachment<'a> {
        Attachment {
            prefix: self.prefix,
            suffix: self.suffix,
            at,
            frame,
            span: Span::default(),
        }
    }
}

/// The elements that were added by an attachment.
#[derive(Clone, Debug, Default)]
pub struct Moved(Vec<(Obj, usize, usize)>);

impl Moved {
    /// Kind, index in the original model and index in the new one, of each element.
    pub fn iter(&self) -> impl Iterator<Item = (Obj, usize, usize)> + '_ {
        self.0.iter().copied()
    }
}

impl Spec {
    /// Attaches a body of another model, with its contents and all elements that refer to it, to a frame.
    pub fn attach_body(
        &mut self,
        frame: Id<body::Frame>,
        other: &mut Self,
        child: Id<body::Body>,
        names: Rename<'_>,
    ) -> Result<(Id<body::Body>, Moved), EditError> {
        if child.index() >= other.bodies.len() {
            return Err(EditError::Unknown("body"));
        }
        let (at, around) = self.resolve(Place::Frame(frame))?;
        let part = AttachedPart::Body(child.index());
        let (id, moved) = self.join(other, part, at, around, names)?;
        Ok((Id::new(id), moved))
    }

    /// Attaches a frame of another model, with its contents and all elements that refer to them, to a body or a frame.
    pub fn attach_frame(
        &mut self,
        place: impl Into<Place>,
        other: &mut Self,
        child: Id<body::Frame>,
        names: Rename<'_>,
    ) -> Result<(Id<body::Frame>, Moved), EditError> {
        if other.frames.get(child).is_none() {
            return Err(EditError::Unknown("frame"));
        }
        let (at, around) = self.resolve(place.into())?;
        let (id, moved) = self.join(other, AttachedPart::Frame(child), at, around, names)?;
        Ok((Id::new(id), moved))
    }

    /// Attaches the contents of another model's world to a body or a frame; they are placed in a new frame.
    pub fn attach_model(
        &mut self,
        place: impl Into<Place>,
        other: &mut Self,
        names: Rename<'_>,
    ) -> Result<(Id<body::Frame>, Moved), EditError> {
        let frame = other.world_frame();
        self.attach_frame(place, other, frame, names)
    }

    /// Moves all elements of the world that are in no frame into a new one.
    fn world_frame(&mut self) -> Id<body::Frame> {
        let frame = self.add_frame(0, placed_frame(synovia_math::Pose::IDENTITY, None, 0));
        self.each_frame(0, |around| *around = around.or(Some(frame)));
        self.frames[frame].frame = None;
        frame
    }

    /// A frame at the pose of a site, in the site's enclosing frame.
    pub fn frame_at_site(&mut self, site: Id<body::Site>) -> Result<Id<body::Frame>, EditError> {
        let item = self.sites.get(site).ok_or(EditError::Unknown("site"))?;
        let (at, around, own) = (item.body, item.frame, item.settings);
        let quat = orient::orientation(&item.el.quat, &item.el.alt, &self.settings[own]);
        let quat = quat.map_err(|error| EditError::Joined(error.to_string()))?;
        let pose = synovia_math::Pose::new(item.el.values().pos.into(), quat);
        Ok(self.add_frame(at, placed_frame(pose, around, own)))
    }

    /// Attaches a copy of a part of this model to itself: a body, a frame, or the contents of the world.
    pub(crate) fn attach_copy(
        &mut self,
        place: Place,
        part: AttachedPart,
        names: Rename<'_>,
    ) -> Result<usize, EditError> {
        let (at, frame) = self.resolve(place)?;
        let part = match part {
            AttachedPart::World => AttachedPart::Frame(self.world_frame()),
            AttachedPart::Body(b) if b >= self.bodies.len() => {
                return Err(EditError::Unknown("body"));
            }
            AttachedPart::Frame(id) if self.frames.get(id).is_none() => {
                return Err(EditError::Unknown("frame"));
            }
            part => part,
        };
        self.name_assets();
        self.refresh_names();
        let mut diag = Diagnostics::new();
        let place = names.attachment(at, frame);
        let id = self.attach_own(part, &place, &mut diag);
        self.moved.clear();
        Self::said(&diag)?;
        id.ok_or(EditError::Unknown("part of the model"))
    }

    fn join(
        &mut self,
        other: &mut Self,
        part: AttachedPart,
        at: usize,
        frame: Option<Id<body::Frame>>,
        names: Rename<'_>,
    ) -> Result<(usize, Moved), EditError> {
        self.name_assets();
        other.name_assets();
        // DIFFERENCE(nested-keyframes): the reference does so only if the other model was compiled; otherwise such keyframes do
        // not get the names of this attachment, with a warning
        other.settle_keys();
        self.refresh_names();
        other.refresh_names();
        self.sources.merge(&other.sources);
        let mut diag = Diagnostics::new();
        let place = names.attachment(at, frame);
        let id = self.attach(other, part, &place, &mut diag);
        Self::said(&diag)?;
        let moved = Moved(core::mem::take(&mut self.moved));
        id.map(|id| (id, moved))
            .ok_or(EditError::Unknown("part of the other model"))
    }
}
