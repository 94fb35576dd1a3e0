//! The built-in shapes: [`shapes`](synovia_geom::sdf::shapes) by name.
//!
//! | name               | keys with their default values                                                 |
//! |--------------------|--------------------------------------------------------------------------------|
//! | `mujoco.sdf.bolt`  | `radius` 0.26                                                                  |
//! | `mujoco.sdf.bowl`  | `height` 0.4, `radius` 1, `thickness` 0.02                                     |
//! | `mujoco.sdf.gear`  | `alpha` 0, `diameter` 2.8, `teeth` 25, `thickness` 0.2, `innerdiameter` −1     |
//! | `mujoco.sdf.nut`   | `radius` 0.26                                                                  |
//! | `mujoco.sdf.torus` | `radius1` 0.35, `radius2` 0.15                                                 |

use std::sync::Arc;

use synovia_geom::sdf::Implicit;
use synovia_geom::sdf::shapes::{Bolt, Bowl, Gear, GearSize, Nut, Torus};
use synovia_model::Model;
use synovia_model::id::PluginId;

use super::{Capability, Config, ConfigError, Instance, Plugin};

/// Looks up the number of a key, with its default.
type Lookup<'a> = &'a dyn Fn(&str, f64) -> Result<f64, ConfigError>;

/// A built-in shape.
pub(crate) struct Shape {
    name: &'static str,
    keys: &'static [&'static str],
    make: fn(Lookup<'_>) -> Result<Arc<dyn Implicit>, ConfigError>,
}

/// A bolt with a hexagonal head.
pub(crate) const BOLT: Shape = Shape {
    name: "mujoco.sdf.bolt",
    keys: &["radius"],
    make: |get| {
        let Bolt { radius } = Bolt::default();
        Ok(Arc::new(Bolt {
            radius: get("radius", radius)?,
        }))
    },
};

/// A part of a spherical shell.
pub(crate) const BOWL: Shape = Shape {
    name: "mujoco.sdf.bowl",
    keys: &["height", "radius", "thickness"],
    make: |get| {
        let usual = Bowl::default();
        Ok(Arc::new(Bowl {
            height: get("height", usual.height)?,
            radius: get("radius", usual.radius)?,
            thickness: get("thickness", usual.thickness)?,
        }))
    },
};

/// A gear with involute teeth.
pub(crate) const GEAR: Shape = Shape {
    name: "mujoco.sdf.gear",
    keys: &["alpha", "diameter", "teeth", "thickness", "innerdiameter"],
    make: |get| {
        let usual = GearSize::default();
        Ok(Arc::new(Gear::new(GearSize {
            alpha: get("alpha", usual.alpha)?,
            diameter: get("diameter", usual.diameter)?,
            teeth: get("teeth", usual.teeth)?,
            thickness: get("thickness", usual.thickness)?,
            inner_diameter: get("innerdiameter", usual.inner_diameter)?,
        })))
    },
};

/// A nut that fits the bolt.
pub(crate) const NUT: Shape = Shape {
    name: "mujoco.sdf.nut",
    keys: &["radius"],
    make: |get| {
        let Nut { radius } = Nut::default();
        Ok(Arc::new(Nut {
            radius: get("radius", radius)?,
        }))
    },
};

/// A torus.
pub(crate) const TORUS: Shape = Shape {
    name: "mujoco.sdf.torus",
    keys: &["radius1", "radius2"],
    make: |get| {
        let usual = Torus::default();
        Ok(Arc::new(Torus {
            radius: get("radius1", usual.radius)?,
            tube: get("radius2", usual.tube)?,
        }))
    },
};

impl Plugin for Shape {
    fn name(&self) -> &str {
        self.name
    }

    fn attributes(&self) -> &[&str] {
        self.keys
    }

    fn is_builtin(&self) -> bool {
        true
    }

    fn capabilities(&self) -> Capability {
        Capability::SDF
    }

    fn instance(&self, _: &Model, _: PluginId) -> Result<Box<dyn Instance>, ConfigError> {
        Ok(Box::new(Still))
    }

    fn shape(&self, config: &Config<'_>) -> Result<Arc<dyn Implicit>, ConfigError> {
        let get = |key: &str, usual: f64| Ok(config.number(key)?.unwrap_or(usual));
        (self.make)(&get)
    }
}

/// An instance that does nothing in the step.
struct Still;

impl Instance for Still {
    fn copy(&self) -> Box<dyn Instance> {
        Box::new(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_are_not_written_have_their_usual_value() {
        let shape = GEAR.shape(&Config::new(vec![("teeth", "12")])).unwrap();
        // diameter 2.8, thickness 0.2
        assert_eq!(shape.aabb(), [0.0, 0.0, 0.0, 1.75, 1.75, 0.1 * 1.1]);
        let torus = TORUS.shape(&Config::new(vec![("radius2", " .25 ")]));
        assert_eq!(torus.unwrap().aabb()[3..], [0.6, 0.6, 0.25]);
    }

    #[test]
    fn a_value_that_is_no_number_is_refused_with_its_key() {
        for shape in [BOLT, BOWL, GEAR, NUT, TORUS] {
            for key in shape.keys {
                for text in ["wide", "0.3 m", "1,5"] {
                    let error = shape.shape(&Config::new(vec![(*key, text)])).unwrap_err();
                    assert_eq!(error.key.as_deref(), Some(*key));
                }
            }
        }
    }
}
