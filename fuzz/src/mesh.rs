//! Arbitrary bytes as a mesh: in an accepted mesh all indices of faces and of the hull graph are in range.
//!
//! Two bytes of flags choose the format and the options; then come the scale, the vertex limit of the hull, and the file.

use synovia::math::{Quat, Vec3};
use synovia_geom::mesh::{FitShape, MeshFormat, fit, process};
use synovia_geom::{MeshInertia, MeshOptions, MeshSource, ProcessedMesh};

use crate::input::Input;

/// The largest number of faces for which a distance field is computed.
const SDF_FACES: usize = 12;

/// The target.
pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let [choice, flags] = input.bytes();
    let format = [MeshFormat::Stl, MeshFormat::Obj, MeshFormat::Msh][usize::from(choice & 15) % 3];
    let inertia = [
        MeshInertia::Legacy,
        MeshInertia::Exact,
        MeshInertia::Convex,
        MeshInertia::Shell,
    ][usize::from(choice >> 4) % 4];
    let flag = |k: u8| flags >> k & 1 == 1;
    let mut options = MeshOptions {
        inertia,
        smoothnormal: flag(0),
        needhull: !flag(1),
        ..MeshOptions::default()
    };
    if flag(2) {
        options.scale = Vec3::new(input.number(), input.number(), input.number());
    }
    if flag(3) {
        options.maxhullvert = Some(input.below(256));
    }
    if flag(4) {
        options.refpos = Vec3::new(input.number(), input.number(), input.number());
        let [w, x, y, z] = [(); 4].map(|()| input.number());
        options.refquat = Quat::from([w, x, y, z]);
    }
    let read = MeshSource::read(format, input.rest, options.scale, flag(5));
    let source = match read {
        Ok(source) => source,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    // rarely, because it takes half a second
    options.needsdf = flags >> 6 == 3 && source.face.len() <= 3 * SDF_FACES;
    match process(&source, &options) {
        Ok(mesh) => check(&mesh),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Checks that all indices are in range, and that shapes can be fitted.
fn check(mesh: &ProcessedMesh) {
    let mut corners = mesh.face.iter().flatten();
    assert!(corners.all(|&k| usize::try_from(k).is_ok_and(|k| k < mesh.vert.len())));
    // indices of normals and texture coordinates are used for rendering only and kept unchanged, as in the reference
    if let [nvert, nface, rest @ ..] = mesh.graph.as_slice() {
        let (nvert, nface) = (*nvert as usize, *nface as usize);
        // edge addresses, vertex ids, neighbours with a terminator for each vertex, faces
        assert_eq!(rest.len(), 2 * nvert + nvert + 3 * nface + 3 * nface);
        let ids = &rest[nvert..2 * nvert];
        assert!(ids.iter().all(|&k| (k as usize) < mesh.vert.len()));
    }
    assert!(mesh.volume.is_finite() && mesh.inertia.is_finite() && mesh.pos.is_finite());
    let shapes = [
        FitShape::Sphere,
        FitShape::Capsule,
        FitShape::Ellipsoid,
        FitShape::Cylinder,
        FitShape::Box,
    ];
    for shape in shapes {
        for to_aabb in [false, true] {
            let _ = fit(mesh, shape, to_aabb, 1.0);
        }
    }
}
