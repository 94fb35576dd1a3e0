//! Options, visual settings and statistics: attributes replace built-in values.
//!
//! Sections that the file repeats were merged when it was read; here each value is copied to its field of the model.

use synovia_math::Vec3;
use synovia_mjcf::Attr;
use synovia_mjcf::diag::Diagnostics;
use synovia_mjcf::keyword::{Bool, Enable as Switch};
use synovia_mjcf::spec::settings::{Flag, OptionSection, Statistic};
use synovia_mjcf::spec::visual::Visual;
use synovia_model::enums::{Disable, Enable};
use synovia_model::{Opt, Stat, Vis};

/// The number of actuator groups that can be disabled.
const GROUPS: i32 = 31;

/// Copies a value if it is set.
trait Put<T> {
    fn put(&self, into: &mut T);
}

impl Put<f64> for Attr<f64> {
    fn put(&self, into: &mut f64) {
        if let Some(&x) = self.get() {
            *into = x;
        }
    }
}

impl Put<f32> for Attr<f32> {
    fn put(&self, into: &mut f32) {
        if let Some(&x) = self.get() {
            *into = x;
        }
    }
}

impl Put<i32> for Attr<i32> {
    fn put(&self, into: &mut i32) {
        if let Some(&x) = self.get() {
            *into = x;
        }
    }
}

impl Put<i32> for Attr<Bool> {
    fn put(&self, into: &mut i32) {
        if let Some(&x) = self.get() {
            *into = x as i32;
        }
    }
}

impl Put<Vec3> for Attr<[f64; 3]> {
    fn put(&self, into: &mut Vec3) {
        if let Some(&x) = self.get() {
            *into = Vec3::from(x);
        }
    }
}

impl<const N: usize> Put<[f32; N]> for Attr<[f32; N]> {
    fn put(&self, into: &mut [f32; N]) {
        if let Some(&x) = self.get() {
            *into = x;
        }
    }
}

/// `put!(from, to; a b c)` copies the fields of the same name.
macro_rules! put {
    ($from:expr, $to:expr; $($field:ident)*) => { $( $from.$field.put(&mut $to.$field); )* };
}

/// Values of `option` with its flags.
pub(crate) fn options(from: &OptionSection, flag: &Flag, diag: &mut Diagnostics) -> Opt {
    let mut opt = Opt::default();
    let to = &mut opt;
    // attributes that are set replace the built-in value
    put!(
        from, to;
        timestep impratio tolerance ls_tolerance noslip_tolerance ccd_tolerance sleep_tolerance
        gravity wind magnetic density viscosity o_margin iterations ls_iterations
        noslip_iterations ccd_iterations sdf_iterations sdf_initpoints
    );
    // values with a built-in value in the declaration need no check whether they are set
    let own = from.values();
    to.o_solref = own.o_solref;
    to.o_solimp = own.o_solimp;
    to.o_friction = own.o_friction;
    to.integrator = own.integrator;
    to.cone = own.cone;
    to.jacobian = own.jacobian;
    to.solver = own.solver;
    // a list of groups becomes a bit mask
    for &group in from.actuatorgroupdisable.get().into_iter().flatten() {
        if (0..GROUPS).contains(&group) {
            to.disableactuator |= 1 << group;
        } else {
            let span = from.actuatorgroupdisable.span();
            diag.error(
                span,
                format!(
                    "option actuatorgroupdisable: group {group} is out of range, expected 0 to 30"
                ),
            );
        }
    }
    flags(flag, to);
    opt
}

/// Converts `flag` to the two bit masks of the options.
fn flags(flag: &Flag, opt: &mut Opt) {
    // features that are on unless disabled
    let off: [(&Attr<Switch>, i32); 19] = [
        (&flag.constraint, Disable::CONSTRAINT),
        (&flag.equality, Disable::EQUALITY),
        (&flag.frictionloss, Disable::FRICTIONLOSS),
        (&flag.limit, Disable::LIMIT),
        (&flag.contact, Disable::CONTACT),
        (&flag.spring, Disable::SPRING),
        (&flag.damper, Disable::DAMPER),
        (&flag.gravity, Disable::GRAVITY),
        (&flag.clampctrl, Disable::CLAMPCTRL),
        (&flag.warmstart, Disable::WARMSTART),
        (&flag.filterparent, Disable::FILTERPARENT),
        (&flag.actuation, Disable::ACTUATION),
        (&flag.refsafe, Disable::REFSAFE),
        (&flag.sensor, Disable::SENSOR),
        (&flag.midphase, Disable::MIDPHASE),
        (&flag.eulerdamp, Disable::EULERDAMP),
        (&flag.autoreset, Disable::AUTORESET),
        (&flag.nativeccd, Disable::NATIVECCD),
        (&flag.island, Disable::ISLAND),
    ];
    // features that are off unless enabled
    let on: [(&Attr<Switch>, i32); 6] = [
        (&flag.r#override, Enable::OVERRIDE),
        (&flag.energy, Enable::ENERGY),
        (&flag.fwdinv, Enable::FWDINV),
        (&flag.invdiscrete, Enable::INVDISCRETE),
        (&flag.multiccd, Enable::MULTICCD),
        (&flag.sleep, Enable::SLEEP),
    ];
    for (attr, bit) in off {
        if attr.get() == Some(&Switch::Disable) {
            opt.disableflags |= bit;
        }
    }
    for (attr, bit) in on {
        if attr.get() == Some(&Switch::Enable) {
            opt.enableflags |= bit;
        }
    }
}

/// Values of `visual`.
pub(crate) fn visual(from: &Visual) -> Vis {
    let mut vis = Vis::default();
    let to = &mut vis;
    put!(
        from.global, to.global;
        cameraid orthographic fovy ipd azimuth elevation linewidth glow offwidth offheight
        realtime ellipsoidinertia bvactive
    );
    put!(
        from.quality, to.quality;
        shadowsize offsamples numslices numstacks numquads
    );
    put!(
        from.headlight, to.headlight;
        ambient diffuse specular active
    );
    put!(
        from.map, to.map;
        stiffness stiffnessrot force torque alpha fogstart fogend znear zfar haze shadowclip
        shadowscale actuatortendon
    );
    put!(
        from.scale, to.scale;
        forcewidth contactwidth contactheight connect com camera light selectpoint jointlength
        jointwidth actuatorlength actuatorwidth framelength framewidth constraint slidercrank
        frustum
    );
    put!(
        from.rgba, to.rgba;
        fog haze force inertia joint actuator actuatornegative actuatorpositive com camera
        light selectpoint connect contactpoint contactforce contactfriction contacttorque
        contactgap rangefinder constraint slidercrank crankbroken frustum bv bvactive
    );
    vis
}

/// Values of `statistic`; NaN marks those to be computed.
pub(crate) fn statistics(el: &Statistic) -> Stat {
    let own = el.values();
    Stat {
        meaninertia: own.meaninertia,
        meanmass: own.meanmass,
        meansize: own.meansize,
        extent: own.extent,
        center: Vec3::from(own.center),
    }
}

/// Replaces computed statistics by those that are specified.
pub(crate) fn replace_statistics(written: &Stat, stat: &mut Stat) {
    let replace = |written: f64, computed: &mut f64| {
        if !written.is_nan() {
            *computed = written;
        }
    };
    replace(written.meaninertia, &mut stat.meaninertia);
    replace(written.meanmass, &mut stat.meanmass);
    replace(written.meansize, &mut stat.meansize);
    replace(written.extent, &mut stat.extent);
    if !written.center.x.is_nan() {
        stat.center = written.center;
    }
}
