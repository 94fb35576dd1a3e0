//! `compiler`, `option`, `size` and `statistic`.

use synovia_mjcf::Element;
use synovia_mjcf::spec::settings::{Flag, LengthRange, OptionSection, Size};
use synovia_mjcf::write::Node;
use synovia_model::Opt;
use synovia_model::enums::{Disable, Enable};

use super::Context;
use super::differ::{differ, differ_field};
use super::files::FileKind;
use crate::settings::bit_of;

pub(super) fn compiler(cx: &Context<'_>, root: &mut Node) {
    let (node, default) = (root.child("compiler"), crate::spec::Settings::default());
    let settings = cx.origin.flat.settings.first().unwrap_or(&default);
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
        length_range(&cx.origin.flat.lengthrange, node);
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
    for attribute in OptionSection::ATTRIBUTES {
        differ_field::<OptionSection, Opt>(attribute.names[0], opt, &def, &mut node);
    }
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
    for flag in Flag::ATTRIBUTES {
        let name = flag.names[0];
        if opt.disabled(bit_of(name, Disable::VALUES)) {
            node.text(name, "disable");
        }
        if opt.enabled(bit_of(name, Enable::VALUES)) {
            node.text(name, "enable");
        }
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
    let (written, s) = (&cx.origin.flat.size, &cx.model.size);
    let mut node = cx.node("size");
    if let Some(memory) = written.memory.get().and_then(|m| u64::try_from(m.0).ok()) {
        node.text("memory", bytes(memory));
    }
    let own = written.values();
    differ!(&mut node, own, Size::BUILTIN; njmax, nconmax, nstack);
    macro_rules! counts {
        ($($field:ident)*) => { $( node.int(stringify!($field), s.$field, 0); )* };
    }
    counts!(
        nuserdata nkey nuser_body nuser_jnt nuser_geom nuser_site nuser_cam nuser_tendon nuser_actuator nuser_sensor
    );
    root.push_if_attrs(node);
}

/// The values as specified, or as changed by a program.
pub(super) fn statistic(cx: &Context<'_>, root: &mut Node) {
    let (written, now, computed) = (&cx.origin.flat.stat, &cx.model.stat, &cx.origin.computed);
    let mut node = cx.node("statistic");
    let mut one = |name: &'static str, written: &[f64], now: &[f64], computed: &[f64]| {
        let value = if now == computed { written } else { now };
        if !value.first().is_some_and(|x| x.is_nan()) {
            node.numbers(name, value);
        }
    };
    macro_rules! numbers {
        ($($field:ident)*) => { $( one(stringify!($field), &[written.$field], &[now.$field], &[computed.$field]); )* };
    }
    numbers!(meaninertia meanmass meansize extent);
    let [written, now, computed] = [written, now, computed].map(|stat| stat.center.to_array());
    one("center", &written, &now, &computed);
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
