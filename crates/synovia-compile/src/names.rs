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

use crate::cx::Cx;
use crate::spec::Owned;
use crate::spec::names::Named;
use crate::tree::Tree;

/// The names of elements outside the tree, with their places.
pub(crate) fn named<T: Named>(list: &[Owned<T>]) -> impl Iterator<Item = (&str, Span)> {
    list.iter()
        .map(|item| (item.el.name().text(), item.el.span()))
}

/// Registers the assets, whose ids are their indices in the flat model.
pub(crate) fn assets(cx: &mut Cx<'_>) {
    let flat = cx.flat;
    cx.register(ObjType::Mesh, named(&flat.meshes));
    cx.register(ObjType::Skin, named(&flat.skins));
    cx.register(ObjType::Flex, named(&flat.flexes));
    cx.register(ObjType::Hfield, named(&flat.hfields));
    // without visual elements there are neither textures nor materials
    if !cx.discard_materials {
        cx.register(ObjType::Texture, named(&flat.textures));
        cx.register(ObjType::Material, named(&flat.materials));
    }
}

/// Registers the meshes in use; their ids are their indices among those.
pub(crate) fn meshes(cx: &mut Cx<'_>, used: &[bool]) {
    let flat = cx.flat;
    cx.ids.clear(ObjType::Mesh);
    let remain = named(&flat.meshes).zip(used).filter(|(_, used)| **used);
    cx.register(ObjType::Mesh, remain.map(|(name, _)| name));
}

/// Registers the elements of the tree, whose ids are final after the last fusion or removal.
pub(crate) fn tree(cx: &mut Cx<'_>, tree: &Tree) {
    let flat = cx.flat;
    // all kinds of the tree are registered together, because fusing changes all their ids
    macro_rules! register {
        ($($kind:ident $list:ident)*) => { $(
            let elements = tree.$list.iter().map(|node| &flat.$list[node.src].el);
            cx.ids.clear(ObjType::$kind);
            cx.register(ObjType::$kind, elements.map(|el| (el.name.text(), el.span)));
        )* };
    }
    register!(Body bodies Joint joints Geom geoms Site sites Camera cameras Light lights);
    mistaken(cx, tree);
}

/// Redirects names that resolve to other objects after bodies were fused.
fn mistaken(cx: &mut Cx<'_>, tree: &Tree) {
    let (flat, mistaken) = (cx.flat, &tree.mistaken);
    if mistaken.geoms.is_empty() && mistaken.sites.is_empty() {
        return;
    }
    macro_rules! redirect {
        ($($kind:ident $list:ident)*) => { $(
            // rows by index in the flat model
            let rows = tree.$list.iter().map(|node| node.src).enumerate();
            let rows: HashMap<usize, usize> = rows.map(|(row, src)| (src, row)).collect();
            for (&named, found) in &mistaken.$list {
                if let Some(&row) = rows.get(found) {
                    let name = flat.$list[named].el.name.text();
                    cx.ids.redirect(ObjType::$kind, name, row);
                }
            }
        )* };
    }
    redirect!(Geom geoms Site sites);
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
