//! A loaded or compiled model, with its origin.

use std::io;
use std::path::{Path, PathBuf};

use synovia_compile::compiled::{Before, carry_over};
use synovia_compile::write::{WriteError, write, write_as_said, write_seen_from};
use synovia_compile::{Order, Origin};
use synovia_engine::Data;
use synovia_mjcf::write::Precision;

use crate::bundle::{Bundle, BundleError, Overwrite};
use crate::files::Assets;
use crate::shared::Model;

/// The format that a model was loaded from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// MJCF or URDF.
    Text,
    /// A binary model of MuJoCo 3.5.0.
    Binary,
    /// A zip archive of an XML file and its assets.
    Archive,
    /// A [`Spec`](crate::spec::Spec).
    Spec,
}

/// A model, its origin, and warnings.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Loaded {
    /// The model.
    pub model: Model,
    /// Warnings, one line each; with the position, `file:line:column: message`, if the model was XML.
    pub warnings: Vec<String>,
    /// What the model was compiled from, needed to write it as MJCF. Empty for a binary model.
    pub origin: Origin,
    /// The mapping from elements of a [`Spec`](crate::spec::Spec) to rows of the model.
    pub order: Order,
    /// All files that were read besides the model itself, by path, if [`Loader::keep_files`](crate::Loader::keep_files)
    /// was set.
    pub files: Assets,
    /// The format that the model was loaded from.
    pub format: Format,
}

impl Loaded {
    /// The model as MJCF, in the form that MuJoCo saves: angles in radians, frames resolved, replicas expanded.
    ///
    /// Numbers are those of the model. If the model was compiled from a [`Spec`](crate::spec::Spec), values that are derived from
    /// the whole model are written as they were specified: relative poses of welds, damping ratios and length ranges of actuators.
    ///
    /// ```
    /// use synovia::{Loader, Precision, model::GeomId};
    ///
    /// let mut loaded = Loader::new().string("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>").load()?;
    /// loaded.model.geom.size[GeomId::new(0)].x = 0.5;
    /// let text = loaded.to_xml(Precision::Short).unwrap();
    /// assert!(text.contains("<geom size=\"0.5\"/>"));
    /// # Ok::<(), synovia::Error>(())
    /// ```
    #[doc(alias = "mj_saveLastXML")]
    #[doc(alias = "mj_saveXML")]
    pub fn to_xml(&self, precision: Precision) -> Result<String, WriteError> {
        if self.is_authored() {
            write_as_said(&self.origin, &self.model, precision)
        } else {
            write(&self.origin, &self.model, precision)
        }
    }

    /// The model as lossless MJCF, for a file in another folder: `home` is the path from there to the folder of the model, so that
    /// assets are found.
    ///
    /// ```
    /// use synovia::Loader;
    ///
    /// let tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
    /// let xml = "<mujoco><asset><mesh file='part.obj'/></asset>
    ///     <worldbody><geom type='mesh' mesh='part'/></worldbody></mujoco>";
    /// let loaded = Loader::new().asset("part.obj", tetrahedron).string(xml).load()?;
    /// let text = loaded.to_xml_seen_from("../robots").unwrap();
    /// assert!(text.contains("meshdir=\"../robots/\""));
    /// # Ok::<(), synovia::Error>(())
    /// ```
    pub fn to_xml_seen_from(&self, home: &str) -> Result<String, WriteError> {
        write_seen_from(&self.origin, &self.model, Precision::Exact, home)
    }

    /// The model as MJCF with full precision, for a file called `name`, together with all its assets under unique names.
    ///
    /// The assets must have been kept: [`Loader::keep_files`](crate::Loader::keep_files).
    pub fn bundle(&self, name: &str) -> Result<Bundle, BundleError> {
        Bundle::new(name, self)
    }

    /// Writes the model to a file with full precision, and all its assets beside it under unique names; returns the files
    /// that were written.
    ///
    /// Assets may come from several folders and from memory, for example if models were attached. Existing files with different
    /// content are overwritten only if `overwrite` allows it. The file loads as the same model, here and in MuJoCo.
    ///
    /// ```
    /// use synovia::{Loader, Model, Overwrite};
    ///
    /// let tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
    /// let xml = "<mujoco><compiler meshdir='far'/><asset><mesh file='part.obj'/></asset>
    ///     <worldbody><geom type='mesh' mesh='part'/></worldbody></mujoco>";
    /// let loader = Loader::new().asset("far/part.obj", tetrahedron).keep_files(true);
    /// let folder = std::env::temp_dir().join("synovia-save");
    /// loader.string(xml).load()?.save(folder.join("robot.xml"), Overwrite::Everything)?;
    /// assert!(folder.join("far/part.obj").exists());
    /// assert_eq!(Model::from_xml_path(folder.join("robot.xml"))?.size.nmesh, 1);
    /// # std::fs::remove_dir_all(folder)?;
    /// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
    /// ```
    pub fn save(
        &self,
        path: impl AsRef<Path>,
        overwrite: Overwrite,
    ) -> Result<Vec<PathBuf>, BundleError> {
        let path = path.as_ref();
        let name = path.file_name().ok_or_else(|| BundleError::File {
            path: path.to_owned(),
            error: io::Error::new(io::ErrorKind::InvalidInput, "not a file name"),
        })?;
        let bundle = self.bundle(&name.to_string_lossy())?;
        bundle.save(path.parent().unwrap_or(Path::new("")), overwrite)
    }

    /// Packs the model and all its assets, wherever they were read from, into an archive: the assets, then the MJCF under the name of
    /// the model.
    ///
    /// DIFFERENCE(zip-complete): the reference only packs files in memory, and its MJCF refers to files of several folders as
    /// if they were in one.
    ///
    /// ```
    /// use synovia::Loader;
    ///
    /// let xml = "<mujoco model='ball'><worldbody><geom size='1'/></worldbody></mujoco>";
    /// let bytes = Loader::new().keep_files(true).string(xml).load()?.to_zip()?;
    /// let again = Loader::new().bytes("ball.zip", &bytes).load()?;
    /// assert_eq!(again.origin.model_name(), "ball");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_zip(&self) -> Result<Vec<u8>, BundleError> {
        self.bundle(&self.file_name())?.to_zip()
    }

    /// File name of the model in an archive: its name with the extension `.xml`.
    pub fn file_name(&self) -> String {
        let name = self.origin.model_name().replace(['/', '\\'], "_");
        format!("{name}.xml")
    }

    /// A simulation that continues from the state of `data`, which belongs to `earlier`, compiled from an earlier state of the same
    /// [`Spec`](crate::spec::Spec). Elements that still exist keep their state; new ones start in the reference configuration.
    ///
    /// ```
    /// use synovia::spec::{Body, Geom, Joint, Spec};
    /// use synovia::{Data, Loader};
    ///
    /// let (mut spec, loader) = (Spec::new(), Loader::new());
    /// let arm = spec.world().add(Body::new("arm").with(Joint::hinge("elbow")).with(Geom::sphere("", 0.1)))?;
    /// let first = loader.compile(&spec)?;
    /// let mut data = Data::new(&first.model);
    /// data.state.qpos[0] = 0.5;
    ///
    /// spec.body(arm).add(Geom::capsule("upper", 0.05, 0.3))?;
    /// let second = loader.compile(&spec)?;
    /// assert_eq!(second.resume(&first, &data).state.qpos[0], 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "mj_recompile")]
    pub fn resume(&self, earlier: &Self, data: &Data) -> Data {
        let mut resumed = Data::new(&self.model);
        let before = Before {
            model: &earlier.model,
            data,
            order: &earlier.order,
        };
        carry_over(before, &self.model, &self.order, &mut resumed);
        resumed
    }

    /// True if values derived from the whole model are written as they were specified.
    pub(crate) fn is_authored(&self) -> bool {
        self.format == Format::Spec
    }
}
