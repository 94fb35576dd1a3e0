//! The tables that the classes of the package are built from: the field tables of the lower crates, as plain Python values.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use synovia::GrammarEntry;
use synovia::spec::{LengthRange, MemberInfo, MemberKind, Members, Obj, Settings, member_infos};
use synovia_engine::Data;
use synovia_model::record::{FieldInfo, Record};
use synovia_model::table::ColumnInfo;
use synovia_model::{
    DType, Model, Opt, Size, Stat, VisGlobal, VisHeadlight, VisMap, VisQuality, VisRgba, VisScale,
};

use crate::scene;

/// The records of a model: name, fields.
pub(crate) const RECORDS: [(&str, &[FieldInfo]); 8] = [
    ("opt", Opt::FIELDS),
    ("stat", Stat::FIELDS),
    ("global", VisGlobal::FIELDS),
    ("quality", VisQuality::FIELDS),
    ("headlight", VisHeadlight::FIELDS),
    ("map", VisMap::FIELDS),
    ("scale", VisScale::FIELDS),
    ("rgba", VisRgba::FIELDS),
];

/// numpy's name of a scalar type.
pub(crate) fn numpy_name(dtype: DType) -> &'static str {
    match dtype {
        DType::F64 => "float64",
        DType::F32 => "float32",
        DType::I32 => "int32",
        DType::I64 => "int64",
        DType::U8 => "uint8",
    }
}

/// A documentation sentence for Python: links of Rust become plain text, references to methods and escapes of brackets are
/// removed.
fn plain(doc: &str) -> String {
    let mut out = String::new();
    let mut rest = doc.trim();
    while let Some((before, link)) = rest.split_once("[`") {
        let Some((text, after)) = link.split_once("`]") else {
            break;
        };
        if let Some(sentence) = before.strip_suffix(" See ") {
            out += sentence;
            rest = after.trim_start_matches('.');
        } else {
            for part in [before, "`", text, "`"] {
                out += part;
            }
            let target = after.strip_prefix('(').and_then(|t| t.split_once(')'));
            rest = target.map_or(after, |(_, after)| after);
        }
    }
    (out + rest).replace(r"\[", "[").replace(r"\]", "]")
}

/// Columns as (name, dtype, shape, sentence).
fn columns<'py>(py: Python<'py>, infos: &[&'static ColumnInfo]) -> PyResult<Bound<'py, PyList>> {
    let rows = infos
        .iter()
        .map(|c| (c.name, numpy_name(c.dtype), c.shape, plain(c.doc)));
    PyList::new(py, rows)
}

/// The field tables: `sizes` with their descriptions, `model`, and one list per record.
#[pyfunction]
pub(crate) fn schema(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let out = PyDict::new(py);
    out.set_item("sizes", PyList::new(py, Size::NAMES)?)?;
    let docs = Size::DOCS.iter().map(|doc| plain(doc));
    out.set_item("size_docs", PyList::new(py, docs)?)?;
    out.set_item("model", columns(py, &Model::column_infos())?)?;
    out.set_item("records", records(py, &RECORDS)?)?;
    out.set_item("scene", records(py, &scene::RECORDS)?)?;
    out.set_item("data", columns(py, &Data::column_infos())?)?;
    out.set_item("option_defaults", option_defaults(py)?)?;
    Ok(out)
}

/// The grammar of MJCF, depth first: (depth, tag, multiplicity, attributes). The multiplicity is `!` once, `?` at most once, `*` any
/// number of times, `R` the same and recursively.
#[pyfunction]
pub(crate) fn grammar() -> Vec<(usize, &'static str, char, Vec<&'static str>)> {
    let entry = |one: GrammarEntry| (one.depth, one.tag, one.often, one.attributes);
    synovia::grammar().into_iter().map(entry).collect()
}

/// A member as (name, kind, size, enumeration, unit, sentence, MJCF attribute). The size is 0 for lists of any length, and for members
/// that are not lists.
type Member = (
    &'static str,
    &'static str,
    usize,
    &'static str,
    &'static str,
    String,
    &'static str,
);

fn member(info: &MemberInfo) -> Member {
    let (kind, size, name) = match info.kind {
        MemberKind::Real => ("real", 0, ""),
        MemberKind::Single => ("single", 0, ""),
        MemberKind::Int => ("int", 0, ""),
        MemberKind::Flag => ("flag", 0, ""),
        MemberKind::Enum(name) => ("enum", 0, name),
        MemberKind::Text => ("text", 0, ""),
        MemberKind::Reals(size) => ("reals", size, ""),
        MemberKind::Floats(size) => ("floats", size, ""),
        MemberKind::Ints(size) => ("ints", size, ""),
        MemberKind::Texts => ("texts", 0, ""),
        MemberKind::Bytes => ("bytes", 0, ""),
        MemberKind::IntLists => ("int_lists", 0, ""),
        MemberKind::FloatLists => ("float_lists", 0, ""),
        MemberKind::Orientation => ("orientation", 0, ""),
    };
    let doc = plain(info.doc);
    (info.name, kind, size, name, info.unit, doc, info.attribute)
}

/// The members of specs: for each element type, and for `compiler`, `size` and `lengthrange`, a list of (name, kind, size,
/// enumeration, unit, sentence, MJCF attribute).
#[pyfunction]
pub(crate) fn spec_schema(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let out = PyDict::new(py);
    for obj in Obj::ALL {
        let rows = member_infos(obj);
        out.set_item(obj.word(), PyList::new(py, rows.iter().map(member))?)?;
    }
    let settings = [
        ("compiler", Settings::infos()),
        ("size", synovia::spec::Size::infos()),
        ("lengthrange", LengthRange::infos()),
    ];
    for (name, rows) in settings {
        out.set_item(name, PyList::new(py, rows.iter().map(member))?)?;
    }
    Ok(out)
}

/// Records as lists of (name, dtype, width, sentence).
fn records<'py>(
    py: Python<'py>,
    all: &[(&'static str, &'static [FieldInfo])],
) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    for (name, fields) in all {
        let rows = fields
            .iter()
            .map(|f| (f.name, numpy_name(f.dtype), f.width, plain(f.doc)));
        out.set_item(name, PyList::new(py, rows)?)?;
    }
    Ok(out)
}

/// The defaults of the simulation options, as bytes.
fn option_defaults(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let (out, opt) = (PyDict::new(py), Opt::default());
    for (k, field) in Opt::FIELDS.iter().enumerate() {
        out.set_item(
            field.name,
            PyBytes::new(py, opt.field(k).unwrap_or_default()),
        )?;
    }
    Ok(out)
}
