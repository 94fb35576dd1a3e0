//! Names: registered when elements get their ids, and again when ids change.
//!
//! | when                     | function           | ids                                                  |
//! |--------------------------|--------------------|------------------------------------------------------|
//! | before assets are read   | [`assets`]         | indices in the flat model                                 |
//! | after the tree is built  | [`tree()`]         | indices in the tree, again after bodies were fused   |
//! | after meshes are dropped | [`meshes`]         | indices among the meshes that are still used         |
//! | with the relations       | `Cx::register`     | rows of their tables                                 |
//! | at the end               | [`fill`]           | the names of the model, in the order of ids          |

use std::collections::HashMap;

use synovia_mjcf::Span;
use synovia_model::Model;
use synovia_model::enums::ObjType;
use synovia_model::tables::NamesTable;

use crate::assets::locate::asset_name;
use crate::cx::Cx;
use crate::tree::Tree;

/// Registers the assets, whose ids are their indices in the flat model.
pub(crate) fn assets(cx: &mut Cx<'_>) {
    let flat = cx.flat;
    let meshes = flat
        .meshes
        .iter()
        .map(|m| (asset_name(&m.el.name, &m.el.file), m.el.span));
    required(cx, ObjType::Mesh, meshes);
    let skins = flat
        .skins
        .iter()
        .map(|s| (asset_name(&s.el.name, &s.el.file), s.el.span));
    cx.register(ObjType::Skin, skins);
    let flexes = flat.flexes.iter().map(|f| (f.el.name.text(), f.el.span));
    cx.register(ObjType::Flex, flexes);
    let hfields = flat
        .hfields
        .iter()
        .map(|h| (asset_name(&h.el.name, &h.el.file), h.el.span));
    required(cx, ObjType::Hfield, hfields);
    if cx.discard_materials {
        return;
    }
    // without visual elements there are neither textures nor materials
    let textures = flat
        .textures
        .iter()
        .map(|t| (asset_name(&t.el.name, &t.el.file), t.el.span));
    cx.register(ObjType::Texture, textures);
    // only a skybox may be unnamed
    for texture in &flat.textures {
        let sky = texture.el.kind.get() == Some(&synovia_model::enums::TextureType::Skybox);
        if !sky && asset_name(&texture.el.name, &texture.el.file).is_empty() {
            cx.error(texture.el.span, "texture: needs a name or a file");
        }
    }
    let materials = flat.materials.iter().map(|m| (m.el.name.text(), m.el.span));
    required(cx, ObjType::Material, materials);
}

/// Registers the meshes in use; their ids are their indices among those.
pub(crate) fn meshes(cx: &mut Cx<'_>, used: &[bool]) {
    let flat = cx.flat;
    cx.ids.clear(ObjType::Mesh);
    let remain = flat.meshes.iter().zip(used).filter(|(_, used)| **used);
    cx.register(
        ObjType::Mesh,
        remain.map(|(m, _)| (asset_name(&m.el.name, &m.el.file), m.el.span)),
    );
}

/// Registers objects that must have a name.
fn required<'n>(
    cx: &mut Cx<'_>,
    kind: ObjType,
    names: impl Iterator<Item = (&'n str, Span)> + Clone,
) {
    for (_, span) in names.clone().filter(|(name, _)| name.is_empty()) {
        let what = kind.keyword().unwrap_or("object");
        cx.error(span, format!("{what}: needs a name or a file"));
    }
    cx.register(kind, names);
}

/// Registers the elements of the tree, whose ids are final after the last fusion or removal.
pub(crate) fn tree(cx: &mut Cx<'_>, tree: &Tree) {
    let flat = cx.flat;
    // all kinds of the tree are registered together, because fusing changes all their ids
    for kind in [
        ObjType::Body,
        ObjType::Joint,
        ObjType::Geom,
        ObjType::Site,
        ObjType::Camera,
        ObjType::Light,
    ] {
        cx.ids.clear(kind);
    }
    let bodies = tree.bodies.iter().map(|n| &flat.bodies[n.src]);
    cx.register(ObjType::Body, bodies.map(|b| (b.name.as_str(), b.span)));
    let joints = tree.joints.iter().map(|n| &flat.joints[n.src].el);
    cx.register(ObjType::Joint, joints.map(|el| (el.name.text(), el.span)));
    let geoms = tree.geoms.iter().map(|n| &flat.geoms[n.src].el);
    cx.register(ObjType::Geom, geoms.map(|el| (el.name.text(), el.span)));
    let sites = tree.sites.iter().map(|n| &flat.sites[n.src].el);
    cx.register(ObjType::Site, sites.map(|el| (el.name.text(), el.span)));
    let cameras = tree.cameras.iter().map(|n| &flat.cameras[n.src].el);
    cx.register(ObjType::Camera, cameras.map(|el| (el.name.text(), el.span)));
    let lights = tree.lights.iter().map(|n| &flat.lights[n.src].el);
    cx.register(ObjType::Light, lights.map(|el| (el.name.text(), el.span)));
    mistaken(cx, tree);
}

/// Redirects names that resolve to other objects after bodies were fused.
fn mistaken(cx: &mut Cx<'_>, tree: &Tree) {
    let (flat, mistaken) = (cx.flat, &tree.mistaken);
    if mistaken.geoms.is_empty() && mistaken.sites.is_empty() {
        return;
    }
    // rows by index in the flat model
    let rows = |srcs: &mut dyn Iterator<Item = usize>| -> HashMap<usize, usize> {
        srcs.enumerate().map(|(row, src)| (src, row)).collect()
    };
    let geoms = rows(&mut tree.geoms.iter().map(|node| node.src));
    for (&named, found) in &mistaken.geoms {
        if let Some(&row) = geoms.get(found) {
            let name = flat.geoms[named].el.name.text();
            cx.ids.redirect(ObjType::Geom, name, row);
        }
    }
    let sites = rows(&mut tree.sites.iter().map(|node| node.src));
    for (&named, found) in &mistaken.sites {
        if let Some(&row) = sites.get(found) {
            let name = flat.sites[named].el.name.text();
            cx.ids.redirect(ObjType::Site, name, row);
        }
    }
}

/// Writes the names of all objects, in the order of their ids.
pub(crate) fn fill(cx: &Cx<'_>, model: &mut Model) {
    // order: that of the reference's list of names
    let size = &model.size;
    let counts = [
        (ObjType::Body, size.nbody),
        (ObjType::Joint, size.njnt),
        (ObjType::Geom, size.ngeom),
        (ObjType::Site, size.nsite),
        (ObjType::Camera, size.ncam),
        (ObjType::Light, size.nlight),
        (ObjType::Flex, size.nflex),
        (ObjType::Mesh, size.nmesh),
        (ObjType::Skin, size.nskin),
        (ObjType::Hfield, size.nhfield),
        (ObjType::Texture, size.ntex),
        (ObjType::Material, size.nmat),
        (ObjType::Pair, size.npair),
        (ObjType::Exclude, size.nexclude),
        (ObjType::Equality, size.neq),
        (ObjType::Tendon, size.ntendon),
        (ObjType::Actuator, size.nu),
        (ObjType::Sensor, size.nsensor),
        (ObjType::Numeric, size.nnumeric),
        (ObjType::Text, size.ntext),
        (ObjType::Tuple, size.ntuple),
        (ObjType::Key, size.nkey),
        (ObjType::Plugin, size.nplugin),
    ];
    // unnamed objects have an empty name
    let lists: Vec<(ObjType, Vec<&str>)> = counts
        .into_iter()
        .map(|(kind, count)| (kind, cx.ids.list(kind, count as usize)))
        .collect();
    model.names = NamesTable {
        paths: core::mem::take(&mut model.names.paths),
        ..NamesTable::build(&cx.flat.modelname, &lists)
    };
    model.size.nnames = model.names.chars.len() as i64;
    model.size.nnames_map = model.names.map.len() as i64;
    model.index_names();
}
