//! Members of what is in the tree.

use synovia_mjcf::attr::Flags;
use synovia_mjcf::keyword::{Bool, CameraOutput, FluidShape, Tri};
use synovia_mjcf::spec::body;
use synovia_model::enums::{CamLight, GeomType, JointType, LightType, Projection, SleepPolicy};
use synovia_model::{DEFAULT_SOLIMP, DEFAULT_SOLREF};

use super::value::{Alt, Cell, Defined, Plain, Slot, Value};
use super::{full, members, or, text};
use crate::spec::store::{BodyNode, Item};

const UNIT: [f64; 4] = [1.0, 0.0, 0.0, 0.0];
/// A list that is not there: its first number is none.
const fn nothing<const N: usize>() -> [f64; N] {
    let mut list = [0.0; N];
    list[0] = f64::NAN;
    list
}

/// The explicit inertia of a body; made when it is first asked for.
fn inertial(node: &mut BodyNode) -> &mut body::Inertial {
    let settings = node.body.settings;
    let fresh = || Item {
        settings,
        ..Item::default()
    };
    &mut node.inertial.get_or_insert_with(fresh).el
}

members!(BodyNode, node {
    "name" => text!(node.body.el.name);
    "info" => Plain(&mut node.body.info);
    "childclass" => Plain(&mut node.body.class);
    "pos" => or!(node.body.el.pos, [0.0; 3]);
    "quat" => or!(node.body.el.quat, UNIT);
    "alt" => Alt(&mut node.body.el.alt);
    "mass" => or!(inertial(node).mass, 0.0);
    "ipos" => Defined { attr: &mut inertial(node).pos, default: nothing() };
    "iquat" => or!(inertial(node).quat, UNIT);
    "inertia" => or!(inertial(node).diaginertia, [0.0; 3]);
    "ialt" => Alt(&mut inertial(node).alt);
    "fullinertia" => Defined { attr: &mut inertial(node).fullinertia, default: nothing() };
    "explicitinertial" => Explicit(node);
    "mocap" => or!(node.body.el.mocap, Bool::False);
    "gravcomp" => or!(node.body.el.gravcomp, 0.0);
    "sleep" => or!(node.body.el.sleep, SleepPolicy::Auto);
    "userdata" => or!(node.body.el.user, Vec::new());
});

/// Whether the inertia counts in any case; then there is one.
struct Explicit<'a>(&'a mut BodyNode);

impl Slot for Explicit<'_> {
    fn read(&self) -> Value {
        self.0.explicit.to_value()
    }
    fn write(&mut self, value: Value) -> Result<(), String> {
        self.0.explicit = bool::from_value(value)?;
        if self.0.explicit {
            inertial(self.0);
        }
        Ok(())
    }
}

members!(body::Frame, el {
    "name" => text!(el.name);
    "pos" => or!(el.pos, [0.0; 3]);
    "quat" => or!(el.quat, UNIT);
    "alt" => Alt(&mut el.alt);
});

members!(body::Joint, el {
    "name" => text!(el.name);
    "class" => text!(el.class);
    "type" => or!(el.kind, JointType::Hinge);
    "pos" => or!(el.pos, [0.0; 3]);
    "axis" => or!(el.axis, [0.0, 0.0, 1.0]);
    "ref" => or!(el.r#ref, 0.0);
    "stiffness" => or!(el.stiffness, 0.0);
    "springref" => or!(el.springref, 0.0);
    "springdamper" => or!(el.springdamper, [0.0; 2]);
    "limited" => or!(el.limited, Tri::Auto);
    "range" => or!(el.range, [0.0; 2]);
    "margin" => or!(el.margin, 0.0);
    "solref_limit" => full!(el.solreflimit, DEFAULT_SOLREF);
    "solimp_limit" => full!(el.solimplimit, DEFAULT_SOLIMP);
    "actfrclimited" => or!(el.actuatorfrclimited, Tri::Auto);
    "actfrcrange" => or!(el.actuatorfrcrange, [0.0; 2]);
    "armature" => or!(el.armature, 0.0);
    "damping" => or!(el.damping, 0.0);
    "frictionloss" => or!(el.frictionloss, 0.0);
    "solref_friction" => full!(el.solreffriction, DEFAULT_SOLREF);
    "solimp_friction" => full!(el.solimpfriction, DEFAULT_SOLIMP);
    "group" => or!(el.group, 0);
    "actgravcomp" => or!(el.actuatorgravcomp, Bool::False);
    "userdata" => or!(el.user, Vec::new());
});

/// Whether a free joint is aligned with the inertia of its body.
pub(super) struct Align<'a>(pub &'a mut Option<Tri>);

impl Slot for Align<'_> {
    fn read(&self) -> Value {
        self.0.unwrap_or(Tri::Auto).to_value()
    }
    fn write(&mut self, value: Value) -> Result<(), String> {
        *self.0 = Some(Tri::from_value(value)?);
        Ok(())
    }
}

members!(body::Geom, el {
    "name" => text!(el.name);
    "class" => text!(el.class);
    "type" => or!(el.kind, GeomType::Sphere);
    "pos" => or!(el.pos, [0.0; 3]);
    "quat" => or!(el.quat, UNIT);
    "alt" => Alt(&mut el.alt);
    "fromto" => Defined { attr: &mut el.fromto, default: nothing() };
    "size" => full!(el.size, [0.0; 3]);
    "contype" => or!(el.contype, 1);
    "conaffinity" => or!(el.conaffinity, 1);
    "condim" => or!(el.condim, 3);
    "priority" => or!(el.priority, 0);
    "friction" => full!(el.friction, [1.0, 0.005, 0.0001]);
    "solmix" => or!(el.solmix, 1.0);
    "solref" => full!(el.solref, DEFAULT_SOLREF);
    "solimp" => full!(el.solimp, DEFAULT_SOLIMP);
    "margin" => or!(el.margin, 0.0);
    "gap" => or!(el.gap, 0.0);
    "mass" => Defined { attr: &mut el.mass, default: f64::NAN };
    "density" => or!(el.density, 1000.0);
    "typeinertia" => or!(el.shellinertia, Bool::False);
    "fluid_ellipsoid" => or!(el.fluidshape, FluidShape::None);
    "fluid_coefs" => full!(el.fluidcoef, [0.5, 0.25, 1.5, 1.0, 1.0]);
    "material" => text!(el.material);
    "rgba" => or!(el.rgba, [0.5, 0.5, 0.5, 1.0]);
    "group" => or!(el.group, 0);
    "hfieldname" => text!(el.hfield);
    "meshname" => text!(el.mesh);
    "fitscale" => or!(el.fitscale, 1.0);
    "userdata" => or!(el.user, Vec::new());
});

members!(body::Site, el {
    "name" => text!(el.name);
    "class" => text!(el.class);
    "pos" => or!(el.pos, [0.0; 3]);
    "quat" => or!(el.quat, UNIT);
    "alt" => Alt(&mut el.alt);
    "fromto" => Defined { attr: &mut el.fromto, default: nothing() };
    "size" => full!(el.size, [0.005; 3]);
    "type" => or!(el.kind, GeomType::Sphere);
    "material" => text!(el.material);
    "group" => or!(el.group, 0);
    "rgba" => or!(el.rgba, [0.5, 0.5, 0.5, 1.0]);
    "userdata" => or!(el.user, Vec::new());
});

members!(body::Camera, el {
    "name" => text!(el.name);
    "class" => text!(el.class);
    "pos" => or!(el.pos, [0.0; 3]);
    "quat" => or!(el.quat, UNIT);
    "alt" => Alt(&mut el.alt);
    "mode" => or!(el.mode, CamLight::Fixed);
    "targetbody" => text!(el.target);
    "proj" => or!(el.projection, Projection::Perspective);
    "resolution" => or!(el.resolution, [1, 1]);
    "output" => or!(el.output, Flags(vec![CameraOutput::Rgb]));
    "fovy" => or!(el.fovy, 45.0);
    "ipd" => or!(el.ipd, 0.068);
    "sensor_size" => or!(el.sensorsize, [0.0; 2]);
    "focal_length" => or!(el.focal, [0.0; 2]);
    "focal_pixel" => or!(el.focalpixel, [0.0; 2]);
    "principal_length" => or!(el.principal, [0.0; 2]);
    "principal_pixel" => or!(el.principalpixel, [0.0; 2]);
    "intrinsic" => Plain(&mut el.intrinsic);
    "userdata" => or!(el.user, Vec::new());
});

members!(body::Light, el {
    "name" => text!(el.name);
    "class" => text!(el.class);
    "pos" => or!(el.pos, [0.0; 3]);
    "dir" => or!(el.dir, [0.0, 0.0, -1.0]);
    "mode" => or!(el.mode, CamLight::Fixed);
    "targetbody" => text!(el.target);
    "active" => or!(el.active, Bool::True);
    "type" => or!(el.kind, LightType::Spot);
    "texture" => text!(el.texture);
    "castshadow" => or!(el.castshadow, Bool::True);
    "bulbradius" => or!(el.bulbradius, 0.02);
    "intensity" => or!(el.intensity, 0.0);
    "range" => or!(el.range, 10.0);
    "attenuation" => or!(el.attenuation, [1.0, 0.0, 0.0]);
    "cutoff" => or!(el.cutoff, 45.0);
    "exponent" => or!(el.exponent, 10.0);
    "ambient" => or!(el.ambient, [0.0; 3]);
    "diffuse" => or!(el.diffuse, [0.7; 3]);
    "specular" => or!(el.specular, [0.3; 3]);
});
