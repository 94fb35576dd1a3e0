//! `asset`: textures, materials, meshes and height fields.

use synovia_geom::MeshInertia::Shell;
use synovia_geom::mesh;
use synovia_mjcf::spec::asset::{Hfield, Material, Mesh, Texture};
use synovia_mjcf::write::Node;
use synovia_model::enums::{Builtin, Mark, MeshInertia, TextureRole, TextureType};
use synovia_model::{HfieldId, MaterialId, TextureId};

use super::files::{FileKind, texture_files};
use super::{Context, plugins};
use crate::assets::locate;
use crate::spec::{Owned, Scene};

pub(super) fn write(cx: &Context<'_>, root: &mut Node) {
    let scene = &cx.origin.scene;
    let mut section = cx.node("asset");
    if !cx.discard() {
        for (k, texture_) in scene.textures.iter().enumerate() {
            section.push(texture(cx, texture_, TextureId::new(k)));
        }
        for (k, material_) in scene.materials.iter().enumerate() {
            let class = &cx.class(&material_.class).material;
            let mut node = cx.node("material");
            node.text("name", material_.el.name.text());
            super::class(cx, &mut node, &material_.class, "");
            let values = MaterialValues::of_model(cx, &material_.el, MaterialId::new(k));
            values.write(&MaterialValues::of_class(class), &mut node);
            section.push(node);
        }
    }
    for (k, mesh_) in scene.meshes.iter().enumerate() {
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
    for (k, hfield_) in scene.hfields.iter().enumerate() {
        section.push(hfield(cx, hfield_, HfieldId::new(k)));
    }
    root.push_if_any(section);
}

/// The name of the first texture that is made of neither files nor a pattern: a file has no place for its pixels.
pub(super) fn pixels(scene: &Scene) -> Option<&str> {
    let given = |el: &&Texture| {
        let mut files = texture_files(el).into_iter();
        let pattern = el.builtin.or(Builtin::None) != Builtin::None;
        !pattern && files.all(|(_, file)| file.text().is_empty())
    };
    if scene.settings.first().is_some_and(|own| own.discardvisual) {
        return None;
    }
    let mut textures = scene.textures.iter().map(|texture| &texture.el);
    textures.find(given).map(|el| el.name.text())
}

fn texture(cx: &Context<'_>, item: &Owned<Texture>, t: TextureId) -> Node {
    let el = &item.el;
    let mut node = cx.node("texture");
    node.text("type", el.kind.or(TextureType::Cube).word());
    let colorspace = cx.model.texture.colorspace[t];
    node.text("colorspace", colorspace.word());
    node.text("name", el.name.text());
    let builtin = el.builtin.or(Builtin::None);
    if builtin != Builtin::None {
        node.text("builtin", builtin.word());
        let mark = el.mark.or(Mark::None);
        if mark != Mark::None {
            node.text("mark", mark.word());
        }
        node.numbers_unless("rgb1", &el.rgb1.or([0.8; 3]), &[0.8; 3]);
        node.numbers_unless("rgb2", &el.rgb2.or([0.5; 3]), &[0.5; 3]);
        node.numbers_unless("markrgb", &el.markrgb.or([0.0; 3]), &[0.0; 3]);
        node.number("random", el.random.or(0.01), 0.01);
        node.int("width", cx.model.texture.width[t], i64::MIN);
        node.int("height", cx.model.texture.height[t], i64::MIN);
        if cx.exact() {
            flips(el, &mut node);
            node.int("nchannel", el.nchannel.or(3), 3);
        }
        return node;
    }
    node.text("content_type", el.content_type.text());
    for (attr, file) in texture_files(el) {
        let name = cx
            .names
            .name(cx.origin, FileKind::Texture, file, item.settings);
        node.text(attr, name);
    }
    if cx.exact() {
        // faces of a cube that have no picture have this colour
        node.numbers_unless("rgb1", &el.rgb1.or([0.8; 3]), &[0.8; 3]);
    }
    flips(el, &mut node);
    if cx.exact() {
        node.int("nchannel", el.nchannel.or(3), 3);
    }
    let grid = el.gridsize.or([1, 1]);
    if grid != [1, 1] {
        node.numbers("gridsize", &grid.map(f64::from));
        let layout = el.gridlayout.text();
        if cx.exact() {
            let cells = grid.map(|n| usize::try_from(n).unwrap_or(0));
            let layout = layout.chars().take(cells[0] * cells[1]);
            node.text("gridlayout", layout.collect::<String>());
        } else {
            // QUIRK(written-grid-layout): twelve places, whatever the grid has; such a text can only be read if it has twelve
            node.text("gridlayout", format!("{layout:.<12}"));
        }
    }
    node
}

/// Whether a picture is mirrored.
fn flips(el: &Texture, node: &mut Node) {
    if el.hflip.is_true_or(false) {
        node.text("hflip", "true");
    }
    if el.vflip.is_true_or(false) {
        node.text("vflip", "true");
    }
}

/// All that is written of a material.
struct MaterialValues<'a> {
    el: &'a Material,
    texrepeat: [f32; 2],
    emission: f32,
    specular: f32,
    shininess: f32,
    reflectance: f32,
    rgba: [f32; 4],
}

impl<'a> MaterialValues<'a> {
    fn of_class(el: &'a Material) -> Self {
        Self {
            el,
            texrepeat: el.texrepeat.or([1.0; 2]),
            emission: el.emission.or(0.0),
            specular: el.specular.or(0.5),
            shininess: el.shininess.or(0.5),
            reflectance: el.reflectance.or(0.0),
            rgba: el.rgba.or([1.0; 4]),
        }
    }

    fn of_model(cx: &Context<'_>, el: &'a Material, m: MaterialId) -> Self {
        let table = &cx.model.material;
        Self {
            el,
            texrepeat: table.texrepeat[m],
            emission: table.emission[m],
            specular: table.specular[m],
            shininess: table.shininess[m],
            reflectance: table.reflectance[m],
            rgba: table.rgba[m],
        }
    }

    fn write(&self, class: &Self, node: &mut Node) {
        let (el, def) = (self.el, class.el);
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
            let (own, class) = (of_role(el, "rgb"), of_role(def, "rgb"));
            node.text_unless("texture", own.unwrap_or(""), class.unwrap_or(""));
        }
        let uniform = |el: &Material| el.texuniform.is_true_or(false);
        if uniform(el) != uniform(def) {
            node.text("texuniform", uniform(el).to_string());
        }
        node.singles("texrepeat", &self.texrepeat, &class.texrepeat);
        node.singles("emission", &[self.emission], &[class.emission]);
        node.singles("specular", &[self.specular], &[class.specular]);
        node.singles("shininess", &[self.shininess], &[class.shininess]);
        node.singles("reflectance", &[self.reflectance], &[class.reflectance]);
        node.singles(
            "metallic",
            &[el.metallic.or(-1.0)],
            &[def.metallic.or(-1.0)],
        );
        node.singles(
            "roughness",
            &[el.roughness.or(-1.0)],
            &[def.roughness.or(-1.0)],
        );
        node.singles("rgba", &self.rgba, &class.rgba);
    }
}

/// The texture of a material in a role; the attribute stands for the colour.
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

/// What a class of materials says beyond the one around it.
pub(super) fn material_class(el: &Material, around: &Material, node: &mut Node) {
    MaterialValues::of_class(el).write(&MaterialValues::of_class(around), node);
}

/// The common part of meshes and their classes.
pub(super) fn mesh_class(cx: &Context<'_>, el: &Mesh, class: &Mesh, node: &mut Node) {
    let inertia = |el: &Mesh| el.inertia.or(MeshInertia::Legacy);
    if inertia(el) != inertia(class) {
        node.text("inertia", inertia(el).word());
    }
    let (zero, unit) = ([0.0; 3], [1.0, 0.0, 0.0, 0.0]);
    node.numbers_unless("refpos", &el.refpos.or(zero), &class.refpos.or(zero));
    node.numbers_unless("refquat", &el.refquat.or(unit), &class.refquat.or(unit));
    node.numbers_unless("scale", &el.scale.or([1.0; 3]), &class.scale.or([1.0; 3]));
    let smooth = |el: &Mesh| el.smoothnormal.is_true_or(false);
    if smooth(el) != smooth(class) {
        node.text("smoothnormal", smooth(el).to_string());
    }
    if cx.exact() {
        let most = |el: &Mesh| el.maxhullvert.or(-1);
        node.int("maxhullvert", most(el), i64::from(most(class)));
    }
}

fn mesh(cx: &Context<'_>, k: usize, node: &mut Node) {
    let item = &cx.origin.scene.meshes[k];
    let el = &item.el;
    node.text("name", el.name.text());
    super::class(cx, node, &item.class, "");
    let name = cx
        .names
        .name(cx.origin, FileKind::Mesh, &el.file, item.settings);
    if !name.is_empty() {
        // DIFFERENCE(written-content-type): the reference leaves it out if another model has read the same file before
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
    let settings = cx.origin.scene.settings.get(item.settings);
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

/// The faces of a mesh that says none.
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
        // the top row comes first in a text, and last in the model
        let rows = data.rchunks(columns.max(1));
        let values = rows.flatten().map(|&x| f64::from(x)).collect();
        node.table("elevation", values, columns);
    }
    node
}
