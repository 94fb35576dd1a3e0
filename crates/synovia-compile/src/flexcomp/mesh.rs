//! Flexcomps of mesh files: the triangles of a surface, or tetrahedra that join them with one interior point.

use synovia_geom::MeshSource;
use synovia_geom::mesh::MeshFormat;
use synovia_math::Vec3;
use synovia_mjcf::Attr;
use synovia_mjcf::spec::flex::Flexcomp;

use super::{Cells, FlexcompContext, MIN_VAL, Refusal};
use crate::assets::locate;

/// The bytes of the file that an attribute names.
///
/// DIFFERENCE(flexcomp-memory-file): the reference reads flexcomp files from disk only, not from memory.
pub(super) fn read(comp: &Flexcomp, place: &FlexcompContext<'_>) -> Result<Vec<u8>, Refusal> {
    let file = &comp.file;
    if file.text().is_empty() {
        return Err(Refusal::at(file, "file", "a file is required"));
    }
    let settings = place.settings;
    let found = locate::Request {
        name: &locate::plain_name(settings, file),
        dir: &settings.meshdir,
        settings,
        span: file.span(),
    };
    match found.open(place.files, place.sources) {
        Ok(found) => Ok(found.bytes),
        Err(error) => Err(Refusal::at(file, "file", error.to_string())),
    }
}

/// Adds the points and elements of a mesh.
pub(super) fn fill(
    comp: &Flexcomp,
    place: &FlexcompContext<'_>,
    cells: &mut Cells,
) -> Result<(), Refusal> {
    let refuse = |message: String| Err(Refusal::at(&comp.file, "file", message));
    let file = comp.file.text();
    if !file.is_empty() && cells.dim < 2 {
        let message = "must be at least 2 for a mesh";
        return Err(Refusal::at(&comp.dim, "dim", message));
    }
    if locate::extension(file) == "msh" {
        return refuse(
            "MSH files are not supported here; use type=\"gmsh\" for GMSH files".to_owned(),
        );
    }
    let bytes = read(comp, place)?;
    let kind = locate::content_type(&Attr::default(), file);
    let Some(format) = kind.and_then(|kind| MeshFormat::from_content_type(&kind)) else {
        return refuse(format!(
            "unknown or unsupported format of mesh file '{file}'; expected STL, OBJ or MSH"
        ));
    };
    let mesh = match MeshSource::read(format, &bytes, Vec3::splat(1.0), true) {
        Ok(mesh) => mesh,
        Err(error) => return refuse(error.to_string()),
    };
    if mesh.vertex.is_empty() || mesh.face.is_empty() {
        return refuse("vertices and faces are required".to_owned());
    }

    if !mesh.texcoord.is_empty() {
        cells.texcoord = mesh.texcoord;
        cells.elemtexcoord = mesh.face_texcoord;
    }
    cells.point = mesh.vertex.into_iter().map(f64::from).collect();
    if cells.dim == 2 {
        cells.element = mesh.face;
        return Ok(());
    }
    tetrahedra(comp, &mesh.face, cells)
}

/// Joins triangles with the origin where the resulting volume is positive.
fn tetrahedra(comp: &Flexcomp, face: &[i32], cells: &mut Cells) -> Result<(), Refusal> {
    let origin = Vec3::from(comp.values().origin);
    let edge = |id: i32| {
        let p = cells.point.chunks_exact(3).nth(usize::try_from(id).ok()?)?;
        Some(Vec3::new(p[0] - origin.x, p[1] - origin.y, p[2] - origin.z))
    };
    for corners in face.chunks_exact(3) {
        let (Some(a), Some(b), Some(c)) = (edge(corners[0]), edge(corners[1]), edge(corners[2]))
        else {
            let message = "a face has a vertex index that is out of range";
            return Err(Refusal::at(&comp.file, "file", message));
        };
        let normal = a.cross(b);
        let volume = normal.x * c.x + normal.y * c.y + normal.z * c.z;
        // NaN is skipped as well
        if volume >= MIN_VAL {
            cells.element.push(0);
            cells.element.extend(corners.iter().map(|id| id + 1));
        }
    }
    cells.point.splice(0..0, origin.to_array());
    Ok(())
}
