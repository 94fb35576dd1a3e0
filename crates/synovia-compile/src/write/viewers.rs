//! Cameras and lights.

use synovia_mjcf::Element;
use synovia_mjcf::spec::body::{Camera, Light};
use synovia_mjcf::write::Node;
use synovia_model::{CameraId, LightId};

use super::Context;
use super::differ::differ;
use crate::spec::Placed;

/// Every value of a camera.
pub(super) type CameraValues<'a> = <Camera as Element>::Values<'a>;

/// Adds the values that differ from `class`, except for the pose.
pub(super) fn write_camera(own: &CameraValues<'_>, class: &CameraValues<'_>, node: &mut Node) {
    differ!(node, own, class; ipd, mode, resolution, output, projection);
    if own.sensorsize[0] > 0.0 && own.sensorsize[1] > 0.0 {
        node.singles_always("sensorsize", &own.sensorsize);
        differ!(node, own, class; focal, focalpixel, principal, principalpixel);
    } else {
        differ!(node, own, class; fovy);
    }
}

/// The element of camera `c`.
pub(super) fn camera(
    (item, around): (&Placed<Camera>, &str),
    cx: &Context<'_>,
    c: CameraId,
) -> Node {
    let (el, table) = (&item.el, &cx.model.camera);
    let class = cx.class(&item.class).camera.values();
    let mut values = el.values();
    values.ipd = table.ipd[c];
    values.resolution = table.resolution[c];
    values.fovy = table.fovy[c];
    values.user = table.user.row(c.index());
    let mut node = cx.node("camera");
    node.text("name", el.name.text());
    super::class(cx, &mut node, &item.class, around);
    node.text("target", el.target.text());
    node.numbers("pos", &table.pos[c].to_array());
    node.numbers_unless("quat", &table.quat[c].to_array(), &Camera::BUILTIN.quat);
    write_camera(&values, &class, &mut node);
    node.user(values.user, class.user);
    node
}

/// Every value of a light.
pub(super) type LightValues<'a> = <Light as Element>::Values<'a>;

/// Adds the values that differ from `class`, except for the pose.
pub(super) fn write_light(own: &LightValues<'_>, class: &LightValues<'_>, node: &mut Node) {
    differ!(node, own, class; bulbradius, intensity, range, kind "type");
    node.text("texture", own.texture);
    differ!(
        node, own, class;
        castshadow, active, attenuation, cutoff, exponent, ambient, diffuse, specular, mode,
    );
}

/// The element of light `l`.
pub(super) fn light((item, around): (&Placed<Light>, &str), cx: &Context<'_>, l: LightId) -> Node {
    let (el, table) = (&item.el, &cx.model.light);
    let mut values = el.values();
    values.attenuation = table.attenuation[l];
    values.cutoff = table.cutoff[l];
    values.exponent = table.exponent[l];
    values.ambient = table.ambient[l];
    values.diffuse = table.diffuse[l];
    values.specular = table.specular[l];
    let mut node = cx.node("light");
    node.text("name", el.name.text());
    super::class(cx, &mut node, &item.class, around);
    node.text("target", el.target.text());
    node.numbers("pos", &table.pos[l].to_array());
    node.numbers("dir", &table.dir[l].to_array());
    write_light(&values, &cx.class(&item.class).light.values(), &mut node);
    node
}
