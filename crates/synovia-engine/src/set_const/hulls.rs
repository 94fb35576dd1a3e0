//! How convex the hulls of meshes are.

use synovia_geom::hull::convexity::Convexity;
use synovia_model::Model;
use synovia_model::hulls::HullNumbers;

/// Measures the hulls of all meshes, which speeds up their contacts and changes none.
///
/// The compiler does so, and the reader of binary models. It is to be called again if a program has written vertices
/// of meshes and the speed is to return; nothing else may be able to write to the model then.
pub fn set_hulls(model: &mut Model) {
    let mesh = &model.mesh;
    let rows = mesh.ids().map(|m| {
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
