//! Mass properties of meshes: rows of the acceptance list and shapes with known integrals.

use synovia_geom::mesh::{Builtin, FitShape, MeshInertia, MeshOptions, MeshSource, fit, process};
use synovia_geom::{MeshError, ProcessedMesh};
use synovia_math::{Quat, Vec3};

const MODES: [MeshInertia; 4] = [
    MeshInertia::Legacy,
    MeshInertia::Exact,
    MeshInertia::Convex,
    MeshInertia::Shell,
];

fn cube() -> MeshSource {
    let corner = |k: usize, bit: usize| if bit >> k & 1 == 1 { 0.5_f32 } else { -0.5 };
    // (−−−)(+−−)(++−)(−+−), then the same corners with +z
    let vertex = [0, 1, 3, 2, 4, 5, 7, 6]
        .iter()
        .flat_map(|&b| [0, 1, 2].map(|k| corner(k, b)));
    MeshSource {
        vertex: vertex.collect(),
        face: vec![
            0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 2, 3, 7, 2, 7, 6, 0, 4, 7, 0, 7,
            3, 1, 2, 6, 1, 6, 5,
        ],
        ..MeshSource::default()
    }
}

fn ell() -> MeshSource {
    let outline = [
        [0.0, 0.0],
        [3.0, 0.0],
        [3.0, 1.0],
        [1.0, 1.0],
        [1.0, 2.0],
        [0.0, 2.0],
    ];
    let layer = |z: f32| outline.iter().flat_map(move |p| [p[0], p[1], z]);
    MeshSource {
        vertex: layer(0.0).chain(layer(1.0)).collect(),
        face: vec![
            0, 2, 1, 6, 7, 8, 0, 3, 2, 6, 8, 9, 0, 4, 3, 6, 9, 10, 0, 5, 4, 6, 10, 11, 0, 1, 7, 0,
            7, 6, 1, 2, 8, 1, 8, 7, 2, 3, 9, 2, 9, 8, 3, 4, 10, 3, 10, 9, 4, 5, 11, 4, 11, 10, 5,
            0, 6, 5, 6, 11,
        ],
        ..MeshSource::default()
    }
}

fn load(source: &MeshSource, inertia: MeshInertia) -> Result<ProcessedMesh, MeshError> {
    process(
        source,
        &MeshOptions {
            inertia,
            ..MeshOptions::default()
        },
    )
}

/// Principal inertia of a geom of density 1000, as the compiler derives it from the box.
fn geom_inertia(mesh: &ProcessedMesh) -> [f64; 3] {
    let (m, b) = (1000.0 * mesh.volume, mesh.half_box);
    [
        m * (b.y * b.y + b.z * b.z) / 3.0,
        m * (b.x * b.x + b.z * b.z) / 3.0,
        m * (b.x * b.x + b.y * b.y) / 3.0,
    ]
}

#[track_caller]
fn close<const N: usize>(found: [f64; N], expected: [f64; N], tolerance: f64) {
    let size = expected.iter().fold(1e-3_f64, |m, x| m.max(x.abs()));
    for k in 0..N {
        assert!(
            (found[k] - expected[k]).abs() <= tolerance * size,
            "component {k}: {found:?} is not {expected:?}"
        );
    }
}

#[test]
fn inr_04_inr_06_a_cube_weighs_what_a_cube_weighs() {
    let reference = load(&cube(), MeshInertia::Legacy).unwrap();
    for mode in [MeshInertia::Legacy, MeshInertia::Exact, MeshInertia::Convex] {
        let mesh = load(&cube(), mode).unwrap();
        close([mesh.volume], [1.0], 1e-12);
        close(geom_inertia(&mesh), [1000.0 / 6.0; 3], 1e-10);
        close(mesh.pos.to_array(), [0.0; 3], 1e-12);
        close([mesh.volume], [reference.volume], 1e-12);
        close(mesh.quat.to_array(), reference.quat.to_array(), 1e-12);
    }
}

#[test]
fn inr_05_a_cubic_shell_weighs_its_area() {
    let mesh = load(&cube(), MeshInertia::Shell).unwrap();
    close([mesh.volume], [6.0], 1e-12);
    close(geom_inertia(&mesh), [5000.0 / 3.0; 3], 1e-10);
}

#[test]
fn inr_07_inr_08_an_ell_differs_between_modes() {
    let expected = [
        (
            4.161340544083906,
            [1.2420108161, 0.7751966568, 0.5],
            [4234.0534173732, 3697.2689867472, 1219.5851517011],
        ),
        (
            4.0,
            [1.25, 0.75, 0.5],
            [4166.6666666667, 3666.6666666667, 1166.6666666667],
        ),
        (
            5.0,
            [1.3333333333, 0.8666666667, 0.5],
            [4855.5555555556, 4030.6433743186, 1658.2455145703],
        ),
        (
            18.0,
            [1.2777777778, 0.7777777778, 0.5],
            [24388.8888888889, 21428.0695342449, 8627.4860213106],
        ),
    ];
    for (mode, (volume, pos, inertia)) in MODES.into_iter().zip(expected) {
        let mesh = load(&ell(), mode).unwrap();
        close([mesh.volume], [volume], 1e-12);
        close(mesh.pos.to_array(), pos, 1e-10);
        close(geom_inertia(&mesh), inertia, 1e-11);
    }
    let exact = load(&ell(), MeshInertia::Exact).unwrap();
    close(
        exact.quat.to_array(),
        [0.1132659503, 0.6979762349, -0.1132659503, 0.6979762349],
        1e-9,
    );
}

#[test]
fn inr_12_a_box_off_the_origin_moves_to_its_centre() {
    // a 2×1×3 box with a corner at the origin
    let mut source = cube();
    for v in source.vertex.chunks_exact_mut(3) {
        v.copy_from_slice(&[(v[0] + 0.5) * 2.0, v[1] + 0.5, (v[2] + 0.5) * 3.0]);
    }
    let mesh = load(&source, MeshInertia::Legacy).unwrap();
    close([mesh.volume], [6.0], 1e-12);
    close(mesh.pos.to_array(), [1.0, 0.5, 1.5], 1e-12);
    close(geom_inertia(&mesh), [6500.0, 5000.0, 2500.0], 1e-12);
    let half = core::f64::consts::FRAC_1_SQRT_2;
    close(mesh.quat.to_array(), [half, 0.0, 0.0, half], 1e-12);

    // in the user's frame the vertices have not moved
    for (v, given) in mesh.vert.iter().zip(source.vertex.chunks_exact(3)) {
        let [x, y, z] = v.map(f64::from);
        let back = mesh.quat.rotate(Vec3::new(x, y, z)) + mesh.pos;
        close(
            back.to_array(),
            [given[0].into(), given[1].into(), given[2].into()],
            1e-6,
        );
    }
    close(mesh.aabb.half_size().to_array(), [0.5, 1.0, 1.5], 1e-12);
    close([mesh.bounding_radius()], [3.5_f64.sqrt()], 1e-12);
}

#[test]
fn inr_19_a_flat_mesh_is_only_a_shell() {
    let flat = MeshSource {
        vertex: vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0],
        face: vec![0, 1, 2, 0, 2, 3],
        ..MeshSource::default()
    };
    for inertia in MODES {
        let options = MeshOptions {
            inertia,
            needhull: true,
            ..MeshOptions::default()
        };
        assert_eq!(process(&flat, &options), Err(MeshError::FlatHull));
    }
    for mode in [MeshInertia::Legacy, MeshInertia::Exact, MeshInertia::Convex] {
        let error = load(&flat, mode).unwrap_err();
        assert_eq!(error, MeshError::VolumeTooSmall);
        assert!(error.to_string().contains("shell"));
    }
    let shell = load(&flat, MeshInertia::Shell).unwrap();
    close([shell.volume], [1.0], 1e-12);
    close(
        geom_inertia(&shell),
        [1000.0 / 6.0, 1000.0 / 12.0, 1000.0 / 12.0],
        1e-12,
    );
    close(shell.pos.to_array(), [0.5, 0.5, 0.0], 1e-12);
}

#[test]
fn inr_20_the_smallest_volume_is_1e_15() {
    let scaled = |s: f64| MeshOptions {
        scale: Vec3::splat(s),
        ..MeshOptions::default()
    };
    assert!(process(&cube(), &scaled(1.1e-5)).is_ok());
    assert_eq!(
        process(&cube(), &scaled(9e-6)),
        Err(MeshError::VolumeTooSmall)
    );
}

#[test]
fn inr_21_reversed_faces_matter_to_exact_only() {
    let mut inside_out = cube();
    for face in inside_out.face.chunks_exact_mut(3) {
        face.swap(1, 2);
    }
    assert_eq!(
        load(&inside_out, MeshInertia::Exact),
        Err(MeshError::VolumeNegative)
    );
    for mode in [MeshInertia::Legacy, MeshInertia::Convex, MeshInertia::Shell] {
        let (a, b) = (
            load(&inside_out, mode).unwrap(),
            load(&cube(), mode).unwrap(),
        );
        close([a.volume], [b.volume], 1e-12);
        close(geom_inertia(&a), geom_inertia(&b), 1e-12);
    }
}

#[test]
fn inr_22_one_reversed_face_is_named() {
    let mut twisted = cube();
    twisted.face.swap(1, 2);
    let error = load(&twisted, MeshInertia::Exact).unwrap_err();
    // measured on 3.5.0: "... faces containing the vertices 1 and 2"
    assert_eq!(
        error,
        MeshError::Orientation {
            first: 1,
            second: 2
        }
    );
    for mode in [MeshInertia::Legacy, MeshInertia::Convex, MeshInertia::Shell] {
        close(
            [load(&twisted, mode).unwrap().volume],
            [load(&cube(), mode).unwrap().volume],
            1e-12,
        );
    }
}

#[test]
fn vertices_without_faces_get_those_of_their_hull() {
    let points = MeshSource {
        face: Vec::new(),
        ..cube()
    };
    let mesh = load(&points, MeshInertia::Exact).unwrap();
    assert_eq!(mesh.face.len(), 12);
    assert_eq!(mesh.graph[..2], [8, 12]);
    assert_eq!(mesh.graph.len(), 2 + 3 * 8 + 6 * 12);
    assert_eq!(mesh.polygons.len(), 6);
    assert_eq!(mesh.polygons.vertnum, [4; 6]);
    assert_eq!(mesh.polygons.mapnum, [3; 8]);
    close([mesh.volume], [1.0], 1e-12);
}

#[test]
fn frames_and_scale_are_applied_in_turn() {
    let half = core::f64::consts::FRAC_1_SQRT_2;
    let options = MeshOptions {
        refpos: Vec3::new(1.0, 0.0, 0.0),
        refquat: Quat::new(2.0 * half, 0.0, 0.0, 2.0 * half),
        scale: Vec3::new(2.0, 1.0, 1.0),
        ..MeshOptions::default()
    };
    let mesh = process(&cube(), &options).unwrap();
    // the centre (0,0,0) − (1,0,0), rotated by −90° about z, then scaled along x
    close(mesh.pos.to_array(), [0.0, 1.0, 0.0], 1e-12);
    close([mesh.volume], [2.0], 1e-12);
}

#[test]
fn primitives_are_fitted_to_the_inertia_box_or_the_bounding_box() {
    let options = MeshOptions {
        scale: Vec3::new(2.0, 1.0, 4.0),
        ..MeshOptions::default()
    };
    let mesh = process(&cube(), &options).unwrap();
    // principal axes: the longest side comes last
    close(mesh.half_box.to_array(), [0.5, 1.0, 2.0], 1e-12);
    let size = |shape, to_aabb| fit(&mesh, shape, to_aabb, 2.0).size.to_array();
    close(size(FitShape::Box, false), [1.0, 2.0, 4.0], 1e-12);
    close(size(FitShape::Box, true), [1.0, 2.0, 4.0], 1e-12);
    close(size(FitShape::Sphere, false), [7.0 / 3.0, 0.0, 0.0], 1e-12);
    close(size(FitShape::Sphere, true), [4.0, 0.0, 0.0], 1e-12);
    close(size(FitShape::Capsule, false), [1.5, 3.25, 0.0], 1e-12);
    close(size(FitShape::Capsule, true), [2.0, 2.0, 0.0], 1e-12);
    close(size(FitShape::Cylinder, false), [1.5, 4.0, 0.0], 1e-12);
    close(size(FitShape::Ellipsoid, true), [1.0, 2.0, 4.0], 1e-12);
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn built_in_meshes_equal_those_of_the_reference() {
    // counts (vertices, faces, normals), volume, position, principal inertia at density 1000: from 3.5.0
    type Row = (
        &'static str,
        &'static [f64],
        [usize; 3],
        f64,
        [f64; 3],
        [f64; 3],
    );
    let rows: [Row; 7] = [
        (
            "sphere",
            &[2.0],
            [162, 320, 162],
            4.047044661651024,
            [0.0; 3],
            [1582.1694633536251, 1582.1694526509998, 1582.1694513676375],
        ),
        (
            "hemisphere",
            &[3.0],
            [42, 80, 42],
            1.9097436909829886,
            [0.0, 0.0, 0.36260610739429655],
            [718.7665140993022, 467.6673232077385, 467.6673232077385],
        ),
        (
            "cone",
            &[7.0, 0.0],
            [8, 12, 8],
            1.8242734394281215,
            [1.0449591694860138e-08, 0.0, -0.5],
            [512.9391539472532, 512.9391491365101, 478.59627125532666],
        ),
        (
            "cone",
            &[6.0, 0.5],
            [12, 20, 12],
            3.0310888588428497,
            [0.0, 0.0, -0.21428571428571414],
            [1319.5288616365626, 1319.5288465786766, 838.9620798004031],
        ),
        (
            "supersphere",
            &[12.0, 0.7, 1.3],
            [134, 264, 134],
            3.6154612186360655,
            [4.4146694028802443e-14, -3.587038373020069e-14, 0.0],
            [1406.0400113155902, 1286.8613160334821, 1286.8613160334821],
        ),
        (
            "supertorus",
            &[9.0, 0.4, 0.8, 1.2],
            [81, 162, 81],
            3.584003333215702,
            [0.002772422824213297, 0.0, 0.0],
            [2756.862097151901, 1508.5078117865069, 1506.8390651841066],
        ),
        (
            "wedge",
            &[5.0, 6.0, 60.0, 40.0, 0.3],
            [30, 56, 90],
            0.29571432697412076,
            [0.0, 0.0, -0.7626458538573628],
            [48.6573831391246, 30.373887853495006, 22.73584786491965],
        ),
    ];
    for (shape, params, counts, volume, pos, inertia) in rows {
        let source = Builtin::from_keyword(shape).unwrap().make(params).unwrap();
        let mesh = load(&source, MeshInertia::Legacy).unwrap();
        assert_eq!(
            [mesh.vert.len(), mesh.face.len(), mesh.normal.len()],
            counts,
            "{shape}"
        );
        close([mesh.volume], [volume], 1e-12);
        close(
            [mesh.pos.x + 1.0, mesh.pos.y, mesh.pos.z],
            [pos[0] + 1.0, pos[1], pos[2]],
            1e-12,
        );
        close(geom_inertia(&mesh), inertia, 1e-11);
    }
    let plate = Builtin::Plate.make(&[4.0, 5.0]).unwrap();
    assert_eq!(
        (plate.vertex.len(), plate.face.len(), plate.normal.len()),
        (60, 72, 180)
    );
    assert_eq!(Builtin::Plate.inertia(), Some(MeshInertia::Shell));
}

#[test]
fn built_in_parameters_are_checked() {
    let make = |shape: Builtin, params: &[f64]| shape.make(params).map(|_| ());
    assert!(matches!(
        make(Builtin::Sphere, &[]),
        Err(MeshError::BuiltinCount { .. })
    ));
    assert!(matches!(
        make(Builtin::Sphere, &[5.0]),
        Err(MeshError::BuiltinParam { .. })
    ));
    assert!(matches!(
        make(Builtin::Hemisphere, &[11.0]),
        Err(MeshError::BuiltinParam { .. })
    ));
    assert!(make(Builtin::Supertorus, &[9.0, 1.1, 1.0, 1.0]).is_err());
    assert!(matches!(
        make(Builtin::Plate, &[1e9, 1e9]),
        Err(MeshError::BuiltinParam { .. })
    ));
    assert!(matches!(
        make(Builtin::Wedge, &[f64::NAN; 5]),
        Err(MeshError::BuiltinParam { .. })
    ));
    assert!(make(Builtin::Cone, &[0.0, 0.0]).is_ok());
}
