//! Convex hulls against those that the reference stores.

use synovia_geom::hull::convex_hull;
use synovia_geom::mesh::{Builtin, MeshOptions, MeshSource, Polygons, process};
use synovia_math::Vec3;

fn ell() -> Vec<Vec3> {
    let outline = [
        [0.0, 0.0],
        [3.0, 0.0],
        [3.0, 1.0],
        [1.0, 1.0],
        [1.0, 2.0],
        [0.0, 2.0],
    ];
    [0.0, 1.0]
        .iter()
        .flat_map(|&z| outline.map(|p| Vec3::new(p[0], p[1], z)))
        .collect()
}

fn vertices(source: &MeshSource) -> Vec<Vec3> {
    source
        .vertex
        .chunks_exact(3)
        .map(|v| Vec3::new(f64::from(v[0]), f64::from(v[1]), f64::from(v[2])))
        .collect()
}

#[test]
fn pipe_11_the_hull_of_an_ell_is_listed_as_in_the_reference() {
    // mesh_graph of the L fixture, from 3.5.0
    let graph = [
        10, 16, 0, 8, 14, 21, 25, 29, 36, 41, 45, 50, 2, 5, 0, 1, 4, 7, 6, 8, 11, 10, 1, 2, 3, 4,
        5, 7, 9, -1, 0, 2, 4, 8, 9, -1, 0, 1, 3, 5, 6, 8, -1, 0, 2, 5, -1, 0, 1, 9, -1, 3, 2, 6, 0,
        7, 9, -1, 5, 2, 8, 9, -1, 5, 0, 9, -1, 1, 2, 6, 9, -1, 5, 6, 7, 8, 0, 4, 1, -1, 5, 2, 0, 2,
        1, 0, 2, 5, 4, 1, 7, 0, 7, 6, 0, 2, 7, 1, 7, 2, 8, 11, 5, 0, 6, 11, 0, 7, 10, 6, 10, 7, 8,
        10, 11, 6, 10, 2, 4, 2, 10, 8, 5, 10, 4, 11, 10, 5,
    ];
    let hull = convex_hull(&ell(), None).unwrap();
    assert_eq!(hull.graph(), graph);

    let sides = Polygons::new(&ell(), &hull.faces);
    let vert = [
        7, 1, 2, 8, 2, 4, 10, 8, 10, 4, 5, 11, 6, 7, 8, 10, 11, 0, 5, 4, 2, 1, 1, 7, 6, 0, 11, 5,
        0, 6,
    ];
    let map = [
        4, 5, 6, 0, 4, 5, 0, 1, 4, 1, 2, 4, 2, 4, 6, 3, 5, 6, 0, 3, 5, 0, 1, 3, 1, 2, 3, 2, 3, 6,
    ];
    assert_eq!(sides.vert, vert);
    assert_eq!(sides.vertnum, [4, 4, 4, 5, 5, 4, 4]);
    assert_eq!(sides.map, map);
    assert_eq!(sides.mapnum, [3, 3, 3, 0, 3, 3, 3, 3, 3, 0, 3, 3]);
}

#[test]
fn a_limited_hull_keeps_the_points_that_the_reference_keeps() {
    let points = vertices(&Builtin::Sphere.make(&[2.0]).unwrap());
    let hull = convex_hull(&points, Some(20)).unwrap();
    let kept = [
        86, 21, 141, 41, 83, 133, 135, 142, 126, 97, 36, 150, 122, 113, 25, 98, 153, 28, 10, 16,
    ];
    assert_eq!(hull.vertices, kept);
    let points = vertices(&Builtin::Sphere.make(&[1.0]).unwrap());
    let limited = |n| convex_hull(&points, Some(n)).unwrap().vertices;
    assert_eq!(limited(4), [28, 36, 41, 21]);
    assert_eq!(limited(5), [36, 25, 28, 41, 21]);
    assert_eq!(limited(8), [26, 32, 36, 39, 25, 28, 41, 21]);
}

#[test]
fn a_supertorus_has_the_graph_and_sides_of_the_reference() {
    let source = Builtin::Supertorus.make(&[9.0, 0.4, 0.8, 1.2]).unwrap();
    let mesh = process(
        &source,
        &MeshOptions {
            needhull: true,
            ..MeshOptions::default()
        },
    )
    .unwrap();
    // from 3.5.0: length of mesh_graph, and the sum of its entries weighted by their positions
    let sum: i64 = mesh
        .graph
        .iter()
        .zip(0_i64..)
        .map(|(&x, k)| i64::from(x) * k)
        .sum();
    assert_eq!((mesh.graph.len(), sum), (653, 7077653));
    assert_eq!((mesh.polygons.len(), mesh.polygons.vert.len()), (60, 206));
}

/// The numbers of one line.
fn numbers<T: std::str::FromStr>(line: &str) -> Vec<T> {
    let words = line.split_whitespace();
    let read: Option<Vec<T>> = words.map(|word| word.parse().ok()).collect();
    read.unwrap_or_default()
}

/// `tests/data/hulls.txt`: name and limit, coordinates in `f32`, `mesh_graph` of 3.5.0, one line each.
#[test]
fn pipe_11_recorded_hulls_are_listed_as_in_the_reference() {
    let lines: Vec<&str> = include_str!("data/hulls.txt").lines().collect();
    let mut different = Vec::new();
    for case in lines.chunks_exact(3) {
        let (name, limit) = case[0].split_once(' ').unwrap();
        let limit: usize = limit.parse().unwrap();
        let points: Vec<Vec3> = numbers::<f32>(case[1])
            .chunks_exact(3)
            .map(|p| Vec3::new(p[0].into(), p[1].into(), p[2].into()))
            .collect();
        let hull = convex_hull(&points, (limit > 0).then_some(limit)).unwrap();
        if hull.graph() != numbers::<i32>(case[2]) {
            different.push(name);
        }
    }
    assert_eq!(lines.len(), 3 * 55);
    assert!(different.is_empty(), "{different:?}");
}
