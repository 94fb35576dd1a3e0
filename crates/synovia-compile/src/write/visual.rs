//! `visual`: the values that differ from the built-in settings.

use synovia_mjcf::write::Node;
use synovia_model::Vis;

use super::Context;

pub(super) fn write(cx: &Context<'_>, root: &mut Node) {
    let (vis, def) = (&cx.model.vis, Vis::default());
    let mut section = cx.node("visual");
    macro_rules! part {
        ($part:ident: $($kind:ident $field:ident),*) => {{
            let mut node = cx.node(stringify!($part));
            $( part!(@$kind node, $field, vis.$part.$field, def.$part.$field); )*
            section.push_if_attrs(node);
        }};
        (@int $node:ident, $field:ident, $value:expr, $def:expr) => {
            $node.int(stringify!($field), $value, i64::from($def));
        };
        (@bool $node:ident, $field:ident, $value:expr, $def:expr) => {
            if $value != $def {
                let word = match $value { 0 => "false", 1 => "true", _ => "" };
                $node.text(stringify!($field), word);
            }
        };
        (@one $node:ident, $field:ident, $value:expr, $def:expr) => {
            $node.singles(stringify!($field), &[$value], &[$def]);
        };
        (@list $node:ident, $field:ident, $value:expr, $def:expr) => {
            $node.singles(stringify!($field), &$value, &$def);
        };
    }
    part!(global: int cameraid, bool orthographic, one fovy, one ipd, one azimuth, one elevation, one linewidth, one glow,
        one realtime, int offwidth, int offheight, bool ellipsoidinertia, bool bvactive);
    part!(quality: int shadowsize, int offsamples, int numslices, int numstacks, int numquads);
    part!(headlight: list ambient, list diffuse, list specular, int active);
    part!(map: one stiffness, one stiffnessrot, one force, one torque, one alpha, one fogstart, one fogend, one znear,
        one zfar, one haze, one shadowclip, one shadowscale, one actuatortendon);
    part!(scale: one forcewidth, one contactwidth, one contactheight, one connect, one com, one camera, one light,
        one selectpoint, one jointlength, one jointwidth, one actuatorlength, one actuatorwidth, one framelength,
        one framewidth, one constraint, one slidercrank, one frustum);
    part!(rgba: list fog, list haze, list force, list inertia, list joint, list actuator, list actuatornegative,
        list actuatorpositive, list com, list camera, list light, list selectpoint, list connect, list contactpoint,
        list contactforce, list contactfriction, list contacttorque, list contactgap, list rangefinder, list constraint,
        list slidercrank, list crankbroken, list frustum, list bv, list bvactive);
    root.push_if_any(section);
}
