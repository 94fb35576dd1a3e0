//! Laws of reading and writing: what is written reads the same, and no text at all makes the reader panic.

use proptest::prelude::*;
use synovia_mjcf::{NoFiles, Spec, parse_str};

/// A model that uses every section.
const MODEL: &str = include_str!("data/everything.xml");

/// A specification without the places where it was written.
fn bare(spec: &Spec) -> String {
    let mut spec = spec.clone();
    spec.sources = synovia_mjcf::spec::Sources::default();
    spec.warnings.clear();
    let text = format!("{spec:?}");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(k) = rest.find("Span {") {
        out.push_str(&rest[..k]);
        let end = rest[k..].find('}').map_or(rest.len(), |e| k + e + 1);
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// Reads, writes, reads: both readings are the same, and so are both writings.
fn round_trip(text: &str) -> Result<(), TestCaseError> {
    if let Ok(spec) = parse_str("m.xml", text, &NoFiles) {
        let written = spec.to_xml();
        match parse_str("m.xml", &written, &NoFiles) {
            Ok(again) => {
                prop_assert_eq!(bare(&again), bare(&spec));
                prop_assert_eq!(again.to_xml(), written);
            }
            Err(errors) => prop_assert!(false, "{}\n{}", errors, written),
        }
    }
    Ok(())
}

/// The places of all attribute values.
fn values(text: &str) -> Vec<core::ops::Range<usize>> {
    let quotes: Vec<_> = text.match_indices('"').map(|(k, _)| k).collect();
    quotes
        .chunks_exact(2)
        .map(|pair| pair[0] + 1..pair[1])
        .collect()
}

#[test]
fn everything_reads_and_round_trips() {
    let spec = parse_str("m.xml", MODEL, &NoFiles).unwrap_or_else(|errors| panic!("{errors}"));
    assert!(spec.warnings.is_empty());
    assert!(spec.sensors.len() > 40);
    round_trip(MODEL).unwrap();
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<f64>().prop_map(|x| x.to_string()),
        any::<f32>().prop_map(|x| format!("{x:e}")),
        any::<i32>().prop_map(|x| x.to_string()),
        proptest::collection::vec(-1e3..1e3f64, 0..8).prop_map(|list| list
            .iter()
            .map(f64::to_string)
            .collect::<Vec<_>>()
            .join(" ")),
        "[a-z]{0,8}",
        "\\PC{0,12}",
        proptest::sample::select(vec![
            "true", "false", "auto", "main", "nope", "1 0 0 0", "-1", "0 0 0 0", "1M", "inf"
        ])
        .prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Values replaced by others: most are refused, and what is accepted survives writing.
    #[test]
    fn other_values_are_refused_or_survive(
        edits in proptest::collection::vec((any::<proptest::sample::Index>(), word()), 1..4),
    ) {
        let mut text = MODEL.to_owned();
        for (place, word) in edits {
            let places = values(&text);
            let range = places[place.index(places.len())].clone();
            text.replace_range(range, &word.replace('"', "'"));
        }
        round_trip(&text)?;
    }

    /// Pieces cut out and put elsewhere: whatever comes of it, nothing panics.
    #[test]
    fn no_shuffled_text_makes_the_reader_panic(
        cuts in proptest::collection::vec((any::<proptest::sample::Index>(), 0..200usize, any::<proptest::sample::Index>()), 1..6),
    ) {
        let mut text: Vec<char> = MODEL.chars().collect();
        for (from, len, to) in cuts {
            let from = from.index(text.len());
            let end = (from + len).min(text.len());
            let piece: Vec<char> = text.drain(from..end).collect();
            let to = to.index(text.len() + 1);
            text.splice(to..to, piece);
        }
        let text: String = text.into_iter().collect();
        if let Err(errors) = parse_str("m.xml", &text, &NoFiles) {
            prop_assert!(!errors.list.is_empty());
            prop_assert!(!errors.to_string().is_empty());
        }
        round_trip(&text)?;
    }

    /// Any text at all.
    #[test]
    fn no_text_makes_the_reader_panic(text in "(<|>|/|=|\"|'|&|!|--|\\?|mujoco|geom| |\n|\\PC){0,200}") {
        if let Err(errors) = parse_str("m.xml", &text, &NoFiles) {
            prop_assert!(!errors.to_string().is_empty());
        }
    }
}
