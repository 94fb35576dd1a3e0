//! Implicit shapes and their meshes, against the reference and closed forms.

use synovia_geom::mesh::{MeshOptions, process};
use synovia_geom::sdf::shapes::{Bolt, Bowl, Gear, GearSize, Nut, Torus};
use synovia_geom::sdf::{Implicit, polygonise};
use synovia_math::Vec3;

const OTHER_GEAR: GearSize = GearSize {
    alpha: 0.1,
    diameter: 1.5,
    teeth: 12.0,
    thickness: 0.3,
    inner_diameter: 0.4,
};

/// Point `k` of a sequence that fills a box, with sines rounded to two decimals.
fn point(k: i32, reach: [f64; 3]) -> Vec3 {
    let at = |d: usize| {
        let sine = libm::sin(f64::from(k) * (1.0 + 0.7 * d as f64));
        reach[d] * ((sine * 100.0).round() / 100.0)
    };
    Vec3::new(at(0), at(1), at(2))
}

/// Distances from 3.5.0 at the first eight points: bolt, bowl, two gears, nut, torus.
const DISTANCES: [[f64; 8]; 6] = [
    [
        0.6120000000000001,
        0.1356925232333204,
        0.7110000000000001,
        -0.09782377607281256,
        0.08641016151377545,
        0.873,
        0.1358353927892641,
        0.30600000000000005,
    ],
    [
        0.598792801718712,
        0.49452863954433046,
        0.46361934648267933,
        -0.007880441844936952,
        0.4774551746212641,
        0.6526758490655229,
        0.37665350033571343,
        0.4702056905004759,
    ],
    [
        0.5653521608047107,
        0.12058106865356989,
        -0.00520000000000001,
        -0.020704749015690416,
        0.48742391703210375,
        0.016399999999999984,
        0.05246475168885217,
        0.5861973215119689,
    ],
    [
        0.42334510050294405,
        0.15672780920251195,
        0.08084029322077649,
        0.0826927417070642,
        0.37463994814506485,
        0.04400000000000001,
        0.15453578843536542,
        0.43637332594498046,
    ],
    [
        0.4081226241975493,
        0.09999999999999998,
        0.474,
        -0.0918292496339439,
        0.08641016151377545,
        0.582,
        0.03400000000000003,
        0.26847901411393904,
    ],
    [
        0.1786338613471983,
        0.08490423588717264,
        0.04854845618276296,
        -0.042355589191042445,
        0.14527955931494382,
        0.045864556391424005,
        0.05553715032857304,
        0.16315864337306232,
    ],
];

#[test]
fn distances_are_those_of_the_reference() {
    let shapes: [(Box<dyn Implicit>, [f64; 3]); 6] = [
        (Box::new(Bolt::default()), [0.5, 0.5, 0.9]),
        (Box::new(Bowl::default()), [1.1; 3]),
        (Box::new(Gear::new(GearSize::default())), [1.6, 1.6, 0.12]),
        (Box::new(Gear::new(OTHER_GEAR)), [1.0, 1.0, 0.2]),
        (Box::new(Nut::default()), [0.5, 0.5, 0.6]),
        (Box::new(Torus::default()), [0.5, 0.5, 0.2]),
    ];
    for ((shape, reach), expected) in shapes.into_iter().zip(DISTANCES) {
        for (k, expected) in (1..).zip(expected) {
            let found = shape.distance(point(k, reach));
            assert!(
                (found - expected).abs() < 1e-15,
                "{shape:?} {k}: {found} {expected}"
            );
        }
    }
}

/// FNV-1a, word by word.
fn hash(words: impl Iterator<Item = u32>) -> u64 {
    words.fold(0xcbf2_9ce4_8422_2325, |h, w| {
        (h ^ u64::from(w)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[test]
fn meshes_are_those_of_the_reference() {
    type Row = (Box<dyn Implicit>, usize, usize, [u64; 3]);
    // vertices and faces of meshes that 3.5.0 compiled; hashes of mesh_vert, mesh_normal, mesh_face
    let rows: [Row; 6] = [
        (
            Box::new(Bolt::default()),
            25764,
            51524,
            [
                0xc0f0_6267_3233_633a,
                0xc7bc_fa6a_57ad_d11c,
                0xd77b_9f33_5d8b_96ce,
            ],
        ),
        (
            Box::new(Bowl::default()),
            63634,
            127264,
            [
                0x3c2f_20cc_b010_d559,
                0xdc1b_484f_5d88_3ba9,
                0x0072_b1af_6101_2281,
            ],
        ),
        (
            Box::new(Gear::new(GearSize::default())),
            22004,
            44008,
            [
                0x4777_bcc3_2748_3d14,
                0x13b0_1e92_715d_8649,
                0x49a4_a105_9f2e_dc7e,
            ],
        ),
        (
            Box::new(Gear::new(OTHER_GEAR)),
            36512,
            73024,
            [
                0x5fd5_1a54_8fab_d675,
                0xc213_8953_1d20_257c,
                0x7109_2df4_d16f_ceae,
            ],
        ),
        (
            Box::new(Nut::default()),
            23258,
            46516,
            [
                0x1537_82f1_72cc_f2fa,
                0x4066_e39b_29f4_6215,
                0xeb7b_03c3_8fa9_0aa4,
            ],
        ),
        (
            Box::new(Torus::default()),
            49896,
            99792,
            [
                0xdec8_99a7_6bb2_6ac5,
                0x0b3f_0a9d_b0ab_aedd,
                0x08f7_971d_2ac3_d765,
            ],
        ),
    ];
    for (shape, nvert, nface, expected) in rows {
        let options = MeshOptions {
            keep_frame: true,
            ..MeshOptions::default()
        };
        let mesh = process(&polygonise(&*shape), &options).unwrap();
        assert_eq!(
            (mesh.vert.len(), mesh.face.len()),
            (nvert, nface),
            "{shape:?}"
        );
        let bits = |v: &[[f32; 3]]| hash(v.as_flattened().iter().map(|x| x.to_bits()));
        let faces = hash(mesh.face.as_flattened().iter().map(|&k| k as u32));
        let found = [bits(&mesh.vert), bits(&mesh.normal), faces];
        assert_eq!(found, expected, "{shape:?}");
        assert_eq!((mesh.pos, mesh.face_normal), (Vec3::ZERO, mesh.face));
    }
}

#[test]
fn a_torus_has_the_volume_of_the_closed_form() {
    let torus = Torus {
        radius: 0.3,
        tube: 0.1,
    };
    let options = MeshOptions {
        keep_frame: true,
        inertia: synovia_geom::MeshInertia::Exact,
        ..MeshOptions::default()
    };
    let mesh = process(&polygonise(&torus), &options).unwrap();
    let pi = core::f64::consts::PI;
    let volume = 2.0 * pi * pi * 0.3 * 0.01;
    assert!((mesh.volume / volume - 1.0).abs() < 1e-3, "{}", mesh.volume);
}

#[test]
fn the_gradient_of_a_torus_is_that_of_its_distance() {
    let torus = Torus::default();
    for k in 1..200 {
        let p = point(k, [0.5, 0.5, 0.3]);
        if torus.distance(p).abs() > 0.1 {
            continue; // near the centre line of the tube the gradient is not defined
        }
        let h = 1e-6;
        let slope =
            |axis: Vec3| (torus.distance(p + axis * h) - torus.distance(p - axis * h)) / (2.0 * h);
        let expected = Vec3::new(slope(Vec3::X), slope(Vec3::Y), slope(Vec3::Z));
        assert!((torus.gradient(p) - expected).norm() < 1e-8, "{p:?}");
    }
}

#[test]
fn other_gradients_are_difference_quotients() {
    let bowl = Bowl::default();
    for k in 1..50 {
        // on the spherical part, on the inner side of the middle of the shell
        let p = point(k, [0.3, 0.3, 0.1]) - Vec3::new(0.0, 0.0, 0.6);
        let expected = -p.normalized();
        assert!((bowl.gradient(p) - expected).norm() < 1e-6, "{p:?}");
    }
}

#[test]
fn what_has_no_box_or_no_surface_has_no_mesh() {
    let empty = |torus: Torus| polygonise(&torus).vertex.is_empty();
    let of = |radius: f64, tube: f64| Torus { radius, tube };
    assert!(empty(of(f64::NAN, 0.1)) && empty(of(0.3, -0.1)) && empty(of(f64::INFINITY, 1.0)));
    assert!(empty(of(0.3, 0.0)) && empty(of(0.0, 0.0)));
}
