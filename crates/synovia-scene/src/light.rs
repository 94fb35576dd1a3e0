//! The list of lights: the headlight first, then the lights of the model that are on.

use synovia_engine::{Data, gate};
use synovia_model::{LightType, Model};

use crate::error::SceneError;
use crate::records::Light;
use crate::scene::{MAX_LIGHT, Scene};
use crate::single;

impl Scene {
    /// Fills the list of lights; the headlight is placed between the eyes.
    #[doc(alias = "mjv_makeLights")]
    pub fn make_lights(&mut self, model: &Model, data: &Data) -> Result<(), SceneError> {
        gate::check(model, data)?;
        self.nlight = 0;
        let headlight = &model.vis.headlight;
        if headlight.active != 0 {
            let eye = self.camera_in_model()?;
            self.put_light(Light {
                id: -1,
                headlight: 1,
                texid: -1,
                kind: LightType::Directional.to_i32(),
                bulbradius: 0.02,
                range: 10.0,
                pos: single::vector(eye.pos),
                dir: single::vector(eye.forward),
                ambient: headlight.ambient,
                diffuse: headlight.diffuse,
                specular: headlight.specular,
                ..Light::default()
            });
        }
        let table = &model.light;
        for l in table.ids() {
            if table.active[l] == 0 {
                continue;
            }
            let mut light = Light {
                id: l.0,
                kind: table.type_[l].to_i32(),
                texid: table.texid[l].0,
                castshadow: i32::from(table.castshadow[l]),
                bulbradius: table.bulbradius[l],
                intensity: table.intensity[l],
                range: table.range[l],
                ambient: table.ambient[l],
                diffuse: table.diffuse[l],
                specular: table.specular[l],
                pos: single::vector(data.kin.light_xpos[l]),
                dir: single::vector(data.kin.light_xdir[l]),
                ..Light::default()
            };
            if table.type_[l] == LightType::Spot {
                light.attenuation = table.attenuation[l];
                light.exponent = table.exponent[l];
                light.cutoff = table.cutoff[l];
            }
            if !self.put_light(light) {
                break;
            }
        }
        Ok(())
    }

    /// Adds a light; false if there is no room.
    fn put_light(&mut self, light: Light) -> bool {
        let place = usize::try_from(self.nlight).unwrap_or(MAX_LIGHT);
        let Some(slot) = self.lights.get_mut(place).filter(|_| place < MAX_LIGHT) else {
            return false;
        };
        *slot = light;
        self.nlight += 1;
        true
    }
}
