//! Dynamic meshes, rebuilt every frame: skins, flexes, single triangles.

use synovia_model::GeomType;
use synovia_scene::{Geom, Scene};

use crate::resources::context::Context;
use crate::resources::mesh::{MeshVertex, RenderMesh};

/// Fills `out` with the meshes of the scene's skins, flexes and triangles; `spare` keeps their buffers for the next frame.
pub(crate) fn build_dynamic_meshes(
    context: &Context,
    scene: &Scene,
    out: &mut Vec<(usize, RenderMesh)>,
    spare: &mut Vec<RenderMesh>,
) {
    spare.extend(out.drain(..).map(|(_, mesh)| mesh));
    for (g, geom) in scene.shapes().iter().enumerate() {
        if !matches!(
            geom.kind,
            GeomType::Flex | GeomType::Skin | GeomType::Triangle
        ) {
            continue;
        }
        let mut mesh = spare.pop().unwrap_or_default();
        mesh.clear();
        match geom.kind {
            GeomType::Flex => flex(scene, geom, &mut mesh),
            GeomType::Skin => skin(context, scene, geom, &mut mesh),
            _ => {
                let s = geom.size;
                let corners = [[0.0, 0.0, 0.0], [s[0], 0.0, 0.0], [0.0, s[1], 0.0]];
                mesh.triangle(&corners.map(|p| MeshVertex::new(p, [0.0, 0.0, 1.0])), 0b111);
            }
        }
        mesh.close_cluster();
        out.push((g, mesh));
    }
}

fn flex(scene: &Scene, geom: &Geom, out: &mut RenderMesh) {
    let flex = &scene.flex;
    let Ok(f) = usize::try_from(geom.objid) else {
        return;
    };
    let at = |column: &[i32]| column.get(f).copied().unwrap_or(0).max(0) as usize;
    let (first, used) = (at(&flex.faceadr), at(&flex.faceused));
    let textured_triangle = geom.texcoord != 0 && geom.matid >= 0;
    for k in first..first.saturating_add(used) {
        let (Some(p), Some(n)) = (flex.face.get(k), flex.normal.get(k)) else {
            break;
        };
        let t = flex.texcoord.get(k).copied().unwrap_or([0.0; 6]);
        let corner = |c: usize| MeshVertex {
            pos: [p[3 * c], p[3 * c + 1], p[3 * c + 2]],
            normal: [n[3 * c], n[3 * c + 1], n[3 * c + 2]],
            texcoord: [t[2 * c], t[2 * c + 1]],
        };
        let corners = [corner(0), corner(1), corner(2)];
        if textured_triangle {
            out.textured_triangle(&corners, 0b111);
        } else {
            out.triangle(&corners, 0b111);
        }
    }
}

fn skin(context: &Context, scene: &Scene, geom: &Geom, out: &mut RenderMesh) {
    let skin = &scene.skin;
    let Ok(s) = usize::try_from(geom.objid) else {
        return;
    };
    let (Some(fixed), Some(&adr), Some(&num)) = (
        context.skins.get(s),
        skin.vertadr.get(s),
        skin.vertnum.get(s),
    ) else {
        return;
    };
    let adr = adr.max(0) as usize;
    let Some(vert) = skin.vert.get(adr..) else {
        return;
    };
    let normal = skin.normal.get(adr..).unwrap_or(&[]);
    let num = (num.max(0) as usize).min(vert.len()).min(normal.len());
    let textured_triangle = !fixed.texcoord.is_empty();
    let count = skin.facenum.get(s).copied().unwrap_or(0).max(0) as usize;
    for face in fixed.face.iter().take(count) {
        if face.iter().any(|&v| v < 0 || v as usize >= num) {
            continue;
        }
        let corners = face.map(|v| MeshVertex {
            pos: vert[v as usize],
            normal: normal[v as usize],
            texcoord: fixed.texcoord.get(v as usize).copied().unwrap_or([0.0; 2]),
        });
        if textured_triangle {
            out.textured_triangle(&corners, 0b111);
        } else {
            out.triangle(&corners, 0b111);
        }
    }
}
