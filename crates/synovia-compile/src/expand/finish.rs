//! Finishing: the draft is laid out flat, frames are folded, names are checked.
//!
//! Bodies are listed depth first; joints, geoms, sites, cameras and lights body by body. The pose of a body is
//!
//! ```text
//! parent_from_body = frames · (pos, orientation)                                    (1)
//! ```

use std::collections::{HashMap, HashSet};

use synovia_math::{Pose, Quat, Vec3};
use synovia_mjcf::Spec;
use synovia_mjcf::diag::Diagnostics;
use synovia_mjcf::files::Files;
use synovia_mjcf::keyword::TextureType;
use synovia_mjcf::spec::body;

use super::attach::{LIMIT, add_name, report_repeated};
use super::build::{Builder, UNNAMED};
use super::draft::{Draft, Item, Link, Loose};
use super::names::{Named, Obj};
use super::orient;
use super::scene::{Owned, Placed, Scene, SceneBody, SceneFrame, Settings};

/// Expands a specification; files of flexcomps are read through `files`; what is wrong goes to `diag`, and the scene is then only good for finding more mistakes.
///
/// Keyframes are padded to `size/nkey`. Entries of their `qpos`, `mpos` and `mquat` that are unset stand for the reference
/// configuration.
pub fn expand(spec: &Spec, files: &dyn Files, diag: &mut Diagnostics) -> Scene {
    let mut builder = Builder {
        settings: Vec::new(),
        files,
        sources: &spec.sources,
        diag,
    };
    let mut draft = builder.build(spec);
    let settings = builder.settings;

    let plugins = draft.finish_plugins();
    let order = draft.depth_first(0);
    check_names(&draft, &order, diag);
    finish_keys(spec, &mut draft, &order, diag);
    for joint in &draft.bodies[0].joints {
        diag.error(joint.el.span, "the world cannot have a joint")
            .element("joint");
    }

    let mut scene = Scene {
        comment: spec.comment.clone(),
        modelname: spec.model.get().map_or(UNNAMED, String::as_str).to_owned(),
        option: spec.option.clone(),
        flag: spec.flag.clone(),
        size: spec.size.clone(),
        statistic: spec.statistic.clone(),
        visual: spec.visual.clone(),
        lengthrange: spec.lengthrange.clone(),
        ..Scene::default()
    };
    scene.classes = draft.classes.all();
    lay_out_tree(&mut draft, &order, &settings, &mut scene, diag);
    scene.settings = settings;
    scene.meshes = owned(draft.meshes);
    scene.skins = owned(draft.skins);
    scene.flexes = owned(draft.flexes);
    scene.hfields = owned(draft.hfields);
    scene.textures = owned(draft.textures);
    scene.materials = owned(draft.materials);
    scene.pairs = owned(draft.pairs);
    scene.excludes = owned(draft.excludes);
    scene.equalities = owned(draft.equalities);
    scene.tendons = owned(draft.tendons);
    scene.actuators = owned(draft.actuators);
    scene.sensors = owned(draft.sensors);
    scene.numerics = owned(draft.numerics);
    scene.texts = owned(draft.texts);
    scene.tuples = owned(draft.tuples);
    scene.keys = owned(draft.keys);
    scene.declared = draft.declared;
    scene.plugins = plugins;
    scene
}

fn owned<T>(list: Vec<Loose<T>>) -> Vec<Owned<T>> {
    let plain = |item: Loose<T>| Owned {
        el: item.el,
        class: item.class,
        settings: item.settings,
        plugin: item.plugin,
    };
    list.into_iter().map(plain).collect()
}

/// Bodies and what they carry.
fn lay_out_tree(
    draft: &mut Draft,
    order: &[usize],
    settings: &[Settings],
    scene: &mut Scene,
    diag: &mut Diagnostics,
) {
    let mut place = vec![0; draft.bodies.len()];
    let mut frames: Vec<Frames> = Vec::with_capacity(order.len());
    for (k, &b) in order.iter().enumerate() {
        place[b] = k;
        let node = core::mem::take(&mut draft.bodies[b]);
        let pose = body_pose(&node.body, settings, diag);
        frames.push(lay_out_frames(&node.frames, k, scene));
        let within = frame_of(&node.body.chain, &frames[place[node.parent]]);
        let Item {
            el,
            class,
            settings,
            plugin,
            ..
        } = node.body;
        let frames = &frames[k];
        scene.bodies.push(SceneBody {
            class,
            within,
            name: el.name.text().to_owned(),
            parent: place[node.parent],
            pose,
            inertial: node.inertial.map(|item| placed(item, k, frames)),
            settings,
            plugin,
            span: el.span,
            el,
        });
        scene
            .joints
            .extend(node.joints.into_iter().map(|i| placed(i, k, frames)));
        scene
            .geoms
            .extend(node.geoms.into_iter().map(|i| placed(i, k, frames)));
        scene
            .sites
            .extend(node.sites.into_iter().map(|i| placed(i, k, frames)));
        scene
            .cameras
            .extend(node.cameras.into_iter().map(|i| placed(i, k, frames)));
        scene
            .lights
            .extend(node.lights.into_iter().map(|i| placed(i, k, frames)));
    }
}

/// The frames of a body: the numbers of each and of those around it, and its place in the scene.
type Frames = HashMap<Vec<usize>, usize>;

fn ids(chain: &[Link]) -> Vec<usize> {
    chain.iter().map(|link| link.id).collect()
}

/// Lists the frames of body `body`.
fn lay_out_frames(items: &[Item<body::Frame>], body: usize, scene: &mut Scene) -> Frames {
    let mut frames = Frames::new();
    for item in items {
        let path = ids(&item.chain);
        let around = path.split_last().and_then(|(_, around)| frames.get(around));
        scene.frames.push(SceneFrame {
            name: item.el.name.text().to_owned(),
            class: item.class.clone(),
            body,
            within: around.copied(),
        });
        frames.insert(path, scene.frames.len() - 1);
    }
    frames
}

/// The innermost frame of a chain.
fn frame_of(chain: &[Link], frames: &Frames) -> Option<usize> {
    frames.get(&ids(chain)).copied()
}

/// The frames of a chain, composed.
fn fold(chain: &[Link]) -> Pose {
    let poses: Vec<Pose> = chain.iter().filter_map(|link| link.pose).collect();
    orient::fold(&poses)
}

fn placed<T>(item: Item<T>, body: usize, frames: &Frames) -> Placed<T> {
    Placed {
        frame: fold(&item.chain),
        has_frame: !item.chain.is_empty(),
        within: frame_of(&item.chain, frames),
        class: item.class,
        el: item.el,
        body,
        free_align: item.free_align,
        settings: item.settings,
        plugin: item.plugin,
    }
}

/// Equation (1).
fn body_pose(item: &Item<body::Body>, settings: &[Settings], diag: &mut Diagnostics) -> Pose {
    let el = &item.el;
    let quat = orient::orientation(&el.quat, &el.alt, &settings[item.settings]);
    let quat = quat.unwrap_or_else(|error| {
        diag.error(el.alt.span(), error.to_string())
            .element("body")
            .named(el.name.text());
        Quat::IDENTITY
    });
    let own = Pose::new(Vec3::from(el.pos.or([0.0; 3])), orient::unit(quat));
    if item.chain.is_empty() {
        own
    } else {
        orient::accumulate(&fold(&item.chain), &own)
    }
}

/// Fills keyframes up, pads them to the number asked for, and collects those that came with copies.
fn finish_keys(spec: &Spec, draft: &mut Draft, order: &[usize], diag: &mut Diagnostics) {
    draft.lengthen_keys();
    let asked = usize::try_from(spec.size.nkey.or(0)).unwrap_or(0);
    if asked > LIMIT {
        let message = format!("more than {LIMIT} keyframes are refused");
        diag.error(spec.size.nkey.span(), message)
            .element("size")
            .attr("nkey");
    } else if draft.keys.len() < asked {
        draft.keys.resize_with(asked, Loose::default);
    }
    let pending = core::mem::take(&mut draft.pending);
    for key in &pending {
        let collected = draft.collect(order, key);
        add_name(&collected, 0, &mut draft.names, diag);
        draft.keys.push(Loose::new(collected, 0));
    }
}

/// Names that are used twice in the tree, and assets without a name.
fn check_names(draft: &Draft, order: &[usize], diag: &mut Diagnostics) {
    let mut bodies: Vec<&Item<body::Body>> = Vec::with_capacity(order.len());
    let mut seen = HashSet::new();
    for &b in order {
        let node = &draft.bodies[b];
        bodies.push(&node.body);
        check_list(&node.joints, &mut seen, diag);
        check_list(&node.geoms, &mut seen, diag);
        check_list(&node.sites, &mut seen, diag);
        check_list(&node.cameras, &mut seen, diag);
        check_list(&node.lights, &mut seen, diag);
        check_list(&node.frames, &mut seen, diag);
    }
    for body in bodies {
        check_one(&body.el, &mut seen, diag);
    }

    let mut nameless = |obj: Obj, span| {
        diag.error(span, format!("a {} needs a name", obj.word()))
            .element(obj.word());
    };
    for mesh in draft.meshes.iter().filter(|m| m.el.name.text().is_empty()) {
        nameless(Obj::Mesh, mesh.el.span);
    }
    for hfield in draft.hfields.iter().filter(|h| h.el.name.text().is_empty()) {
        nameless(Obj::Hfield, hfield.el.span);
    }
    for texture in &draft.textures {
        let skybox = texture.el.kind.get() == Some(&TextureType::Skybox);
        if texture.el.name.text().is_empty() && !skybox {
            nameless(Obj::Texture, texture.el.span);
        }
    }
    for material in draft
        .materials
        .iter()
        .filter(|m| m.el.name.text().is_empty())
    {
        nameless(Obj::Material, material.el.span);
    }
}

fn check_list<'d, T: Named>(
    items: &'d [Item<T>],
    seen: &mut HashSet<(Obj, &'d str)>,
    diag: &mut Diagnostics,
) {
    for item in items {
        check_one(&item.el, seen, diag);
    }
}

/// Reports a name that was seen before, unless that was said already.
fn check_one<'d, T: Named>(el: &'d T, seen: &mut HashSet<(Obj, &'d str)>, diag: &mut Diagnostics) {
    let name = el.name().text();
    if name.is_empty() || seen.insert((T::OBJ, name)) {
        return;
    }
    report_repeated(el, name, diag);
}
