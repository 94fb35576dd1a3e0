//! Signed distance fields against those that the reference stores.

use synovia_geom::mesh::{Builtin, MeshOptions, process};

#[test]
fn the_field_of_an_icosahedron_is_that_of_the_reference() {
    let source = Builtin::Sphere.make(&[0.0]).unwrap();
    let options = MeshOptions {
        needsdf: true,
        ..MeshOptions::default()
    };
    let tree = process(&source, &options).unwrap().octree;

    // numbers from 3.5.0: cells, their depths and children weighted by position, values
    assert_eq!(tree.len(), 49289);
    let depth: i64 = tree
        .depth
        .iter()
        .zip(0..)
        .map(|(&d, k)| i64::from(d) * k)
        .sum();
    assert_eq!(depth, 6914789988);
    let child: i64 = tree
        .child
        .iter()
        .zip(0_i64..)
        .map(|(c, k)| c.iter().map(|&c| i64::from(c)).sum::<i64>() * (k % 97))
        .sum();
    assert_eq!(child, 58162707636);
    let sum: f64 = tree.coeff.as_flattened().iter().sum();
    let size: f64 = tree.coeff.as_flattened().iter().map(|x| x.abs()).sum();
    assert!((sum - 5217.93877813133).abs() < 1e-8 && (size - 18957.27668645273).abs() < 1e-8);
    for k in 0..8 {
        assert!((tree.coeff[0][k] - 0.8260529760038421).abs() < 1e-14);
    }
    for k in 0..3 {
        assert!(tree.aabb[0][k].abs() < 1e-15);
        assert!((tree.aabb[0][k + 3] - 0.9357158660888673).abs() < 1e-15);
    }
}
