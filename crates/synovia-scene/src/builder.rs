//! `Builder`: what the families of shapes are added with. The model, the simulation, the options, and room in the scene.

use synovia_engine::Data;
use synovia_math::{Mat3, Vec3};
use synovia_model::consts::NGROUP;
use synovia_model::id::{BodyId, MaterialId};
use synovia_model::{GeomType, Model, ObjType};

use crate::color::Rgba;
use crate::enums::{category, vis};
use crate::records::{Geom, Options, Perturb};
use crate::scene::Scene;
use crate::text;

/// Adds shapes to a scene.
pub(crate) struct Builder<'a> {
    pub(crate) model: &'a Model,
    pub(crate) data: &'a Data,
    pub(crate) options: &'a Options,
    pub(crate) perturb: &'a Perturb,
    /// Categories that are requested.
    pub(crate) catmask: i32,
    pub(crate) scene: &'a mut Scene,
}

/// A pose: position and orientation.
#[derive(Clone, Copy)]
pub(crate) struct At<'a> {
    pub(crate) pos: Vec3,
    pub(crate) mat: &'a Mat3,
}

impl At<'_> {
    /// A point in this frame, in world coordinates.
    pub(crate) fn point(&self, local: Vec3) -> Vec3 {
        *self.mat * local + self.pos
    }
}

impl<'a> Builder<'a> {
    /// A new shape of a model element, which [`Builder::put`] adds to the scene; `None` if there is no room.
    #[inline]
    pub(crate) fn shape(&mut self, kind: ObjType, id: usize, category: i32) -> Option<Geom> {
        let place = usize::try_from(self.scene.ngeom).ok();
        if place.is_none_or(|k| k >= self.scene.geoms.len()) {
            self.scene.status = 1;
            return None;
        }
        let mut geom = Geom {
            objtype: kind.to_i32(),
            objid: id as i32,
            category,
            segid: self.scene.ngeom,
            ..Geom::default()
        };
        geom.init(GeomType::None, None, None, None, None);
        Some(geom)
    }

    /// A new decorative shape.
    #[inline]
    pub(crate) fn decor(&mut self, kind: ObjType, id: usize) -> Option<Geom> {
        self.shape(kind, id, category::DECOR)
    }

    /// Adds a shape to the scene.
    #[inline]
    pub(crate) fn put(&mut self, geom: Geom) {
        let place = usize::try_from(self.scene.ngeom).ok();
        if let Some(slot) = place.and_then(|k| self.scene.geoms.get_mut(k)) {
            *slot = geom;
            self.scene.ngeom += 1;
        }
    }

    /// True if a flag of the options is set.
    #[inline]
    pub(crate) fn shows(&self, flag: usize) -> bool {
        self.options.flags[flag] != 0
    }

    /// True if any part of flexes is shown.
    pub(crate) fn shows_flexes(&self) -> bool {
        [
            vis::FLEX_VERT,
            vis::FLEX_EDGE,
            vis::FLEX_FACE,
            vis::FLEX_SKIN,
        ]
        .iter()
        .any(|&flag| self.shows(flag))
    }

    /// The category of a body: static if it is welded to the world and has no mocap ancestor.
    #[inline]
    pub(crate) fn category(&self, body: BodyId) -> i32 {
        let bodies = &self.model.body;
        let fixed = bodies.weldid[body] == BodyId::WORLD;
        if fixed && bodies.mocapid[bodies.rootid[body]].0 == -1 {
            category::STATIC
        } else {
            category::DYNAMIC
        }
    }

    /// True if elements of this body are requested.
    #[inline]
    pub(crate) fn wants(&self, body: BodyId) -> bool {
        self.category(body) & self.catmask != 0
    }

    /// Gives a shape the material and the colour of its element.
    ///
    /// A colour that is not the default takes precedence over that of the material.
    #[inline]
    pub(crate) fn paint(&self, geom: &mut Geom, material: MaterialId, rgba: Rgba) {
        let known = material
            .get()
            .filter(|m| m.index() < self.model.material.len());
        if let Some(m) = known {
            let table = &self.model.material;
            geom.rgba = table.rgba[m];
            geom.emission = table.emission[m];
            geom.specular = table.specular[m];
            geom.shininess = table.shininess[m];
            geom.reflectance = table.reflectance[m];
        }
        if rgba != [0.5, 0.5, 0.5, 1.0] || known.is_none() {
            geom.rgba = rgba;
        }
        if let Some(m) = known.filter(|_| self.shows(vis::TEXTURE)) {
            geom.matid = m.0;
        }
        if self.shows(vis::TRANSPARENT) && geom.category == category::DYNAMIC {
            geom.rgba[3] *= self.model.vis.map.alpha;
        }
    }

    /// Makes a shape of the selected object glow.
    #[inline]
    pub(crate) fn glow(&self, geom: &mut Geom) {
        geom.emission += self.model.vis.global.glow;
    }

    /// Labels a shape with the name of its element, if such elements get labels.
    #[inline]
    pub(crate) fn name(&self, geom: &mut Geom, label: i32, kind: ObjType, id: usize) {
        if self.options.label == label {
            geom.label = text::name(self.model, kind, id as i32);
        }
    }

    /// The mean size of bodies, in single precision.
    pub(crate) fn mean_size(&self) -> f32 {
        self.model.stat.meansize as f32
    }

    /// Adds a connector between two points, as decoration.
    pub(crate) fn link(&mut self, (kind, id): (ObjType, usize), shape: Link) {
        let Some(mut geom) = self.decor(kind, id) else {
            return;
        };
        geom.connect(shape.kind, shape.width, shape.from, shape.to);
        geom.rgba = shape.rgba;
        self.put(geom);
    }

    /// Adds a triangle, as decoration.
    pub(crate) fn triangle(&mut self, kind: ObjType, id: usize, corner: [Vec3; 3], rgba: Rgba) {
        let Some(mut geom) = self.decor(kind, id) else {
            return;
        };
        geom.span(corner, rgba);
        self.put(geom);
    }

    /// Adds three cylinders along the axes of a frame: red, green and blue.
    pub(crate) fn axes(&mut self, id: usize, at: At<'_>, length: f32, width: f32) {
        for k in 0..3 {
            let Some(mut geom) = self.decor(ObjType::Unknown, id) else {
                return;
            };
            let mut axis = Vec3::ZERO;
            axis[k] = f64::from(length);
            let to = at.pos + *at.mat * axis;
            geom.connect(GeomType::Cylinder, f64::from(width), at.pos, to);
            geom.rgba = [0.0, 0.0, 0.0, 1.0];
            geom.rgba[k] = 0.9;
            self.put(geom);
        }
    }

    /// Length and width of the axes of a frame.
    pub(crate) fn axes_size(&self) -> (f32, f32) {
        let (scale, size) = (&self.model.vis.scale, self.mean_size());
        (scale.framelength * size, scale.framewidth * size)
    }

    /// The frame of a body; `None` if there is no such body.
    pub(crate) fn body(&self, b: usize) -> Option<At<'a>> {
        at(self.data.kin.xpos.get(b), self.data.kin.xmat.get(b))
    }

    /// The inertial frame of a body.
    pub(crate) fn inertial(&self, b: usize) -> Option<At<'a>> {
        at(self.data.kin.xipos.get(b), self.data.kin.ximat.get(b))
    }

    /// The frame of a geom.
    pub(crate) fn geom(&self, g: usize) -> Option<At<'a>> {
        let kin = &self.data.kin;
        at(kin.geom_xpos.get(g), kin.geom_xmat.get(g))
    }

    /// The frame of a site.
    pub(crate) fn site(&self, s: usize) -> Option<At<'a>> {
        let kin = &self.data.kin;
        at(kin.site_xpos.get(s), kin.site_xmat.get(s))
    }

    /// The frame of a camera.
    pub(crate) fn camera(&self, c: usize) -> Option<At<'a>> {
        let kin = &self.data.kin;
        at(kin.cam_xpos.get(c), kin.cam_xmat.get(c))
    }

    /// The first dof of an island; `None` if there is no such island.
    pub(crate) fn first_dof(&self, island: Option<i32>) -> Option<usize> {
        if self.data.island.nisland == 0 {
            return None;
        }
        let island = usize::try_from(island?).ok()?;
        let dof = *self.data.island.island_dofadr.get(island)?;
        usize::try_from(dof).ok()
    }

    /// The impedance of the limit of a joint or tendon; zero if the limit is not active.
    pub(crate) fn limit_impedance(&self, row_kind: i32, id: usize) -> f64 {
        let efc = &self.data.efc;
        let first = efc.counts.ne + efc.counts.nf;
        let rows = first..first + efc.counts.nl;
        let of_it =
            |&r: &usize| efc.kind.get(r) == Some(&row_kind) && efc.id.get(r) == Some(&(id as i32));
        let last = rows.rev().find(of_it);
        last.and_then(|r| efc.kbip.get(r))
            .map_or(0.0, |kbip| kbip[2])
    }
}

/// A shape between two points.
#[derive(Clone, Copy)]
pub(crate) struct Link {
    pub(crate) kind: GeomType,
    pub(crate) width: f64,
    pub(crate) from: Vec3,
    pub(crate) to: Vec3,
    pub(crate) rgba: Rgba,
}

fn at<'a>(pos: Option<&Vec3>, mat: Option<&'a Mat3>) -> Option<At<'a>> {
    Some(At {
        pos: *pos?,
        mat: mat?,
    })
}

/// True if a group is shown; groups out of range are clamped.
pub(crate) fn in_group(groups: [u8; NGROUP], group: i32) -> bool {
    groups[group.clamp(0, NGROUP as i32 - 1) as usize] != 0
}
