//! Pairs of primitives, compared with contacts recorded from the reference.

#![expect(clippy::unwrap_used, reason = "a broken table must stop the test")]

use synovia_geom::collide::{self, ContactPoint, Manifold, Shape, Solid};
use synovia_math::{Mat3, Quat, Vec3};

/// The collision function of a pair.
type Pair = fn(&Solid<'_>, &Solid<'_>, f64, &mut Manifold);

/// One shape of a recorded pose.
struct PosedShape {
    shape: Shape<'static>,
    size: Vec3,
    pos: Vec3,
    mat: Mat3,
}

impl PosedShape {
    fn new(kind: &str, values: &[f64]) -> Self {
        let shape = match kind {
            "plane" => Shape::Plane,
            "sphere" => Shape::Sphere,
            "capsule" => Shape::Capsule,
            "cylinder" => Shape::Cylinder,
            "box" => Shape::Box,
            _ => panic!("{kind}"),
        };
        let vec3 = |k: usize| Vec3::new(values[k], values[k + 1], values[k + 2]);
        let quat = Quat::new(values[6], values[7], values[8], values[9]);
        Self {
            shape,
            size: vec3(0),
            pos: vec3(3),
            mat: quat.normalized().to_mat(),
        }
    }

    fn solid(&self) -> Solid<'_> {
        Solid {
            shape: self.shape,
            size: &self.size,
            pos: &self.pos,
            mat: &self.mat,
            rbound: 0.0,
        }
    }
}

/// A recorded pose and its contacts: distance, position, normal, first tangent.
struct Case {
    kinds: String,
    margin: f64,
    shapes: [PosedShape; 2],
    manifold: Vec<[f64; 10]>,
}

fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in include_str!("data/pairs.txt").lines() {
        if line.starts_with('#') {
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let numbers = |words: &[&str]| -> Vec<f64> {
            words.iter().map(|word| word.parse().unwrap()).collect()
        };
        if line.starts_with(char::is_alphabetic) {
            let values = numbers(&words[2..]);
            cases.push(Case {
                kinds: format!("{} {}", words[0], words[1]),
                margin: values[0],
                shapes: [
                    PosedShape::new(words[0], &values[1..11]),
                    PosedShape::new(words[1], &values[11..21]),
                ],
                manifold: Vec::new(),
            });
        } else {
            let contact = numbers(&words).try_into().unwrap();
            cases.last_mut().unwrap().manifold.push(contact);
        }
    }
    cases
}

fn pair(kinds: &str) -> Pair {
    match kinds {
        "plane sphere" => collide::plane_sphere,
        "plane capsule" => collide::plane_capsule,
        "plane cylinder" => collide::plane_cylinder,
        "plane box" => collide::plane_box,
        "sphere sphere" => collide::sphere_sphere,
        "sphere capsule" => collide::sphere_capsule,
        "sphere cylinder" => collide::sphere_cylinder,
        "sphere box" => collide::sphere_box,
        "capsule capsule" => collide::capsule_capsule,
        "capsule box" => collide::capsule_box,
        "box box" => collide::box_box,
        _ => panic!("{kinds}"),
    }
}

/// The first tangent of a contact frame, as the caller completes it.
fn tangent(contact: &ContactPoint) -> Vec3 {
    let normal = contact.normal.normalized();
    let wanted = if contact.tangent != Vec3::ZERO {
        contact.tangent
    } else if normal.y.abs() < 0.5 {
        Vec3::Y
    } else {
        Vec3::Z
    };
    (wanted - normal * normal.dot(wanted)).normalized()
}

fn close(got: &[f64], want: &[f64]) -> bool {
    let near = |(g, w): (&f64, &f64)| (g - w).abs() <= 1e-12 * w.abs().max(1.0);
    got.iter().zip(want).all(near)
}

#[test]
fn mar_13_pairs_touch_where_the_reference_says() {
    let cases = cases();
    assert_eq!(cases.len(), 11 * 40);
    let mut out = Manifold::default();
    for (number, case) in cases.iter().enumerate() {
        let [a, b] = &case.shapes;
        out.clear();
        pair(&case.kinds)(&a.solid(), &b.solid(), case.margin, &mut out);

        let what = format!("pose {number}, {}", case.kinds);
        assert_eq!(out.len(), case.manifold.len(), "{what}: {:?}", &out[..]);
        for (contact, want) in out.iter().zip(&case.manifold) {
            assert!(
                (contact.normal.norm() - 1.0).abs() < 1e-14,
                "{what}: {contact:?}"
            );
            let [p, n, t] = [contact.pos, contact.normal, tangent(contact)];
            let got = [contact.dist, p.x, p.y, p.z, n.x, n.y, n.z, t.x, t.y, t.z];
            assert!(close(&got, want), "{what}: {got:?}, expected {want:?}");
        }
    }
}
