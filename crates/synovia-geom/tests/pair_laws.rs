//! Laws that hold for every pair of primitives, whatever the numbers.

use proptest::prelude::*;
use synovia_geom::collide::{self, ContactPoint, Manifold, Shape, Solid};
use synovia_math::{Mat3, Quat, Vec3};

/// The collision function of a pair.
type Pair = fn(&Solid<'_>, &Solid<'_>, f64, &mut Manifold);

/// Every pair with the types of its shapes.
const PAIRS: [(Shape<'static>, Shape<'static>, Pair); 11] = [
    (Shape::Plane, Shape::Sphere, collide::plane_sphere),
    (Shape::Plane, Shape::Capsule, collide::plane_capsule),
    (Shape::Plane, Shape::Cylinder, collide::plane_cylinder),
    (Shape::Plane, Shape::Box, collide::plane_box),
    (Shape::Sphere, Shape::Sphere, collide::sphere_sphere),
    (Shape::Sphere, Shape::Capsule, collide::sphere_capsule),
    (Shape::Sphere, Shape::Cylinder, collide::sphere_cylinder),
    (Shape::Sphere, Shape::Box, collide::sphere_box),
    (Shape::Capsule, Shape::Capsule, collide::capsule_capsule),
    (Shape::Capsule, Shape::Box, collide::capsule_box),
    (Shape::Box, Shape::Box, collide::box_box),
];

/// Size and pose of a shape.
#[derive(Clone, Copy, Debug)]
struct SizedPose {
    size: Vec3,
    pos: Vec3,
    mat: Mat3,
}

impl SizedPose {
    fn as_shape(&self, shape: Shape<'static>) -> Solid<'_> {
        Solid {
            shape,
            size: &self.size,
            rbound: 0.0,
            pos: &self.pos,
            mat: &self.mat,
        }
    }

    fn moved(&self, turn: &Mat3, shift: Vec3) -> Self {
        Self {
            size: self.size,
            pos: *turn * self.pos + shift,
            mat: *turn * self.mat,
        }
    }
}

/// Signed distance of a point from a shape's surface.
fn signed_distance(shape: Shape<'_>, pose: &SizedPose, point: Vec3) -> f64 {
    let p = pose.mat.transpose_mul(point - pose.pos);
    let size = pose.size;
    // outside along some axes, or inside by the smallest distance
    let combine = |out: Vec3| out.max(Vec3::ZERO).norm() + out.x.max(out.y).max(out.z).min(0.0);
    let around = p.x.hypot(p.y);
    match shape {
        Shape::Plane => p.z,
        Shape::Sphere => p.norm() - size.x,
        Shape::Capsule => around.hypot((p.z.abs() - size.y).max(0.0)) - size.x,
        Shape::Cylinder => {
            let out = Vec3::new(around - size.x, p.z.abs() - size.y, f64::MIN);
            combine(out)
        }
        Shape::Box => combine(p.abs() - size),
        _ => panic!("{shape:?}"),
    }
}

fn manifold(pair: Pair, a: &Solid<'_>, b: &Solid<'_>, margin: f64) -> Manifold {
    let mut out = Manifold::default();
    pair(a, b, margin, &mut out);
    out
}

fn close(a: Vec3, b: Vec3, tol: f64) -> bool {
    (a - b).norm() <= tol
}

fn any_vec3(size: f64) -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-size..size).prop_map(Vec3::from)
}

fn any_turn() -> impl Strategy<Value = Mat3> {
    prop::array::uniform4(-1.0..1.0_f64)
        .prop_map(Quat::from)
        .prop_filter("too short to normalise", |q| q.norm() > 0.05)
        .prop_map(|q| q.normalized().to_mat())
}

fn any_sized_pose() -> impl Strategy<Value = SizedPose> {
    (prop::array::uniform3(0.1..1.0), any_vec3(0.8), any_turn()).prop_map(|(size, pos, mat)| {
        SizedPose {
            size: size.into(),
            pos,
            mat,
        }
    })
}

/// Extreme numbers for which formulas may fail.
fn any_scale() -> impl Strategy<Value = f64> {
    prop_oneof![
        Just(0.0),
        Just(1e-9),
        Just(1e-300),
        Just(1.0),
        Just(1e9),
        0.0..1.0
    ]
}

/// Shapes with extreme sizes and poses.
fn any_extreme() -> impl Strategy<Value = SizedPose> {
    let sizes = prop::array::uniform3(any_scale());
    let pos = prop::array::uniform3((any_scale(), prop::bool::ANY));
    let mats = prop_oneof![
        Just(Mat3::IDENTITY),
        Just(Mat3([0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0])),
        Just(Mat3([-1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, -1.0])),
        Just(Quat::new(1.0, 1e-16, 1e-12, 0.0).to_mat()),
        any_turn()
    ];
    (sizes, pos, mats).prop_map(|(size, pos, mat)| {
        let [x, y, z] = pos.map(|(scale, negative)| if negative { -scale } else { scale });
        SizedPose {
            size: size.into(),
            pos: Vec3::new(x, y, z),
            mat,
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn touches_move_along_with_both_shapes(
        a in any_sized_pose(), b in any_sized_pose(), turn in any_turn(), shift in any_vec3(3.0),
    ) {
        for (shape1, shape2, pair) in PAIRS {
            let still = manifold(pair, &a.as_shape(shape1), &b.as_shape(shape2), 0.05);
            let (a, b) = (a.moved(&turn, shift), b.moved(&turn, shift));
            let moved = manifold(pair, &a.as_shape(shape1), &b.as_shape(shape2), 0.05);
            prop_assert_eq!(still.len(), moved.len(), "{:?} {:?}", shape1, shape2);
            for (still, moved) in still.iter().zip(&moved[..]) {
                prop_assert!((still.dist - moved.dist).abs() < 1e-9);
                prop_assert!(close(turn * still.pos + shift, moved.pos, 1e-9));
                prop_assert!(close(turn * still.normal, moved.normal, 1e-9));
                prop_assert!(close(turn * still.tangent, moved.tangent, 1e-9));
            }
        }
    }

    #[test]
    fn swapped_shapes_touch_at_the_same_place(a in any_sized_pose(), b in any_sized_pose()) {
        let (capsule, sphere) = (Shape::Capsule, Shape::Sphere);
        for (shape, pair) in [(sphere, PAIRS[4].2), (capsule, PAIRS[8].2)] {
            let there = manifold(pair, &a.as_shape(shape), &b.as_shape(shape), 0.1);
            let back = manifold(pair, &b.as_shape(shape), &a.as_shape(shape), 0.1);
            prop_assert_eq!(there.len(), back.len());
            for (there, back) in there.iter().zip(&back[..]) {
                prop_assert!((there.dist - back.dist).abs() < 1e-12);
                prop_assert!(close(there.pos, back.pos, 1e-9));
                prop_assert!(close(there.normal, -back.normal, 1e-9));
            }
        }
    }

    #[test]
    fn stacked_boxes_touch_at_the_same_places_when_swapped(
        a in any_sized_pose(), b in any_sized_pose(), angle in 0.2..1.3_f64, sink in 0.05..0.1_f64,
    ) {
        // the second box is on top of the first, rotated about the vertical; edges are far from parallel, because
        // rounding can make a parallel edge look nearer than the face
        let spin = Quat::new((angle / 2.0).cos(), 0.0, 0.0, (angle / 2.0).sin()).to_mat();
        let pos = a.mat * Vec3::new(0.1 * b.pos.x, 0.1 * b.pos.y, a.size.z + b.size.z - sink) + a.pos;
        let b = SizedPose { pos, mat: a.mat * spin, ..b };
        let there = manifold(collide::box_box, &a.as_shape(Shape::Box), &b.as_shape(Shape::Box), 0.0);
        let back = manifold(collide::box_box, &b.as_shape(Shape::Box), &a.as_shape(Shape::Box), 0.0);
        prop_assert!(there.len() >= 3);
        let same = |x: &ContactPoint, y: &ContactPoint| {
            (x.dist - y.dist).abs() < 1e-9 && close(x.pos, y.pos, 1e-9) && close(x.normal, -y.normal, 1e-9)
        };
        for x in &there[..] {
            prop_assert!((x.dist + sink).abs() < 1e-12);
            prop_assert!(close(x.normal, a.mat.col(2), 1e-12));
            // a lowest corner is reported even if it is slightly outside of the other box
            let beside = [a, b].iter().any(|pose| signed_distance(Shape::Box, pose, x.pos) > 1e-9);
            prop_assert!(beside || back.iter().any(|y| same(x, y)), "{:?}, {:?}", x, &back[..]);
        }
    }

    #[test]
    fn nothing_finite_makes_a_number_that_is_not(
        a in any_extreme(), b in any_extreme(), margin in any_scale(), together in prop::bool::ANY,
    ) {
        let b = if together { SizedPose { pos: a.pos, ..b } } else { b };
        for (shape1, shape2, pair) in PAIRS {
            for contact in &manifold(pair, &a.as_shape(shape1), &b.as_shape(shape2), margin)[..] {
                prop_assert!(contact.dist.is_finite(), "{:?} {:?} {:?}", shape1, shape2, contact);
                prop_assert!(contact.pos.is_finite(), "{:?} {:?} {:?}", shape1, shape2, contact);
                prop_assert!(
                    (contact.normal.norm() - 1.0).abs() < 1e-9,
                    "{:?} {:?} {:?}", shape1, shape2, contact
                );
            }
        }
    }

    #[test]
    fn both_points_of_a_touch_are_on_their_surfaces(a in any_sized_pose(), b in any_sized_pose()) {
        // not for capsule and box, whose second contact is inside of the capsule, nor for edges of boxes
        for (shape1, shape2, pair) in &PAIRS[..9] {
            for contact in &manifold(*pair, &a.as_shape(*shape1), &b.as_shape(*shape2), 0.3)[..] {
                let half = contact.normal * (contact.dist / 2.0);
                let apart1 = signed_distance(*shape1, &a, contact.pos - half);
                let apart2 = signed_distance(*shape2, &b, contact.pos + half);
                prop_assert!(apart1.abs() < 1e-12, "{:?} {:?} {:e}", shape1, shape2, apart1);
                // the upper end of a capsule that penetrates a plane has a contact inside of the capsule
                let inside = matches!((shape1, shape2), (Shape::Plane, Shape::Capsule));
                prop_assert!(
                    apart2.abs() < 1e-12 || (inside && apart2 < 0.0),
                    "{:?} {:?} {:e}", shape1, shape2, apart2
                );
            }
        }
    }

    #[test]
    fn the_distance_is_that_of_the_nearest_points(a in any_sized_pose(), b in any_sized_pose()) {
        // separated by any distance: the margin is larger than the scene
        let along = |pose: &SizedPose, x: f64| pose.pos + pose.mat.col(2) * (x * pose.size.y);
        let steps = 400;
        let sampled = (0..=steps)
            .map(|k| along(&a, -1.0 + 2.0 * f64::from(k) / f64::from(steps)))
            .map(|p| signed_distance(Shape::Capsule, &b, p) - a.size.x)
            .fold(f64::INFINITY, f64::min);
        let found = manifold(PAIRS[8].2, &a.as_shape(Shape::Capsule), &b.as_shape(Shape::Capsule), 100.0);
        prop_assert_eq!(found.len(), 1);
        let spacing = 2.0 * a.size.y / f64::from(steps);
        prop_assert!(found[0].dist <= sampled + 1e-12);
        prop_assert!(found[0].dist >= sampled - spacing);

        // a sphere has one contact only
        for (shape1, shape2, pair) in &PAIRS[4..8] {
            let found = manifold(*pair, &a.as_shape(*shape1), &b.as_shape(*shape2), 100.0);
            prop_assert_eq!(found.len(), 1);
            let exact = signed_distance(*shape2, &b, a.pos) - a.size.x;
            prop_assert!((found[0].dist - exact).abs() < 1e-12, "{:?} {:?}", shape1, shape2);
        }

        // the first contact of capsule and box is the nearest point, unless the segment passes through the box
        let sampled = (0..=steps)
            .map(|k| along(&a, -1.0 + 2.0 * f64::from(k) / f64::from(steps)))
            .map(|p| signed_distance(Shape::Box, &b, p))
            .fold(f64::INFINITY, f64::min);
        let found = manifold(PAIRS[9].2, &a.as_shape(Shape::Capsule), &b.as_shape(Shape::Box), 100.0);
        if sampled > spacing {
            prop_assert!(!found.is_empty());
            let dist = found[0].dist + a.size.x;
            prop_assert!(dist <= sampled + 1e-12);
            prop_assert!(dist >= sampled - spacing);
        }
    }
}
