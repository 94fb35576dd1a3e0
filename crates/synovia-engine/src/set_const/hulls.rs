//! How convex the hulls of meshes are.

use synovia_geom::hull::convexity::Convexity;
use synovia_model::Model;
use synovia_model::hulls::HullNumbers;

/// Measures the hulls of all meshes, which makes contact detection faster and changes no contact.
///
/// The compiler and the reader of binary models call it. Call it again after a program has written mesh vertices, to regain
/// the speed; nothing else may be able to write to the model at that time.
pub fn set_hulls(model: &mut Model) {
    let mesh = &model.mesh;
    let rows = mesh.ids().map(|m| {
        // the part of the columns that belongs to this mesh
        let part = [mesh.vertadr[m], mesh.vertnum[m], mesh.graphadr[m]];
        let vert = mesh.vert.rows().get(mesh.verts(m)).unwrap_or_default();
        let start = usize::try_from(part[2]).ok();
        let graph = start.and_then(|start| mesh.graph.rows().get(start..));
        let Convexity {
            clearance,
            shortfall,
        } = graph.map_or(Convexity::UNKNOWN, |graph| Convexity::of(vert, graph));
        HullNumbers {
            part,
            clearance,
            shortfall,
        }
    });
    let rows = rows.collect();
    model.hulls.keep(rows, &model.mesh);
}
