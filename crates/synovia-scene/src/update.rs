//! `Scene::update`: all families of shapes in their order, then cameras, lights and surfaces.

use synovia_engine::{Data, gate};
use synovia_model::Model;
use synovia_model::enums::Warning;

#[allow(clippy::wildcard_imports, reason = "this is the list of all of them")]
use crate::add::*;
use crate::builder::Builder;
use crate::enums::{category, vis};
use crate::error::SceneError;
use crate::records::{Camera, Options, Perturb};
use crate::scene::Scene;

impl Scene {
    /// Rebuilds the scene: shapes of the categories in `catmask`, cameras, lights, and surfaces of flexes and skins.
    ///
    /// If there is no room for all shapes, [`Scene::status`] is 1 afterwards and a warning is counted. Infinite planes are centred at
    /// the eye of the previous update.
    ///
    /// DIFFERENCE(plugin-drawing): plugins of signed distance fields draw nothing, and what plugins would recolour keeps its colour of
    /// the model.
    #[doc(alias = "mjv_updateScene")]
    pub fn update(
        &mut self,
        model: &Model,
        data: &mut Data,
        options: &Options,
        perturb: Option<&Perturb>,
        camera: &mut Camera,
        catmask: i32,
    ) -> Result<(), SceneError> {
        gate::enter(model, data)?;
        camera.check(model)?;
        self.check(model)?;
        self.ngeom = 0;
        self.status = 0;
        plugins::add(&mut Builder {
            model,
            data,
            options,
            perturb: &Perturb::default(),
            catmask,
            scene: self,
        });
        self.add_geoms(model, data, options, perturb, catmask)?;
        self.update_camera(model, data, camera)?;
        self.make_lights(model, data)?;
        let flags = &options.flags;
        if flags[vis::FLEX_VERT..=vis::FLEX_SKIN]
            .iter()
            .any(|&flag| flag != 0)
        {
            self.update_flex(model, data, options)?;
        }
        if flags[vis::SKIN] != 0 {
            self.update_skin(model, data, options)?;
        }
        if self.status != 0 {
            let time = data.state.time;
            data.diag.warn(Warning::VisGeomFull, self.geoms.len(), time);
        }
        Ok(())
    }

    /// Adds the shapes of the categories in `catmask` to those in the scene.
    #[doc(alias = "mjv_addGeoms")]
    pub fn add_geoms(
        &mut self,
        model: &Model,
        data: &Data,
        options: &Options,
        perturb: Option<&Perturb>,
        mut catmask: i32,
    ) -> Result<(), SceneError> {
        gate::check(model, data)?;
        if options.flags[vis::STATIC] == 0 {
            catmask &= !category::STATIC;
        }
        let nobody = Perturb::default();
        let cx = &mut Builder {
            model,
            data,
            options,
            perturb: perturb.unwrap_or(&nobody),
            catmask,
            scene: self,
        };

        // elements of the model
        flexes::add(cx);
        skins::add(cx);
        geoms::add(cx);
        sites::add(cx);
        tendons::add(cx);
        slider_cranks::add(cx);
        if catmask & category::DECOR == 0 {
            return Ok(());
        }

        // decoration
        frames::add_of_geoms(cx);
        frames::add_of_sites(cx);
        volumes::add_of_bodies(cx);
        volumes::add_of_flexes(cx);
        volumes::add_of_meshes(cx);
        volumes::add_of_octrees(cx);
        tactile::add(cx);
        inertias::add(cx);
        perturbation::add(cx);
        frames::add_of_bodies(cx);
        perturbation::add_point(cx);
        labels::add_of_bodies(cx);
        joints::add(cx);
        actuators::add(cx);
        labels::add_of_islands(cx);
        cameras::add(cx);
        lights::add(cx);
        connections::add_centers_of_mass(cx);
        connections::add_skeleton(cx);
        rangefinders::add(cx);
        forces::add(cx);
        equalities::add(cx);
        contacts::add(cx);
        Ok(())
    }

    /// Rejects a model whose flexes and skins do not fit into this scene.
    pub fn check(&self, model: &Model) -> Result<(), SceneError> {
        let counts = [
            ("nflex", self.flex.faceused.len(), model.flex.len()),
            ("nflexvert", self.flex.vert.len(), model.flex.vert.len()),
            ("nskin", self.skin.vertnum.len(), model.skin.len()),
            ("nskinvert", self.skin.vert.len(), model.skin.vert.len()),
        ];
        for (what, found, expected) in counts {
            if found != expected {
                return Err(SceneError::OtherModel {
                    what,
                    found,
                    expected,
                });
            }
        }
        Ok(())
    }
}
