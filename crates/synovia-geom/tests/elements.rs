//! Elements of flexes against geoms, height fields and each other: recordings of the reference, written by
//! `conformance/tools/golden_elements.py`, and laws.

use std::str::{FromStr, SplitAsciiWhitespace};

use proptest::prelude::*;
use synovia_geom::collide::convex::{
    CcdMemory, CcdOptions, Element, Partner, convex_element, hfield_element,
};
use synovia_geom::collide::{
    ContactPoint, HeightField, Manifold, Shape, Solid, Triangle, box_triangle, capsule_triangle,
    sphere_triangle,
};
use synovia_math::{Mat3, Quat, Vec3};

const RECORDING: &str = include_str!("data/elements.txt");

struct Words<'a>(SplitAsciiWhitespace<'a>);

impl Words<'_> {
    fn next<T: FromStr>(&mut self) -> T {
        self.0
            .next()
            .and_then(|word| word.parse().ok())
            .expect("a number")
    }

    fn vec3(&mut self) -> Vec3 {
        Vec3::new(self.next(), self.next(), self.next())
    }

    fn element(&mut self) -> Element {
        let count = self.next();
        let mut corners = [Vec3::ZERO; 4];
        for corner in &mut corners[..count] {
            *corner = self.vec3();
        }
        Element {
            corners,
            count,
            center: self.vec3(),
            radius: self.next(),
        }
    }
}

/// Calls the collision function of a solid and an element.
fn ask(
    a: &Solid<'_>,
    b: &Element,
    margin: f64,
    options: &CcdOptions,
    memory: &mut CcdMemory,
    out: &mut Manifold,
) {
    let [p, q, r, _] = b.corners;
    let triangle = Triangle {
        corners: [p, q, r],
        radius: b.radius,
    };
    match (a.shape, b.count) {
        (Shape::HeightField(_), _) => hfield_element(a, b, margin, options, memory, out),
        (Shape::Sphere, 3) => sphere_triangle(a, &triangle, margin, out),
        (Shape::Capsule, 3) => capsule_triangle(a, &triangle, margin, out),
        (Shape::Box, 3) => box_triangle(a, &triangle, margin, out),
        (_, count) => {
            convex_element(
                &Partner::Solid(a),
                b,
                count == 3,
                margin,
                options,
                memory,
                out,
            );
        }
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn recorded_elements_touch_as_in_the_oracle() {
    let mut field: ([f64; 4], usize, usize, Vec<f32>) = ([0.0; 4], 0, 0, Vec::new());
    let mut geoms = Vec::new();
    let mut memory = CcdMemory::default();
    let mut asked = 0;
    for line in RECORDING.lines() {
        let mut words = Words(line.split_ascii_whitespace());
        let word = words.0.next().unwrap();
        let mut out = Manifold::default();
        let mut options = CcdOptions::default();
        match word {
            "hfield" => {
                let (nrow, ncol) = (words.next(), words.next());
                let size = [words.next(), words.next(), words.next(), words.next()];
                let data = words.0.by_ref().map(|word| word.parse().unwrap()).collect();
                field = (size, nrow, ncol, data);
                continue;
            }
            "geom" => {
                let [_, kind, _]: [i32; 3] = [words.next(), words.next(), words.next()];
                geoms.push((kind, words.vec3(), words.next::<f64>()));
                continue;
            }
            "solid" => {
                let (kind, size, rbound) = geoms[words.next::<usize>()];
                let pos = words.vec3();
                let turn = Quat::new(words.next(), words.next(), words.next(), words.next());
                let mat = turn.normalized().to_mat();
                let element = words.element();
                let margin = words.next();
                options.native = words.next::<u8>() == 1;
                let (extent, nrow, ncol, data) = &field;
                let terrain = HeightField {
                    size: *extent,
                    nrow: *nrow,
                    ncol: *ncol,
                    data,
                };
                let shape = match kind {
                    1 => Shape::HeightField(&terrain),
                    2 => Shape::Sphere,
                    3 => Shape::Capsule,
                    4 => Shape::Ellipsoid,
                    5 => Shape::Cylinder,
                    _ => Shape::Box,
                };
                let solid = Solid {
                    shape,
                    size: &size,
                    rbound,
                    pos: &pos,
                    mat: &mat,
                };
                ask(&solid, &element, margin, &options, &mut memory, &mut out);
            }
            _ => {
                let (first, second) = (words.element(), words.element());
                let margin = words.next();
                options.native = words.next::<u8>() == 1;
                let first = Partner::Element(&first);
                convex_element(
                    &first,
                    &second,
                    true,
                    margin,
                    &options,
                    &mut memory,
                    &mut out,
                );
            }
        }
        let count: usize = words.next();
        assert_eq!(out.len(), count, "{line}");
        for got in out.iter() {
            let want = ContactPoint::new(words.next(), words.vec3(), words.vec3());
            assert!(
                (got.dist - want.dist).abs() < 1e-9,
                "{line}\n{got:?}\n{want:?}"
            );
            assert!(
                (got.pos - want.pos).norm() < 1e-9,
                "{line}\n{got:?}\n{want:?}"
            );
            assert!(
                (got.normal - want.normal).norm() < 1e-9,
                "{line}\n{got:?}\n{want:?}"
            );
        }
        asked += 1;
    }
    assert!(asked >= 200);
}

#[test]
fn terrain_element_difference_a_tetrahedron_over_flat_terrain_is_as_deep_as_its_corner() {
    // DIFFERENCE(terrain-element): both searches agree, whatever was queried before
    let data = [1.0_f32; 25];
    let field = HeightField {
        size: [1.0, 1.0, 0.3, 0.1],
        nrow: 5,
        ncol: 5,
        data: &data,
    };
    let (size, pos, mat) = (Vec3::ZERO, Vec3::ZERO, Mat3::IDENTITY);
    let shape = Shape::HeightField(&field);
    let ground = Solid {
        shape,
        size: &size,
        rbound: 2.0,
        pos: &pos,
        mat: &mat,
    };
    // one vertex is 0.02 below the ground, with a radius of 0.01 around it
    let corners = [
        (0.1, 0.1, 0.28),
        (0.2, 0.1, 0.6),
        (0.1, 0.2, 0.6),
        (0.0, 0.0, 0.6),
    ]
    .map(|(x, y, z)| Vec3::new(x + 0.25, y, z));
    let element = Element {
        corners,
        count: 4,
        center: Vec3::new(0.35, 0.1, 0.44),
        radius: 0.01,
    };
    let mut memory = CcdMemory::default();
    for native in [true, false] {
        let options = CcdOptions {
            native,
            ..CcdOptions::default()
        };
        let mut out = Manifold::default();
        hfield_element(&ground, &element, 0.0, &options, &mut memory, &mut out);
        let deepest = out.iter().map(|contact| contact.dist).fold(0.0, f64::min);
        assert!((deepest + 0.03).abs() < 1e-4, "{native}: {:?}", &out[..]);
    }
}

prop_compose! {
    fn any_vec(reach: f64)(x in -1.0..1.0, y in -1.0..1.0, z in -1.0..1.0) -> Vec3 {
        Vec3::new(x, y, z) * reach
    }
}

proptest! {
    #[test]
    fn a_ball_touches_a_triangle_at_its_nearest_point(
        corners in prop::array::uniform3(any_vec(1.0)),
        pos in any_vec(1.5),
        weights in prop::array::uniform3(0.01..1.0_f64),
    ) {
        let area = (corners[1] - corners[0]).cross(corners[2] - corners[0]).norm();
        prop_assume!(area > 1e-2);
        let triangle = Triangle { corners, radius: 0.01 };
        let (size, mat) = (Vec3::new(0.1, 0.0, 0.0), Mat3::IDENTITY);
        let ball = Solid { shape: Shape::Sphere, size: &size, rbound: 0.1, pos: &pos, mat: &mat };
        let mut out = Manifold::default();
        sphere_triangle(&ball, &triangle, 10.0, &mut out);
        prop_assert_eq!(out.len(), 1);
        // no point of the triangle is nearer than the contact reports
        let total: f64 = weights.iter().sum();
        let point = (0..3).fold(Vec3::ZERO, |sum, k| sum + corners[k] * (weights[k] / total));
        let gap = out[0].dist + 0.11;
        prop_assert!(point.distance(pos) > gap - 1e-9);
        prop_assert!((out[0].normal.norm() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn flat_and_small_triangles_make_no_touch_that_is_no_number(
        corners in prop::array::uniform3(any_vec(1.0)),
        scale in prop_oneof![Just(0.0), Just(1e-12), Just(1e9)],
        pos in any_vec(1.0),
    ) {
        let corners = corners.map(|corner| corner * scale);
        let triangle = Triangle { corners, radius: 0.01 };
        let (size, mat) = (Vec3::new(0.1, 0.2, 0.3), Mat3::IDENTITY);
        let solid = |shape| Solid { shape, size: &size, rbound: 0.4, pos: &pos, mat: &mat };
        let mut out = Manifold::default();
        sphere_triangle(&solid(Shape::Sphere), &triangle, 1.0, &mut out);
        capsule_triangle(&solid(Shape::Capsule), &triangle, 1.0, &mut out);
        box_triangle(&solid(Shape::Box), &triangle, 1.0, &mut out);
        for contact in out.iter() {
            prop_assert!(contact.dist.is_finite() && contact.pos.is_finite() && contact.normal.is_finite());
        }
    }
}
