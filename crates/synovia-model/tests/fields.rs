//! The model has every field of the reference, in its order, with its type and its shape.

use std::collections::BTreeMap;

use synovia_model::id::BodyId;
use synovia_model::{DType, Model, Size};

/// Field, C type, shape: one line each, in the order of the reference's header.
const FIELDS: &str = include_str!("fields.txt");

fn rows() -> Vec<(&'static str, &'static str, &'static str)> {
    let split = |line: &'static str| {
        let (name, rest) = line.split_once('\t')?;
        let (c_type, shape) = rest.split_once('\t')?;
        Some((name, c_type, shape))
    };
    FIELDS.lines().filter_map(split).collect()
}

fn dtype(c_type: &str) -> DType {
    match c_type {
        "mjtNum" => DType::F64,
        "float" => DType::F32,
        "int" => DType::I32,
        "mjtSize" => DType::I64,
        "mjtByte" | "char" => DType::U8,
        other => panic!("unknown type {other}"),
    }
}

#[test]
fn every_field_of_the_reference_is_a_column_in_order() {
    let infos = Model::column_infos();
    assert_eq!(infos.len(), rows().len());
    for (info, (name, c_type, shape)) in infos.iter().zip(rows()) {
        assert_eq!(info.name, name);
        assert_eq!(info.shape, shape, "{name}");
        assert_eq!(info.dtype, dtype(c_type), "{name}");
        assert_eq!(info.rank, shape.split(" x ").count(), "{name}");
        assert!(info.doc.len() > 5, "{name} is documented");
    }
}

#[test]
fn fixed_widths_agree_with_the_shape_symbols() {
    let size = Size::default();
    for info in Model::column_infos() {
        if info.width > 0 {
            let symbol = info.width_symbol().unwrap();
            assert_eq!(size.resolve(symbol), Some(info.width), "{}", info.name);
        }
    }
}

#[test]
fn columns_of_a_sized_model_have_the_shapes_that_the_sizes_say() {
    // every size has a different value, so that a wrong symbol is noticed
    let mut size = Size::default();
    for (k, name) in Size::NAMES.iter().enumerate() {
        *size.get_mut(name).unwrap() = k as i64 + 1;
    }
    let mut model = Model::with_size(size);
    model.check_shapes().unwrap();
    let sizes: BTreeMap<&str, i64> = size.iter().collect();
    for (k, (info, column)) in model.columns().into_iter().enumerate() {
        assert_eq!(
            column.rows_len() as i64,
            sizes[info.rows_symbol()],
            "{}",
            info.name
        );
        let scalars: usize = column.shape().iter().product();
        assert_eq!(
            column.bytes().len(),
            scalars * info.dtype.size(),
            "{}",
            info.name
        );
        assert_eq!(column.dtype(), info.dtype);
        let direct = model.column_at(k).unwrap();
        assert!(
            std::ptr::eq(direct.bytes(), column.bytes()),
            "{}",
            info.name
        );
    }
    for k in 0..Model::column_infos().len() {
        let expected = model.column_at(k).unwrap().bytes().as_ptr();
        assert!(std::ptr::eq(
            model.column_at_mut(k).unwrap().bytes_mut().as_ptr(),
            expected
        ));
    }
    assert!(model.column_at(Model::column_infos().len()).is_none());
    model.body.pos.push(synovia_math::Vec3::ZERO);
    assert_eq!(model.check_shapes().unwrap_err().name, "body_pos");
}

#[test]
fn a_write_through_reflection_is_seen_by_the_column() {
    let mut model = Model::with_size(Size {
        nbody: 2,
        nuser_body: 3,
        ..Size::default()
    });
    let (_, column) = model.column_mut("body_pos").unwrap();
    column.bytes_mut()[24..32].copy_from_slice(&2.5f64.to_ne_bytes());
    assert_eq!(model.body.pos[BodyId(1)].x, 2.5);
    let (_, column) = model.column_mut("body_user").unwrap();
    column.bytes_mut()[3 * 8..4 * 8].copy_from_slice(&7.0f64.to_ne_bytes());
    assert_eq!(model.body.user.row(1), [7.0, 0.0, 0.0]);
}
