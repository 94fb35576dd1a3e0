//! `asset`: textures, materials, meshes and height fields.

use synovia_geom::MeshInertia::Shell;
use synovia_geom::mesh;
use synovia_mjcf::Element;
use synovia_mjcf::spec::asset::{Hfield, Material, Mesh, Texture};
use synovia_mjcf::write::Node;
use synovia_model::enums::{Builtin, MeshInertia, TextureRole};
use synovia_model::{HfieldId, MaterialId, TextureId};

use super::differ::differ;
use super::files::FileKind;
use super::{Context, plugins};
use crate::assets::locate;
use crate::spec::{FlatModel, Owned};

pub(super) fn write(cx: &Context<'_>, root: &mut Node) {
    let flat = &cx.origin.flat;
    let mut section = cx.node("asset");
    if !cx.discard() {
        for (k, texture_) in flat.textures.iter().enumerate() {
            section.push(texture(cx, texture_, TextureId::new(k)));
        }
        for (k, material_) in flat.materials.iter().enumerate() {
            let class = &cx.class(&material_.class).material;
            let mut node = cx.node("material");
            node.text("name", material_.el.name.text());
            super::class(cx, &mut node, &material_.class, "");
            let values = of_model(cx, &material_.el, MaterialId::new(k));
            write_material(&material_.el, &values, class, &mut node);
            section.push(node);
        }
    }
    for (k, mesh_) in flat.meshes.iter().enumerate() {
        if !cx.origin.used_meshes.get(k).copied().unwrap_or(true) {
            continue;
        }
        let mut node = cx.node("mesh");
        if let Some(used) = &mesh_.plugin {
            node.text("name", mesh_.el.name.text());
            let name = cx
                .names
                .name(cx.origin, FileKind::Mesh, &mesh_.el.file, mesh_.settings);
            node.text("file", name);
            if cx.exact() {
                super::class(cx, &mut node, &mesh_.class, "");
                mesh_class(cx, &mesh_.el, &cx.class(&mesh_.class).mesh, &mut node);
            }
            plugins::used(cx, used, node.child("plugin"));
        } else {
            mesh(cx, k, &mut node);
        }
        section.push(node);
    }
    for (k, hfield_) in flat.hfields.iter().enumerate() {
        section.push(hfield(cx, hfield_, HfieldId::new(k)));
    }
    root.push_if_any(section);
}

/// The name of the first texture that has neither files nor a pattern: MJCF cannot contain its pixels.
pub(super) fn pixels(flat: &FlatModel) -> Option<&str> {
    let given = |el: &&Texture| {
        let mut files = el.files().into_iter();
        let pattern = el.values().builtin != Builtin::None;
        !pattern && files.all(|(_, file)| file.text().is_empty())
    };
    if flat.settings.first().is_some_and(|own| own.discardvisual) {
        return None;
    }
    let mut textures = flat.textures.iter().map(|texture| &texture.el);
    textures.find(given).map(|el| el.name.text())
}

fn texture(cx: &Context<'_>, item: &Owned<Texture>, t: TextureId) -> Node {
    let (el, own, builtin) = (&item.el, item.el.values(), Texture::BUILTIN);
    let mut node = cx.node("texture");
    node.text("type", own.kind.word());
    let colorspace = cx.model.texture.colorspace[t];
    node.text("colorspace", colorspace.word());
    node.text("name", el.name.text());
    if own.builtin != Builtin::None {
        node.text("builtin", own.builtin.word());
        differ!(&mut node, own, builtin; mark, rgb1, rgb2, markrgb, random);
        node.int("width", cx.model.texture.width[t], i64::MIN);
        node.int("height", cx.model.texture.height[t], i64::MIN);
        if cx.exact() {
            differ!(&mut node, own, builtin; hflip, vflip, nchannel);
        }
        return node;
    }
    node.text("content_type", el.content_type.text());
    for (attr, file) in el.files() {
        let name = cx
            .names
            .name(cx.origin, FileKind::Texture, file, item.settings);
        node.text(attr, name);
    }
    if cx.exact() {
        // cube faces without an image have this colour
        differ!(&mut node, own, builtin; rgb1);
    }
    differ!(&mut node, own, builtin; hflip, vflip);
    if cx.exact() {
        differ!(&mut node, own, builtin; nchannel);
    }
    let grid = own.gridsize;
    if grid != builtin.gridsize {
        node.numbers("gridsize", &grid.map(f64::from));
        let layout = el.gridlayout.text();
        if cx.exact() {
            let cells = grid.map(|n| usize::try_from(n).unwrap_or(0));
            let layout = layout.chars().take(cells[0] * cells[1]);
            node.text("gridlayout", layout.collect::<String>());
        } else {
            // QUIRK(written-grid-layout): always twelve cells, whatever the grid; such text can only be read if the grid has twelve
            node.text("gridlayout", format!("{layout:.<12}"));
        }
    }
    node
}

/// The current values of material `m`.
fn of_model<'a>(cx: &Context<'_>, el: &'a Material, m: MaterialId) -> MaterialValues<'a> {
    let table = &cx.model.material;
    let mut own = el.values();
    own.texrepeat = table.texrepeat[m];
    own.emission = table.emission[m];
    own.specular = table.specular[m];
    own.shininess = table.shininess[m];
    own.reflectance = table.reflectance[m];
    own.rgba = table.rgba[m];
    own
}

/// Every value of a material.
pub(super) type MaterialValues<'a> = <Material as Element>::Values<'a>;

/// Adds the values that differ from a class: textures as written, numbers from `own`.
pub(super) fn write_material(
    el: &Material,
    own: &MaterialValues<'_>,
    class: &Material,
    node: &mut Node,
) {
    let layered = |el: &Material| {
        let other = |role: &TextureRole| *role != TextureRole::Rgb;
        el.layers
            .iter()
            .any(|layer| layer.role.get().is_some_and(other))
    };
    if layered(el) {
        for role in TextureRole::WORDS {
            if let Some(texture) = of_role(el, role) {
                let layer = node.child("layer");
                layer.text("texture", texture);
                layer.text("role", *role);
            }
        }
    } else {
        let (own, class) = (of_role(el, "rgb"), of_role(class, "rgb"));
        node.text_unless("texture", own.unwrap_or(""), class.unwrap_or(""));
    }
    let class = class.values();
    differ!(
        node, own, class;
        texuniform, texrepeat, emission, specular, shininess, reflectance, metallic, roughness, rgba,
    );
}

/// The texture of a material in a role; the attribute `texture` is the colour.
fn of_role<'a>(el: &'a Material, role: &str) -> Option<&'a str> {
    let is = |wanted: Option<&TextureRole>| wanted.is_some_and(|r| r.word() == role);
    let layer = el.layers.iter().rev().find(|layer| is(layer.role.get()));
    let text = match layer {
        Some(layer) => layer.texture.text(),
        None if role == "rgb" => el.texture.text(),
        None => "",
    };
    Some(text).filter(|text| !text.is_empty())
}

/// The part that meshes and their classes have in common.
pub(super) fn mesh_class(cx: &Context<'_>, el: &Mesh, class: &Mesh, node: &mut Node) {
    let (own, class) = (el.values(), class.values());
    differ!(node, own, class; inertia, refpos, refquat, scale, smoothnormal);
    if cx.exact() {
        differ!(node, own, class; maxhullvert);
    }
}

fn mesh(cx: &Context<'_>, k: usize, node: &mut Node) {
    let item = &cx.origin.flat.meshes[k];
    let el = &item.el;
    node.text("name", el.name.text());
    super::class(cx, node, &item.class, "");
    let name = cx
        .names
        .name(cx.origin, FileKind::Mesh, &el.file, item.settings);
    if !name.is_empty() {
        // DIFFERENCE(written-content-type): the reference omits it if another model has read the same file before
        let kind = locate::content_type(&el.content_type, &name);
        node.text("content_type", kind.unwrap_or_default());
    }
    node.text("file", name);
    let wide = |list: &[f32]| list.iter().map(|&x| f64::from(x)).collect::<Vec<_>>();
    let none = Vec::new();
    let made = cx.origin.made_meshes.get(k).and_then(Option::as_ref);
    let (vertex, normal, texcoord, face) = match made {
        Some(made) => (&made.vertex, &made.normal, &made.texcoord, &made.face),
        None => (
            el.vertex.get().unwrap_or(&none),
            el.normal.get().unwrap_or(&none),
            el.texcoord.get().unwrap_or(&none),
            el.face.get().map_or(NO_FACES, |face| face),
        ),
    };
    node.list("vertex", wide(vertex));
    node.list("normal", wide(normal));
    if !cx.discard() {
        node.list("texcoord", wide(texcoord));
    }
    node.int_list("face", face);
    let mut own = el.clone();
    let settings = cx.origin.flat.settings.get(item.settings);
    if !own.inertia.is_set() && settings.is_some_and(|s| s.exactmeshinertia) {
        own.inertia.set(MeshInertia::Exact);
    }
    let inertia = made
        .and_then(|_| el.builtin.get())
        .and_then(|kind| mesh::Builtin::from_keyword(kind.word()));
    if inertia.and_then(mesh::Builtin::inertia) == Some(Shell) {
        own.inertia.set(MeshInertia::Shell);
    }
    mesh_class(cx, &own, &cx.class(&item.class).mesh, node);
}

/// The faces of a mesh that has none.
const NO_FACES: &Vec<i32> = &Vec::new();

fn hfield(cx: &Context<'_>, item: &Owned<Hfield>, h: HfieldId) -> Node {
    let (el, table) = (&item.el, &cx.model.hfield);
    let mut node = cx.node("hfield");
    node.text("name", el.name.text());
    node.numbers("size", &table.size[h]);
    if !el.file.text().is_empty() {
        node.text("content_type", el.content_type.text());
        let name = cx
            .names
            .name(cx.origin, FileKind::Mesh, &el.file, item.settings);
        node.text("file", name);
        return node;
    }
    let (nrow, ncol) = (table.nrow[h], table.ncol[h]);
    node.int("nrow", nrow, i64::MIN);
    node.int("ncol", ncol, i64::MIN);
    if nrow > 0 && ncol > 0 {
        let first = usize::try_from(table.adr[h]).unwrap_or(0);
        let [rows, columns] = [nrow, ncol].map(|n| usize::try_from(n).unwrap_or(0));
        let data = table.data.rows();
        let mut data = data.get(first..first + rows * columns).unwrap_or(&[]);
        if let Some(said) = el
            .elevation
            .get()
            .filter(|said| cx.as_said && said.len() == data.len())
        {
            data = said;
        }
        // the top row is first in the text, and last in the model
        let rows = data.rchunks(columns.max(1));
        let values = rows.flatten().map(|&x| f64::from(x)).collect();
        node.table("elevation", values, columns);
    }
    node
}
