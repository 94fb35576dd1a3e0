//! The model type of users: shared, cheap to clone, copied on write.

use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::sync::Arc;

use crate::error::Error;
use crate::load::Loader;

/// A compiled model, shared between simulations.
///
/// Dereferences to the [tables](synovia_model::Model); writing to a shared model copies it first.
///
/// ```
/// let mut model = synovia::Model::from_xml_str("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>")?;
/// let shared = model.clone();
/// model.opt.timestep = 0.001;
/// assert_eq!(shared.opt.timestep, 0.002);
/// # Ok::<(), synovia::Error>(())
/// ```
///
/// Rows of its tables are found by name:
///
/// ```
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body name='torso'><geom name='ball' size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let torso = model.body.named("torso").ok_or("there is no torso")?;
/// let geom = model.body.geoms(torso).next().ok_or("it has no geom")?;
/// assert_eq!(model.geom.name(geom), Some("ball"));
/// assert_eq!(model.body.named("tail"), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Model(Arc<synovia_model::Model>);

impl Model {
    /// Loads a model from a file: MJCF, URDF, a binary model of MuJoCo 3.5.0 or a zip archive. Shorthand for [`Loader::path`]
    /// without options.
    pub fn from_xml_path(path: impl AsRef<Path>) -> Result<Self, Error> {
        Ok(Loader::new().path(path).load()?.model)
    }

    /// Loads a model from a string. Shorthand for [`Loader::string`] without options.
    pub fn from_xml_str(xml: &str) -> Result<Self, Error> {
        Ok(Loader::new().string(xml).load()?.model)
    }

    /// Saves the model in the binary format of MuJoCo 3.5.0; see [`to_mjb`](synovia_model::Model::to_mjb) for the bytes.
    ///
    /// ```
    /// let model = synovia::Model::from_xml_str("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>")?;
    /// let path = std::env::temp_dir().join(format!("synovia-{}.mjb", std::process::id()));
    /// model.save_binary(&path)?;
    /// let read = synovia::Model::from_xml_path(&path)?;
    /// assert_eq!(read.geom, model.geom);
    /// std::fs::remove_file(path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "mj_saveModel")]
    pub fn save_binary(&self, path: impl AsRef<Path>) -> std::io::Result<()> {
        std::fs::write(path, self.to_mjb())
    }
}

impl From<synovia_model::Model> for Model {
    fn from(model: synovia_model::Model) -> Self {
        Self(Arc::new(model))
    }
}

impl From<Model> for synovia_model::Model {
    fn from(model: Model) -> Self {
        Arc::unwrap_or_clone(model.0)
    }
}

impl Deref for Model {
    type Target = synovia_model::Model;
    fn deref(&self) -> &synovia_model::Model {
        &self.0
    }
}

impl DerefMut for Model {
    fn deref_mut(&mut self) -> &mut synovia_model::Model {
        Arc::make_mut(&mut self.0)
    }
}
