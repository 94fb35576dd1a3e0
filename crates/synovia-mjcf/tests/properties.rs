//! Properties of reading and writing: written documents read the same, and no text makes the reader panic.

use proptest::prelude::*;
use synovia_mjcf::attr::Orientation;
use synovia_mjcf::spec::body::{Body, Frame, Geom, Joint, Node, Replicate, Site};
use synovia_mjcf::{Attr, Document, Lead, NoFiles, Span, parse_str};
use synovia_model::enums::{GeomType, JointType};

/// A model that uses every section.
const MODEL: &str = include_str!("data/everything.xml");

/// A document without its places in the source.
fn bare(spec: &Document) -> String {
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

/// Reads, writes, reads again: both documents are equal, and so is their XML.
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
    // the attribute that is NaN
    let warnings: Vec<&str> = spec.warnings.iter().map(|w| w.attr.as_str()).collect();
    assert_eq!(warnings, ["user"]);
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

/// An attribute, half of the time.
fn attr<T: core::fmt::Debug + Clone>(
    value: impl Strategy<Value = T>,
) -> impl Strategy<Value = Attr<T>> {
    proptest::option::of(value).prop_map(|value| match value {
        Some(value) => Attr::new(value, Span::default()),
        None => Attr::default(),
    })
}

/// Any number that a model may have.
fn number() -> impl Strategy<Value = f64> {
    any::<f64>().prop_filter("normal", |x| *x == 0.0 || x.is_infinite() || x.is_normal())
}

fn single() -> impl Strategy<Value = f32> {
    any::<f32>().prop_filter("normal", |x| *x == 0.0 || x.is_infinite() || x.is_normal())
}

fn vector() -> impl Strategy<Value = [f64; 3]> {
    [number(), number(), number()]
}

fn turn() -> impl Strategy<Value = Orientation> {
    prop_oneof![
        vector().prop_map(Orientation::Euler),
        vector().prop_map(Orientation::ZAxis),
        [number(), number(), number(), number()].prop_map(Orientation::AxisAngle),
    ]
}

fn leaf() -> impl Strategy<Value = Node> {
    let geom = (
        attr("\\PC{0,9}"),
        attr(vector()),
        attr(turn()),
        attr(proptest::collection::vec(number(), 1..4)),
        attr(any::<i32>()),
    )
        .prop_map(|(name, pos, alt, size, condim)| {
            let mut geom = Geom {
                name,
                pos,
                alt,
                condim,
                ..Geom::default()
            };
            if let Some(size) = size.get() {
                geom.size.set(Lead::new(size));
                geom.kind.set(GeomType::Box);
            }
            Node::Geom(geom)
        });
    let joint = (
        attr(number()),
        attr([number(), number()]),
        attr(proptest::collection::vec(number(), 1..6)),
    )
        .prop_map(|(damping, range, user)| {
            let mut joint = Joint {
                damping,
                range,
                user,
                ..Joint::default()
            };
            joint.kind.set(JointType::Hinge);
            Node::Joint(joint)
        });
    let site = (
        attr("[<>&\"' a-z\n\t]{0,12}"),
        attr([single(), single(), single(), single()]),
    )
        .prop_map(|(name, rgba)| {
            Node::Site(Site {
                name,
                rgba,
                ..Site::default()
            })
        });
    prop_oneof![geom, joint, site]
}

fn tree() -> impl Strategy<Value = Node> {
    leaf().prop_recursive(5, 40, 5, |inner| {
        let nodes = proptest::collection::vec(inner, 0..5);
        prop_oneof![
            (nodes.clone(), attr(vector()), attr(turn())).prop_map(|(nodes, pos, alt)| Node::Body(
                Box::new(Body {
                    nodes,
                    pos,
                    alt,
                    ..Body::default()
                })
            )),
            (nodes.clone(), attr(vector()), attr(turn())).prop_map(
                |(nodes, pos, alt)| Node::Frame(Box::new(Frame {
                    nodes,
                    pos,
                    alt,
                    ..Frame::default()
                }))
            ),
            (nodes, attr("[-_]?")).prop_map(|(nodes, sep)| {
                let mut copies = Replicate {
                    nodes,
                    sep,
                    ..Replicate::default()
                };
                copies.count.set(2);
                Node::Replicate(Box::new(copies))
            }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Values are replaced by others: most are refused, and accepted ones survive writing.
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

    /// Pieces are moved elsewhere: whatever the result, nothing panics.
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

    /// Documents built in code survive writing.
    #[test]
    fn what_is_built_in_code_survives_writing(nodes in proptest::collection::vec(tree(), 1..5)) {
        let mut spec = Document::default();
        spec.world.nodes = vec![Node::Body(Box::new(Body { nodes, ..Body::default() }))];
        let again = parse_str("m.xml", &spec.to_xml(), &NoFiles);
        match again {
            Ok(again) => prop_assert_eq!(bare(&again), bare(&spec)),
            Err(errors) => prop_assert!(false, "{}", errors),
        }
    }

    /// Any text.
    #[test]
    fn no_text_makes_the_reader_panic(text in "(<|>|/|=|\"|'|&|!|--|\\?|mujoco|geom| |\n|\\PC){0,200}") {
        if let Err(errors) = parse_str("m.xml", &text, &NoFiles) {
            prop_assert!(!errors.to_string().is_empty());
        }
    }
}
