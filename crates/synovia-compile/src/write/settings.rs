//! `compiler`, `option`, `size` and `statistic`.

use synovia_mjcf::spec::settings::{LengthRange, Size};
use synovia_mjcf::write::Node;
use synovia_model::enums::{Disable, Enable};
use synovia_model::{Opt, Stat};

use super::Context;
use super::differ::differ;
use super::files::FileKind;

pub(super) fn compiler(cx: &Context<'_>, root: &mut Node) {
    let (node, default) = (root.child("compiler"), crate::spec::Settings::default());
    let settings = cx.origin.scene.settings.first().unwrap_or(&default);
    node.text("angle", "radian");
    node.text("meshdir", cx.names.directory(FileKind::Mesh));
    node.text("texturedir", cx.names.directory(FileKind::Texture));
    if !settings.usethread {
        node.text("usethread", "false");
    }
    node.number("boundmass", settings.boundmass, 0.0);
    node.number("boundinertia", settings.boundinertia, 0.0);
    // poses are those after the alignment, and the inertias of aligned bodies are written explicitly
    if settings.alignfree && !cx.exact() {
        node.text("alignfree", "true");
    }
    if !settings.autolimits {
        node.text("autolimits", "false");
    }
    if cx.exact() {
        if settings.fitaabb {
            node.text("fitaabb", "true");
        }
        length_range(&cx.origin.scene.lengthrange, node);
    }
}

/// Options of length range computation. Ranges that are set, as all computed ones are now, are kept.
fn length_range(el: &LengthRange, compiler: &mut Node) {
    let mut node = Node::new("lengthrange");
    if let Some(mode) = el.mode.get() {
        node.text("mode", mode.word());
    }
    if let Some(limit) = el.uselimit.get() {
        node.text("uselimit", limit.word());
    }
    let numbers = [
        ("accel", &el.accel),
        ("maxforce", &el.maxforce),
        ("timeconst", &el.timeconst),
        ("timestep", &el.timestep),
        ("inttotal", &el.inttotal),
        ("interval", &el.interval),
        ("tolrange", &el.tolrange),
    ];
    for (name, value) in numbers {
        if let Some(&value) = value.get() {
            node.numbers(name, &[value]);
        }
    }
    compiler.push_if_attrs(node);
}

pub(super) fn option(cx: &Context<'_>, root: &mut Node) {
    let (opt, def) = (&cx.model.opt, Opt::default());
    let mut node = cx.node("option");
    macro_rules! numbers {
        ($($field:ident)*) => { $( node.number(stringify!($field), opt.$field, def.$field); )* };
    }
    macro_rules! vectors {
        ($($field:ident)*) => { $( node.numbers_unless(stringify!($field), &opt.$field.to_array(), &def.$field.to_array()); )* };
    }
    macro_rules! arrays {
        ($($field:ident)*) => { $( node.numbers_unless(stringify!($field), &opt.$field, &def.$field); )* };
    }
    macro_rules! words {
        ($($field:ident)*) => { $( if opt.$field != def.$field {
            node.text(stringify!($field), opt.$field.keyword().unwrap_or(""));
        } )* };
    }
    macro_rules! ints {
        ($($field:ident)*) => { $( node.int(stringify!($field), opt.$field, i64::from(def.$field)); )* };
    }
    numbers!(timestep impratio tolerance ls_tolerance noslip_tolerance ccd_tolerance sleep_tolerance);
    vectors!(gravity wind magnetic);
    numbers!(density viscosity o_margin);
    arrays!(o_solref o_solimp o_friction);
    words!(integrator cone jacobian solver);
    ints!(iterations ls_iterations noslip_iterations ccd_iterations sdf_iterations sdf_initpoints);
    let groups = (0..31).filter(|k| opt.disableactuator & (1 << k) != 0);
    node.text(
        "actuatorgroupdisable",
        groups.map(|k| k.to_string()).collect::<Vec<_>>().join(" "),
    );
    if opt.disableflags != 0 || opt.enableflags != 0 {
        flags(node.child("flag"), opt);
    }
    root.push_if_any(node);
}

fn flags(node: &mut Node, opt: &Opt) {
    let off = [
        ("constraint", Disable::CONSTRAINT),
        ("equality", Disable::EQUALITY),
        ("frictionloss", Disable::FRICTIONLOSS),
        ("limit", Disable::LIMIT),
        ("contact", Disable::CONTACT),
        ("spring", Disable::SPRING),
        ("damper", Disable::DAMPER),
        ("gravity", Disable::GRAVITY),
        ("clampctrl", Disable::CLAMPCTRL),
        ("warmstart", Disable::WARMSTART),
        ("filterparent", Disable::FILTERPARENT),
        ("actuation", Disable::ACTUATION),
        ("refsafe", Disable::REFSAFE),
        ("sensor", Disable::SENSOR),
        ("midphase", Disable::MIDPHASE),
        ("eulerdamp", Disable::EULERDAMP),
        ("autoreset", Disable::AUTORESET),
        ("nativeccd", Disable::NATIVECCD),
        ("island", Disable::ISLAND),
    ];
    let on = [
        ("override", Enable::OVERRIDE),
        ("energy", Enable::ENERGY),
        ("fwdinv", Enable::FWDINV),
        ("invdiscrete", Enable::INVDISCRETE),
        ("multiccd", Enable::MULTICCD),
        ("sleep", Enable::SLEEP),
    ];
    for (name, _) in off.into_iter().filter(|&(_, bit)| opt.disabled(bit)) {
        node.text(name, "disable");
    }
    for (name, _) in on.into_iter().filter(|&(_, bit)| opt.enabled(bit)) {
        node.text(name, "enable");
    }
}

/// A number of bytes, with the largest suffix that leaves an integer.
fn bytes(count: u64) -> String {
    for (power, suffix) in ["K", "M", "G", "T", "P", "E"].iter().enumerate().rev() {
        let unit = 1u64 << (10 * (power + 1));
        if count >= unit && count.is_multiple_of(unit) {
            return format!("{}{suffix}", count / unit);
        }
    }
    count.to_string()
}

pub(super) fn size(cx: &Context<'_>, root: &mut Node) {
    let (written, s) = (&cx.origin.scene.size, &cx.model.size);
    let mut node = cx.node("size");
    if let Some(memory) = written.memory.get().and_then(|m| u64::try_from(m.0).ok()) {
        node.text("memory", bytes(memory));
    }
    let own = written.values();
    differ!(&mut node, own, Size::BUILTIN; njmax, nconmax, nstack);
    node.int("nuserdata", s.nuserdata, 0);
    node.int("nkey", s.nkey, 0);
    node.int("nuser_body", s.nuser_body, 0);
    node.int("nuser_jnt", s.nuser_jnt, 0);
    node.int("nuser_geom", s.nuser_geom, 0);
    node.int("nuser_site", s.nuser_site, 0);
    node.int("nuser_cam", s.nuser_cam, 0);
    node.int("nuser_tendon", s.nuser_tendon, 0);
    node.int("nuser_actuator", s.nuser_actuator, 0);
    node.int("nuser_sensor", s.nuser_sensor, 0);
    root.push_if_attrs(node);
}

/// The values as specified, or as changed by a program.
pub(super) fn statistic(cx: &Context<'_>, root: &mut Node) {
    let (el, now) = (&cx.origin.scene.stat, &cx.model.stat);
    let defined = |x: f64| (!x.is_nan()).then_some(x);
    let auto: &Stat = &cx.origin.computed;
    let mut node = cx.node("statistic");
    let mut one = |name: &'static str, written: Option<f64>, now: f64, auto: f64| {
        let value = if now == auto { written } else { Some(now) };
        if let Some(value) = value {
            node.numbers(name, &[value]);
        }
    };
    one(
        "meaninertia",
        defined(el.meaninertia),
        now.meaninertia,
        auto.meaninertia,
    );
    one(
        "meanmass",
        defined(el.meanmass),
        now.meanmass,
        auto.meanmass,
    );
    one(
        "meansize",
        defined(el.meansize),
        now.meansize,
        auto.meansize,
    );
    one("extent", defined(el.extent), now.extent, auto.extent);
    let center = if now.center == auto.center {
        defined(el.center.x).map(|_| el.center.to_array())
    } else {
        Some(now.center.to_array())
    };
    if let Some(center) = center {
        node.numbers("center", &center);
    }
    root.push_if_attrs(node);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_the_largest_suffix_that_fits() {
        assert_eq!(bytes(1023), "1023");
        assert_eq!(bytes(600 << 10), "600K");
        assert_eq!(bytes(1 << 30), "1G");
        assert_eq!(bytes((1 << 30) + (1 << 20)), "1025M");
    }
}
