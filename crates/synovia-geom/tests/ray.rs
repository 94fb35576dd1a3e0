//! Rays against shapes: recorded numbers of the reference, closed forms and laws.

use proptest::prelude::*;
use synovia_geom::collide::HeightField;
use synovia_geom::ray::{
    BoxTree, GeomFrame, Hit, Ray, TriangleMesh, capsule, cuboid, cylinder, distance_field,
    ellipsoid, height_field, plane, skin, sphere,
};
use synovia_math::{Mat3, Quat, Vec3};

type Meet = fn(&GeomFrame<'_>, Vec3, &Ray) -> Option<Hit>;

/// Shapes with the sizes used in the models of the reference.
const SHAPES: [(f64, Meet); 6] = [
    (0.0, plane),
    (2.0, sphere),
    (3.0, capsule),
    (4.0, ellipsoid),
    (5.0, cylinder),
    (6.0, cuboid),
];

fn vec3(numbers: &[f64]) -> Vec3 {
    Vec3::new(numbers[0], numbers[1], numbers[2])
}

#[test]
fn shapes_are_met_where_the_oracle_meets_them() {
    let mut met = 0;
    for line in include_str!("golden/shapes.txt").lines() {
        let n: Vec<f64> = line.split(' ').map(|x| x.parse().unwrap()).collect();
        let (_, meet) = SHAPES.iter().find(|(kind, _)| *kind == n[0]).unwrap();
        let mat = Mat3(n[7..16].try_into().unwrap());
        let frame = GeomFrame {
            pos: vec3(&n[4..7]),
            mat: &mat,
        };
        let ray = Ray {
            from: vec3(&n[16..19]),
            dir: vec3(&n[19..22]),
        };
        match meet(&frame, vec3(&n[1..4]), &ray) {
            None => assert_eq!(n[22], -1.0, "{line}"),
            Some(hit) => {
                assert!((hit.dist - n[22]).abs() < 1e-14, "{hit:?}: {line}");
                assert!(
                    (hit.normal - vec3(&n[23..])).norm() < 1e-14,
                    "{hit:?}: {line}"
                );
                met += 1;
            }
        }
    }
    assert!(met > 50, "{met}");
}

#[test]
fn shapes_are_met_where_their_sizes_say_from_outside_and_inside() {
    let size = Vec3::new(0.1, 0.2, 0.3);
    let frame = GeomFrame {
        pos: Vec3::ZERO,
        mat: &Mat3::IDENTITY,
    };
    // extent of each shape along x and z
    let reaches = [(0.1, 0.1), (0.1, 0.3), (0.1, 0.3), (0.1, 0.2), (0.1, 0.3)];
    for ((kind, meet), (x, z)) in SHAPES[1..].iter().zip(reaches) {
        for (axis, reach) in [(Vec3::X, x), (-Vec3::X, x), (Vec3::Z, z), (-Vec3::Z, z)] {
            let near = |from: Vec3, dir: Vec3, expected: f64| {
                let hit = meet(&frame, size, &Ray { from, dir }).unwrap();
                assert!((hit.dist - expected).abs() < 1e-14, "{kind}: {hit:?}");
                assert!((hit.normal - axis).norm() < 1e-14, "{kind}: {hit:?}");
            };
            near(axis, -axis, 1.0 - reach);
            near(Vec3::ZERO, axis * 2.0, reach / 2.0);
            let miss = |from: Vec3, dir: Vec3| {
                assert_eq!(meet(&frame, size, &Ray { from, dir }), None, "{kind}");
            };
            miss(axis, axis);
            miss(axis + Vec3::new(0.0, 0.21, 0.0), -axis);
        }
    }
}

#[test]
fn a_plane_is_met_from_its_front_within_its_rectangle() {
    let frame = GeomFrame {
        pos: Vec3::ZERO,
        mat: &Mat3::IDENTITY,
    };
    let hit = |size: Vec3, from: Vec3, dir: Vec3| {
        plane(&frame, size, &Ray { from, dir }).map(|hit| hit.dist)
    };
    let size = Vec3::new(0.1, 0.2, 0.3);
    assert_eq!(hit(size, Vec3::Z, -Vec3::Z), Some(1.0));
    assert_eq!(hit(size, -Vec3::Z, Vec3::Z), None);
    assert_eq!(hit(size, Vec3::new(0.11, 0.0, 1.0), -Vec3::Z), None);
    assert_eq!(hit(Vec3::ZERO, Vec3::splat(3.0), -Vec3::Z), Some(3.0));
}

/// A tetrahedron with a tree of one box per face.
const TETRA_VERT: [[f32; 3]; 4] = [
    [0.0, 0.0, 0.0],
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, 0.0, 1.0],
];
const TETRA_FACE: [[i32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
const BOX: [f64; 6] = [0.5, 0.5, 0.5, 0.51, 0.51, 0.51];

fn tetrahedron() -> TriangleMesh<'static> {
    TriangleMesh {
        vert: &TETRA_VERT,
        face: &TETRA_FACE,
        tree: BoxTree {
            aabb: &[BOX; 7],
            child: &[[1, 2], [3, 4], [5, 6], [-1; 2], [-1; 2], [-1; 2], [-1; 2]],
            leaf: &[-1, -1, -1, 0, 1, 2, 3],
        },
    }
}

#[test]
fn a_tetrahedron_is_met_on_its_slope_and_left_through_its_base() {
    let mesh = tetrahedron();
    let frame = GeomFrame {
        pos: Vec3::new(1.0, 2.0, 3.0),
        mat: &Mat3::IDENTITY,
    };
    let size = Vec3::splat(2.0);
    let meet = |from: Vec3, dir: Vec3| {
        mesh.meet(
            &frame,
            size,
            &Ray {
                from: from + frame.pos,
                dir,
            },
        )
    };
    let hit = meet(Vec3::splat(1.0), Vec3::splat(-2.0)).unwrap();
    assert!((hit.dist - 1.0 / 3.0).abs() < 1e-15);
    assert!((hit.normal - Vec3::splat(1.0 / 3.0_f64.sqrt())).norm() < 1e-15);
    let out = meet(Vec3::splat(0.1), -Vec3::Z).unwrap();
    assert!((out.dist - 0.1).abs() < 1e-15 && (out.normal + Vec3::Z).norm() < 1e-15);
    assert_eq!(meet(Vec3::splat(1.0), Vec3::splat(1.0)), None);
    assert_eq!(meet(Vec3::new(0.6, 0.6, 1.0), -Vec3::Z), None);

    // the same triangles as a list
    let ray = Ray {
        from: Vec3::splat(1.0),
        dir: Vec3::new(-2.0, -2.0, -1.5),
    };
    let found = skin(&TETRA_VERT, &TETRA_FACE, &ray).unwrap();
    assert!((found.dist - 2.0 / 5.5).abs() < 1e-15);
    assert_eq!(found.vertex, 3);
}

#[test]
fn a_tree_with_circles_and_holes_ends() {
    let mut mesh = tetrahedron();
    mesh.tree.child = &[[0, 9], [0, 1], [1, 2], [3, 3], [-1; 2], [-1; 2], [-1; 2]];
    let frame = GeomFrame {
        pos: Vec3::ZERO,
        mat: &Mat3::IDENTITY,
    };
    let ray = Ray {
        from: Vec3::splat(1.0),
        dir: Vec3::splat(-1.0),
    };
    assert_eq!(mesh.meet(&frame, Vec3::splat(2.0), &ray), None);
    let far = TriangleMesh {
        face: &[[0, 1, 8], [0, -1, 2], [0, 1, 2], [1, 2, 3]],
        ..tetrahedron()
    };
    assert!(far.meet(&frame, Vec3::splat(2.0), &ray).is_some());
}

#[test]
fn terrain_is_met_on_its_slope_its_side_and_its_base() {
    // a ramp along x, from 0 to 1
    let field = HeightField {
        size: [1.0, 1.0, 1.0, 0.5],
        nrow: 2,
        ncol: 3,
        data: &[0.0, 0.5, 1.0, 0.0, 0.5, 1.0],
    };
    let frame = GeomFrame {
        pos: Vec3::ZERO,
        mat: &Mat3::IDENTITY,
    };
    let meet = |from: Vec3, dir: Vec3| height_field(&frame, &field, &Ray { from, dir });
    let slope = Vec3::new(-1.0, 0.0, 2.0).normalized();
    for (from, dir, dist, normal) in [
        (Vec3::new(0.2, 0.3, 3.0), -Vec3::Z, 2.4, slope),
        (Vec3::new(0.2, 0.3, 0.1), Vec3::Z, 0.5, slope),
        (Vec3::new(3.0, 0.3, 0.9), -Vec3::X, 2.0, Vec3::X),
        (Vec3::new(0.2, 3.0, 0.5), -Vec3::Y, 2.0, Vec3::Y),
        (Vec3::new(-3.0, 0.3, -0.2), Vec3::X, 2.0, -Vec3::X),
        (Vec3::new(0.2, 0.3, -3.0), Vec3::Z, 2.5, -Vec3::Z),
        // a nearly horizontal ray over the low end, into the slope
        (Vec3::new(-3.0, 0.3, 0.25), Vec3::X, 2.5, slope),
    ] {
        let hit = meet(from, dir).unwrap();
        assert!((hit.dist - dist).abs() < 1e-14, "{from:?} {hit:?}");
        assert!((hit.normal - normal).norm() < 1e-14, "{from:?} {hit:?}");
    }
    assert_eq!(meet(Vec3::new(-0.5, 3.0, 0.5), -Vec3::Y), None);
    let torn = HeightField {
        data: &[0.0],
        ..field
    };
    let from = Vec3::new(0.2, 0.3, 3.0);
    let on_base = height_field(
        &frame,
        &torn,
        &Ray {
            from,
            dir: -Vec3::Z,
        },
    );
    assert_eq!(on_base.map(|hit| hit.dist), Some(3.0));
}

#[test]
fn marching_through_the_distance_of_a_ball_arrives_at_the_ball() {
    let mat = Quat::from_axis_angle(Vec3::Y, 0.7).to_mat();
    let frame = GeomFrame {
        pos: Vec3::new(0.3, 0.0, 0.1),
        mat: &mat,
    };
    let ray = Ray {
        from: Vec3::new(3.0, 0.1, 0.2),
        dir: Vec3::new(-2.0, 0.0, 0.0),
    };
    let size = Vec3::splat(0.5);
    let distance = |p: Vec3| p.norm() - 0.5;
    let hit = distance_field(&frame, size, &ray, distance, |p| p).unwrap();
    let exact = sphere(&frame, size, &ray).unwrap();
    // distances along this ray are in metres
    assert!((hit.dist - 2.0 * exact.dist).abs() < 1e-6);
    assert!((hit.normal - exact.normal).norm() < 1e-6);
    let away = Ray {
        dir: Vec3::X,
        ..ray
    };
    assert_eq!(distance_field(&frame, size, &away, distance, |p| p), None);
}

prop_compose! {
    fn any_vec(scale: f64)(x in -1.0..1.0_f64, y in -1.0..1.0_f64, z in -1.0..1.0_f64) -> Vec3 {
        Vec3::new(x, y, z) * scale
    }
}

/// Measure of how far a point is outside of the surface; its unit does not matter.
fn outside(kind: f64, size: Vec3, p: Vec3) -> f64 {
    let radial = (p.x * p.x + p.y * p.y).sqrt();
    match kind {
        2.0 => p.norm() - size.x,
        3.0 => Vec3::new(radial, 0.0, (p.z.abs() - size.y).max(0.0)).norm() - size.x,
        4.0 => Vec3::new(p.x / size.x, p.y / size.y, p.z / size.z).norm() - 1.0,
        5.0 => (radial - size.x).max(p.z.abs() - size.y),
        6.0 => (p.x.abs() - size.x)
            .max(p.y.abs() - size.y)
            .max(p.z.abs() - size.z),
        _ => p.z,
    }
}

proptest! {
    #[test]
    fn hits_lie_on_the_surface_with_a_unit_normal_against_the_ray(
        shape in 0..6_usize, size in any_vec(0.4), pos in any_vec(1.0), axis in any_vec(1.0), angle in -3.0..3.0_f64,
        from in any_vec(3.0), aim in any_vec(0.5), shift in 0.1..5.0_f64,
    ) {
        let (kind, meet) = SHAPES[shape];
        let size = size.abs() + Vec3::splat(0.05);
        prop_assume!(axis.norm() > 0.1);
        let mat = Quat::from_axis_angle(axis.normalized(), angle).to_mat();
        let frame = GeomFrame { pos, mat: &mat };
        let ray = Ray { from, dir: pos + aim - from };
        prop_assume!(outside(kind, size, mat.transpose_mul(from - pos)) > 1e-6);
        let Some(hit) = meet(&frame, size, &ray) else {
            return Ok(());
        };
        prop_assert!((hit.normal.norm() - 1.0).abs() < 1e-12);
        prop_assert!(hit.normal.dot(ray.dir) <= 1e-9);
        let local = mat.transpose_mul(ray.at(hit.dist) - pos);
        prop_assert!(outside(kind, size, local).abs() < 1e-9, "{local:?}");

        // the start of the ray on its line does not matter
        let earlier = Ray { from: ray.at(-shift), dir: ray.dir };
        if outside(kind, size, mat.transpose_mul(earlier.from - pos)) > 1e-6 && kind != 0.0 {
            let again = meet(&frame, size, &earlier);
            prop_assert!(again.is_some());
            prop_assert!((again.unwrap().dist - shift - hit.dist).abs() < 1e-9);
        }
    }

    #[test]
    fn terrain_agrees_with_a_search_along_the_ray(
        heights in prop::collection::vec(0.0_f32..1.0, 20), from in any_vec(2.0), aim in any_vec(0.9),
    ) {
        let field = HeightField { size: [1.0, 1.2, 0.7, 0.3], nrow: 4, ncol: 5, data: &heights };
        let frame = GeomFrame { pos: Vec3::ZERO, mat: &Mat3::IDENTITY };
        let from = Vec3::new(from.x, from.y, from.z.abs() + 0.8);
        let ray = Ray { from, dir: aim - from };
        // height of the surface above a point within the rectangle
        let surface = |p: Vec3| {
            let (x, y) = ((p.x + 1.0) / 0.5, (p.y + 1.2) / 0.8);
            let (c, r) = (x.floor().clamp(0.0, 3.0), y.floor().clamp(0.0, 2.0));
            let (u, v) = (x - c, y - r);
            let at = |dr: usize, dc: usize| f64::from(heights[(r as usize + dr) * 5 + c as usize + dc]);
            let top = if u >= v {
                at(0, 0) + u * (at(0, 1) - at(0, 0)) + v * (at(1, 1) - at(0, 1))
            } else {
                at(0, 0) + v * (at(1, 0) - at(0, 0)) + u * (at(1, 1) - at(1, 0))
            };
            0.7 * top
        };
        let inside = |p: Vec3| p.x.abs() <= 1.0 && p.y.abs() <= 1.2 && p.z > -0.3 && p.z < surface(p);
        let first = (0..20_000).map(|k| f64::from(k) * 1e-4).find(|&x| inside(ray.at(x)));
        let hit = height_field(&frame, &field, &ray);
        match (first, hit) {
            (Some(x), Some(hit)) => {
                // the sampled search may step over a crest that the ray grazes
                prop_assert!(hit.dist <= x + 1e-9, "{x} {hit:?}");
                prop_assert!((hit.normal.norm() - 1.0).abs() < 1e-12);
                let (before, after) = (ray.at(hit.dist - 1e-7), ray.at(hit.dist + 1e-7));
                prop_assert!(inside(before) != inside(after) || hit.dist < x);
            }
            (Some(x), None) => prop_assert!(false, "not met, but at {x}"),
            (None, _) => {}
        }
    }

    #[test]
    fn no_finite_ray_makes_numbers_that_are_none(
        shape in 0..6_usize, size in any_vec(1.0), exponent in -12..12_i32, from in any_vec(1.0), dir in any_vec(1.0),
    ) {
        let (_, meet) = SHAPES[shape];
        let frame = GeomFrame { pos: Vec3::ZERO, mat: &Mat3::IDENTITY };
        let scale = libm::pow(10.0, f64::from(exponent));
        if let Some(hit) = meet(&frame, size.abs() * scale, &Ray { from, dir }) {
            prop_assert!(hit.dist >= 0.0 && hit.dist.is_finite());
            prop_assert!(hit.normal.is_finite());
        }
    }
}
