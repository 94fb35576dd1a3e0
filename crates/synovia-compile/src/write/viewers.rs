//! Cameras and lights.

use synovia_mjcf::spec::body::{Camera, Light};
use synovia_mjcf::write::Node;
use synovia_model::enums::{CamLight, LightType, Projection};
use synovia_model::{CameraId, LightId};

use super::Context;
use crate::spec::Placed;

/// All that is written of a camera, but for its pose.
pub(super) struct CameraValues<'a> {
    el: &'a Camera,
    ipd: f64,
    resolution: [i32; 2],
    fovy: f64,
    user: Vec<f64>,
}

impl<'a> CameraValues<'a> {
    /// Those that a class says.
    pub(super) fn of_class(el: &'a Camera) -> Self {
        Self {
            el,
            ipd: el.ipd.or(0.068),
            resolution: el.resolution.or([1, 1]),
            fovy: el.fovy.or(45.0),
            user: el.user.or(Vec::new()),
        }
    }

    fn write(&self, class: &Self, node: &mut Node) {
        let (el, def) = (self.el, class.el);
        node.number("ipd", self.ipd, class.ipd);
        let mode = |el: &Camera| el.mode.or(CamLight::Fixed);
        if mode(el) != mode(def) {
            node.text("mode", mode(el).word());
        }
        let wide = |list: [i32; 2]| list.map(f64::from);
        node.numbers_unless(
            "resolution",
            &wide(self.resolution),
            &wide(class.resolution),
        );
        let output = |el: &Camera| el.values().output;
        if output(el) != output(def) {
            node.text("output", output(el).words());
        }
        let projection = |el: &Camera| el.projection.or(Projection::Perspective);
        if projection(el) != projection(def) {
            node.text("projection", projection(el).word());
        }
        let sensor = el.sensorsize.or([0.0; 2]);
        if sensor[0] > 0.0 && sensor[1] > 0.0 {
            let zero = [0.0; 2];
            node.singles_always("sensorsize", &sensor);
            node.singles("focal", &el.focal.or(zero), &def.focal.or(zero));
            node.singles(
                "focalpixel",
                &el.focalpixel.or(zero),
                &def.focalpixel.or(zero),
            );
            node.singles("principal", &el.principal.or(zero), &def.principal.or(zero));
            let (own, class) = (el.principalpixel.or(zero), def.principalpixel.or(zero));
            node.singles("principalpixel", &own, &class);
        } else {
            node.number("fovy", self.fovy, class.fovy);
        }
    }

    /// Adds what a class says beyond the one around it; user data of elements has the given width.
    pub(super) fn write_class(&self, around: &Self, width: i64, node: &mut Node) {
        self.write(around, node);
        node.class_user(&self.user, width);
    }
}

/// The element of camera `c`.
pub(super) fn camera(
    (item, around): (&Placed<Camera>, &str),
    cx: &Context<'_>,
    c: CameraId,
) -> Node {
    let (el, table) = (&item.el, &cx.model.camera);
    let values = CameraValues {
        el,
        ipd: table.ipd[c],
        resolution: table.resolution[c],
        fovy: table.fovy[c],
        user: table.user.row(c.index()).to_vec(),
    };
    let class = CameraValues::of_class(&cx.class(&item.class).camera);
    let mut node = cx.node("camera");
    node.text("name", el.name.text());
    super::class(cx, &mut node, &item.class, around);
    node.text("target", el.target.text());
    node.numbers("pos", &table.pos[c].to_array());
    node.numbers_unless("quat", &table.quat[c].to_array(), &[1.0, 0.0, 0.0, 0.0]);
    values.write(&class, &mut node);
    node.user(&values.user, &class.user);
    node
}

/// All that is written of a light, but for its pose.
pub(super) struct LightValues<'a> {
    el: &'a Light,
    attenuation: [f32; 3],
    cutoff: f32,
    exponent: f32,
    ambient: [f32; 3],
    diffuse: [f32; 3],
    specular: [f32; 3],
}

impl<'a> LightValues<'a> {
    /// Those that a class says.
    pub(super) fn of_class(el: &'a Light) -> Self {
        Self {
            el,
            attenuation: el.attenuation.or([1.0, 0.0, 0.0]),
            cutoff: el.cutoff.or(45.0),
            exponent: el.exponent.or(10.0),
            ambient: el.ambient.or([0.0; 3]),
            diffuse: el.diffuse.or([0.7; 3]),
            specular: el.specular.or([0.3; 3]),
        }
    }

    /// Adds what differs from `class`.
    pub(super) fn write(&self, class: &Self, node: &mut Node) {
        let (el, def) = (self.el, class.el);
        node.singles(
            "bulbradius",
            &[el.bulbradius.or(0.02)],
            &[def.bulbradius.or(0.02)],
        );
        node.singles(
            "intensity",
            &[el.intensity.or(0.0)],
            &[def.intensity.or(0.0)],
        );
        node.singles("range", &[el.range.or(10.0)], &[def.range.or(10.0)]);
        let kind = |el: &Light| el.kind.or(LightType::Spot);
        if kind(el) != kind(def) {
            node.text("type", kind(el).word());
        }
        node.text("texture", el.texture.text());
        let shadow = |el: &Light| el.castshadow.is_true_or(true);
        if shadow(el) != shadow(def) {
            node.text("castshadow", shadow(el).to_string());
        }
        let active = |el: &Light| el.active.is_true_or(true);
        if active(el) != active(def) {
            node.text("active", active(el).to_string());
        }
        node.singles("attenuation", &self.attenuation, &class.attenuation);
        node.singles("cutoff", &[self.cutoff], &[class.cutoff]);
        node.singles("exponent", &[self.exponent], &[class.exponent]);
        node.singles("ambient", &self.ambient, &class.ambient);
        node.singles("diffuse", &self.diffuse, &class.diffuse);
        node.singles("specular", &self.specular, &class.specular);
        let mode = |el: &Light| el.mode.or(CamLight::Fixed);
        if mode(el) != mode(def) {
            node.text("mode", mode(el).word());
        }
    }
}

/// The element of light `l`.
pub(super) fn light((item, around): (&Placed<Light>, &str), cx: &Context<'_>, l: LightId) -> Node {
    let (el, table) = (&item.el, &cx.model.light);
    let values = LightValues {
        el,
        attenuation: table.attenuation[l],
        cutoff: table.cutoff[l],
        exponent: table.exponent[l],
        ambient: table.ambient[l],
        diffuse: table.diffuse[l],
        specular: table.specular[l],
    };
    let mut node = cx.node("light");
    node.text("name", el.name.text());
    super::class(cx, &mut node, &item.class, around);
    node.text("target", el.target.text());
    node.numbers("pos", &table.pos[l].to_array());
    node.numbers("dir", &table.dir[l].to_array());
    let class = &cx.class(&item.class).light;
    values.write(&LightValues::of_class(class), &mut node);
    node
}
