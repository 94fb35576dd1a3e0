//! Options, visual settings and statistics: attributes replace built-in values.
//!
//! Sections that the file repeats were merged when it was read; here each value is copied to its field of the model.
//!
//! An attribute belongs to the field of the same name of its record, whose default is its built-in value.

use synovia_mjcf::Element;
use synovia_mjcf::diag::Diagnostics;
use synovia_mjcf::member::Value;
use synovia_mjcf::spec::settings::{Flag, OptionSection, Statistic};
use synovia_mjcf::spec::visual::Visual;
use synovia_model::enums::{Disable, Enable};
use synovia_model::record::Record;
use synovia_model::{DType, Opt, Stat, Vis};

/// The number of actuator groups that can be disabled.
const GROUPS: i32 = 31;

/// Copies a value if it is set.
fn record<E: Element, R: Record + Default>(el: &E) -> R {
    let (mut el, mut record) = (el.clone(), R::default());
    for (k, field) in R::FIELDS.iter().enumerate() {
        let mut value = None;
        el.slot(field.name, &mut |slot| value = Some(slot.read()));
        if let (Some(value), Some(memory)) = (value, record.field_mut(k)) {
            fill(memory, field.dtype, &value);
        }
    }
    record
}

/// Writes numbers into the memory of a field.
fn fill(memory: &mut [u8], dtype: DType, value: &Value) {
    let numbers: Vec<f64> = match value {
        Value::Int(n) => vec![*n as f64],
        Value::Real(x) => vec![*x],
        Value::Reals(list) => list.clone(),
        Value::Floats(list) => list.iter().copied().map(f64::from).collect(),
        _ => return,
    };
    let size = dtype.size();
    for (place, x) in memory.chunks_exact_mut(size).zip(numbers) {
        match dtype {
            DType::F64 => place.copy_from_slice(&x.to_ne_bytes()),
            DType::F32 => place.copy_from_slice(&(x as f32).to_ne_bytes()),
            DType::I32 => place.copy_from_slice(&(x as i32).to_ne_bytes()),
            DType::I64 | DType::U8 => {}
        }
    }
}

/// Values of `option` with its flags.
pub(crate) fn options(from: &OptionSection, flag: &Flag, diag: &mut Diagnostics) -> Opt {
    let mut opt: Opt = record(from);
    // a list of groups becomes a bit mask
    for &group in from.actuatorgroupdisable.get().into_iter().flatten() {
        if (0..GROUPS).contains(&group) {
            opt.disableactuator |= 1 << group;
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
    for (name, word) in flag.written() {
        match word.as_str() {
            "disable" => opt.disableflags |= bit_of(&name, Disable::VALUES),
            _ => opt.enableflags |= bit_of(&name, Enable::VALUES),
        }
    }
    opt
}

/// Converts `flag` to the two bit masks of the options.
/// The bit of a flag among those of the reference, whose names end in that of the flag; 0 if it is not one of them.
pub(crate) fn bit_of(flag: &str, bits: &[(&str, i32)]) -> i32 {
    let same = |name: &str| {
        let (_, end) = name.split_once('_').unwrap_or_default();
        end.eq_ignore_ascii_case(flag)
    };
    let found = bits.iter().find(|(name, _)| same(name));
    found.map_or(0, |&(_, bit)| bit)
}

/// Values of `visual`.
pub(crate) fn visual(from: &Visual) -> Vis {
    Vis {
        global: record(&from.global),
        quality: record(&from.quality),
        headlight: record(&from.headlight),
        map: record(&from.map),
        scale: record(&from.scale),
        rgba: record(&from.rgba),
    }
}

/// Values of `statistic`; NaN marks those to be computed.
pub(crate) fn statistics(el: &Statistic) -> Stat {
    record(el)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_written_has_the_default_of_its_field() {
        let mut diag = Diagnostics::new();
        let opt = options(&OptionSection::default(), &Flag::default(), &mut diag);
        assert_eq!(opt, Opt::default());
        assert_eq!(visual(&Visual::default()), Vis::default());
    }

    #[test]
    fn every_attribute_is_a_field() {
        fn all<E: Element, R: Record>(but: &str) {
            for attribute in E::ATTRIBUTES.iter().filter(|one| one.names[0] != but) {
                let name = attribute.member.name;
                assert!(R::FIELDS.iter().any(|field| field.name == name), "{name}");
            }
        }
        all::<OptionSection, Opt>("actuatorgroupdisable");
        all::<Statistic, Stat>("");
        all::<synovia_mjcf::spec::visual::Global, synovia_model::VisGlobal>("");
        all::<synovia_mjcf::spec::visual::Map, synovia_model::VisMap>("");
        all::<synovia_mjcf::spec::visual::Rgba, synovia_model::VisRgba>("");
        for flag in Flag::ATTRIBUTES {
            let bits = [Disable::VALUES, Enable::VALUES].map(|bits| bit_of(flag.names[0], bits));
            assert!(bits.contains(&0) && bits != [0; 2], "{}", flag.names[0]);
        }
    }
}
