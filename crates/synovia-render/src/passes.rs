//! The passes of a picture: what is drawn, in which order, and how it mixes with what is there.
//!
//! 1. Opaque shapes, mirroring ones first; the sky last.
//! 2. Haze, then transparent shapes: from near to far, then from far to near.
//!
//! A mirror is a picture of its own, drawn the same way on the other side of its plane.

use synovia_model::{GeomType, ObjType};
use synovia_scene::enums::rnd;
use synovia_scene::{Geom, Scene};

use crate::context::Context;
use crate::items::{Cull, Item, Shape, Source, casts, is_behind};
use crate::look::{Look, Shading, TextureUse, sky_texture};
use crate::matrix::{Mat4, Vec3, dot, sub};
use crate::primitives::top_faces;
use crate::surface::Surface;
use crate::view::View;

/// The lists of a picture.
#[derive(Default)]
pub(crate) struct Lists<'a> {
    pub(crate) looks: Vec<Look<'a>>,
    /// Opaque shapes and the sky.
    pub(crate) opaque: Vec<Item<'a>>,
    /// Haze and transparent shapes, in the order of drawing.
    pub(crate) blend: Vec<Item<'a>>,
    /// What casts shadows.
    pub(crate) casters: Vec<Item<'a>>,
    pub(crate) mirror: Option<Mirror<'a>>,
}

/// What is seen in a mirror.
pub(crate) struct Mirror<'a> {
    pub(crate) looks: Vec<Look<'a>>,
    pub(crate) opaque: Vec<Item<'a>>,
    pub(crate) blend: Vec<Item<'a>>,
    /// A point of the mirror's plane.
    pub(crate) pos: Vec3,
    /// Its axes.
    pub(crate) mat: [f32; 9],
    /// Triangles of the mirroring shape that mirror: the first so many.
    pub(crate) faces: usize,
}

/// Makes the lists of one view.
pub(crate) struct Maker<'a> {
    source: Source<'a>,
    view: &'a View,
    /// Transparent shapes from near to far.
    transparent: Vec<usize>,
    is_transparent: Vec<bool>,
    /// The shape that mirrors: the first that may.
    mirror: Option<usize>,
}

impl<'a> Maker<'a> {
    pub(crate) fn new(
        context: &'a Context,
        scene: &'a Scene,
        moving: &'a [(usize, Surface)],
        view: &'a View,
    ) -> Self {
        let cull = scene.flags[rnd::CULL_FACE] != 0;
        let source = Source {
            context,
            scene,
            moving,
            head: view.head,
            cull,
        };
        let mut transparent: Vec<(f32, usize)> = Vec::new();
        let mut is_transparent = vec![false; scene.shapes().len()];
        for (g, geom) in scene.shapes().iter().enumerate() {
            let plane = geom.kind == GeomType::Plane;
            if geom.rgba[3] < 0.995 || (plane && is_behind(view.head, geom)) {
                is_transparent[g] = true;
                let d = sub(geom.pos, view.head);
                let far = if plane {
                    1e10
                } else {
                    dot(d, d).sqrt() - bound(geom)
                };
                transparent.push((far, g));
            }
        }
        // equals keep their order
        transparent.sort_by(|a, b| a.0.total_cmp(&b.0));
        let reflective = |(g, geom): (usize, &Geom)| {
            let flat = matches!(geom.kind, GeomType::Plane | GeomType::Box);
            (flat && !is_transparent[g] && geom.reflectance > 0.0).then_some(g)
        };
        let mirror = scene.shapes().iter().enumerate().find_map(reflective);
        let transparent = transparent.into_iter().map(|(_, g)| g).collect();
        Self {
            source,
            view,
            transparent,
            is_transparent,
            mirror,
        }
    }

    /// Adds geom `g` with its own look.
    fn add(&self, g: usize, dim: f32, looks: &mut Vec<Look<'a>>, out: &mut Vec<Item<'a>>) {
        let geom = &self.source.scene.shapes()[g];
        let mut opacity = geom.rgba[3];
        if geom.kind == GeomType::Plane && is_behind(self.view.head, geom) {
            opacity *= 0.3;
        }
        let mut look = Look::of(self.source.context, geom, opacity, dim);
        if matches!(geom.kind, GeomType::Line | GeomType::LineBox) {
            look = Look::plain(look.rgba);
        }
        let first = out.len();
        self.source.add(g, looks.len() as u32, out);
        // vertices and edges of a flex have no texture
        if geom.kind == GeomType::Flex && out.len() > first + 1 {
            let bare = looks.len() as u32 + 1;
            out[first + 1..]
                .iter_mut()
                .for_each(|item| item.look = bare);
            looks.push(look);
            look.texture = TextureUse::None;
        }
        looks.push(look);
    }

    /// Transparent shapes, near to far and, unless light is added, far to near again.
    fn blended(&self, dim: f32, skip: usize, looks: &mut Vec<Look<'a>>, out: &mut Vec<Item<'a>>) {
        let order = self.transparent.iter().filter(|&&g| g != skip);
        order.clone().for_each(|&g| self.add(g, dim, looks, out));
        if self.source.scene.flags[rnd::ADDITIVE] == 0 {
            order.rev().for_each(|&g| self.add(g, dim, looks, out));
        }
    }

    /// Everything for a picture with light.
    pub(crate) fn lit(&self) -> Lists<'a> {
        let scene = self.source.scene;
        let mut lists = Lists::default();
        let opaque = |g: &usize| !self.is_transparent[*g];
        let all = 0..scene.shapes().len();
        let first = self.mirror.into_iter();
        let rest = all
            .clone()
            .filter(opaque)
            .filter(|&g| Some(g) != self.mirror);
        for g in first.chain(rest) {
            self.add(g, 1.0, &mut lists.looks, &mut lists.opaque);
        }
        if self.mirror.is_some()
            && let Some(look) = lists.looks.first_mut()
        {
            look.adds = true;
        }
        if scene.flags[rnd::REFLECTION] != 0 && scene.flags[rnd::DEPTH] == 0 {
            lists.mirror = self.mirror.and_then(|g| self.mirrored(g));
        }
        if lists.mirror.is_some()
            && let Some(look) = lists.looks.first_mut()
        {
            look.mirror = true;
        }
        if scene.flags[rnd::SKYBOX] != 0 && self.source.context.skybox.is_some() {
            self.sky(&mut lists);
        }
        self.blended(1.0, usize::MAX, &mut lists.looks, &mut lists.blend);
        for g in all {
            if casts(&scene.shapes()[g]) {
                self.source.add(g, 0, &mut lists.casters);
            }
        }
        lists
    }

    /// What is seen in the mirroring shape `g`; `None` from behind.
    fn mirrored(&self, g: usize) -> Option<Mirror<'a>> {
        let geom = &self.source.scene.shapes()[g];
        let n = [geom.mat[2], geom.mat[5], geom.mat[8]];
        let mut pos = geom.pos;
        let mut faces = usize::MAX;
        if geom.kind == GeomType::Box {
            faces = top_faces(self.source.context.quality.quads);
            for k in 0..3 {
                pos[k] += geom.size[2] * n[k];
            }
        }
        if dot(sub(self.view.head, pos), n) < 0.0 {
            return None;
        }
        let dim = geom.reflectance;
        let (mut looks, mut opaque, mut blend) = (Vec::new(), Vec::new(), Vec::new());
        for other in 0..self.is_transparent.len() {
            if other != g && !self.is_transparent[other] {
                self.add(other, dim, &mut looks, &mut opaque);
            }
        }
        self.blended(dim, g, &mut looks, &mut blend);
        Some(Mirror {
            looks,
            opaque,
            blend,
            pos,
            mat: geom.mat,
            faces,
        })
    }

    /// The sky around the viewer, and haze above the first endless plane.
    fn sky(&self, lists: &mut Lists<'a>) {
        let context = self.source.context;
        let scene = self.source.scene;
        let mut distance = self.view.range[1] * 0.70;
        if scene.enabletransform != 0 {
            distance /= scene.scale;
        }
        let place = Mat4::IDENTITY
            .translate(self.view.head)
            .scale([distance; 3]);
        let look = |shading: Shading, rgb: Vec3, texture: TextureUse<'a>| Look {
            shading,
            texture,
            ..Look::plain([rgb[0], rgb[1], rgb[2], 1.0])
        };
        let cull = if self.source.cull {
            Cull::Front
        } else {
            Cull::Neither
        };
        let item = |surface: &'a Surface, world: Mat4, look: usize| Item {
            shape: Shape::Surface(surface),
            world,
            look: look as u32,
            geom: u32::MAX,
            cull,
        };
        let primitives = &context.primitives;
        lists
            .opaque
            .push(item(&primitives.cylinder, place, lists.looks.len()));
        lists
            .looks
            .push(look(Shading::Sky, [1.0; 3], sky_texture(context)));
        if scene.flags[rnd::HAZE] == 0 {
            return;
        }
        let endless = |g: &&Geom| g.kind == GeomType::Plane && g.size[0] == 0.0 && g.size[1] == 0.0;
        if let Some(plane) = scene.shapes().iter().find(endless) {
            let n = [plane.mat[2], plane.mat[5], plane.mat[8]];
            let height = dot(sub(self.view.head, plane.pos), n) / distance;
            if height >= 0.0 {
                let turned = place.mul(&Mat4::rigid(&plane.mat, [0.0; 3]));
                let world = turned
                    .translate([0.0, 0.0, -height])
                    .scale([1.0, 1.0, height]);
                lists
                    .blend
                    .push(item(&primitives.haze, world, lists.looks.len()));
                lists
                    .looks
                    .push(look(Shading::Fade, context.haze, TextureUse::None));
            }
        }
    }

    /// Everything for a picture of ids: one colour a shape, no light.
    pub(crate) fn segments(&self) -> Lists<'a> {
        let scene = self.source.scene;
        let mut lists = Lists::default();
        for (g, geom) in scene.shapes().iter().enumerate() {
            if geom.segid < 0 {
                continue;
            }
            let rgba = if scene.flags[rnd::ID_COLOR] != 0 {
                let [r, g, b, _] = geom.segid.wrapping_add(1).to_le_bytes();
                [r, g, b, 255].map(|c| f32::from(c) / 255.0)
            } else {
                let n = geom.segid.wrapping_add(10);
                let tint = |base: i32| 0.1 + 0.8 * halton(n, base);
                [tint(2), tint(3), tint(5), 1.0]
            };
            self.source
                .add(g, lists.looks.len() as u32, &mut lists.opaque);
            lists.looks.push(Look::plain(rgba));
        }
        lists
    }
}

/// The digits of `n` in a base, mirrored at the point.
fn halton(mut n: i32, base: i32) -> f32 {
    let (mut value, mut digit) = (0.0f64, 1.0 / f64::from(base));
    while n > 0 {
        value += f64::from(n % base) * digit;
        n /= base;
        digit /= f64::from(base);
    }
    value as f32
}

/// Radius of a sphere around a shape, for sorting.
#[doc(alias = "mjv_rbound")]
fn bound(geom: &Geom) -> f32 {
    if geom.objtype == ObjType::Geom.0 {
        return geom.modelrbound;
    }
    let s = geom.size;
    match geom.kind {
        GeomType::Sphere => s[0],
        GeomType::Capsule => s[0] + s[2],
        GeomType::Cylinder => (s[0] * s[0] + s[2] * s[2]).sqrt(),
        GeomType::Box => dot(s, s).sqrt(),
        _ => s[0].max(s[1]).max(s[2]),
    }
}
