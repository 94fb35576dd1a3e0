//! Models as things to edit: read or built from nothing, changed, put together, compiled.
//!
//! ```
//! use synovia::spec::{self, Actuator, Body, Geom, Joint, Lead, Spec};
//!
//! let mut spec = Spec::new();
//! let arm = spec.world().add(Body::new("arm").pos([0.0, 0.0, 1.0]))?;
//! spec.body(arm).add(Joint::hinge("elbow").axis([0.0, 1.0, 0.0]).range(-90.0..=90.0))?;
//! let upper = spec.body(arm).add(Geom::capsule("upper", 0.05, 0.3))?;
//! spec.add(Actuator::motor("m").joint("elbow").gear(50.0))?;
//!
//! let model = spec::compile(&spec, &[])?.model;
//! assert_eq!((model.size.nbody, model.size.nu), (2, 1));
//!
//! // handles stay valid: the geom is still this one after other things have come and gone
//! spec.edit(upper)?.size.set(Lead::new(&[0.1, 0.3]));
//! let model = spec::compile(&spec, &[])?.model;
//! assert_eq!(model.geom.size[0][0], 0.1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An element is named by its constructor ([`Body::new`], [`Joint::hinge`], [`Geom::sphere`], …) and says the rest with one method for
//! each attribute. [`Spec::world`], [`Spec::body`] and [`Spec::frame`] are places that things are added to ([`At::add`]); what is outside
//! the tree is added with [`Spec::add`].
//!
//! | to                                  | use                                                                             |
//! |-------------------------------------|---------------------------------------------------------------------------------|
//! | find elements                       | [`Spec::find`], [`Spec::named`], [`Spec::ids`], [`Spec::iter`]                    |
//! | walk the tree                       | [`Spec::children`], [`Spec::parent`], [`Spec::subtree`], [`Spec::carried`], [`Spec::below`], [`Spec::body_of`], [`Spec::frame_of`] |
//! | read and change one                 | [`Spec::get`], [`Spec::edit`], [`Spec::named_mut`]                               |
//! | delete                              | [`Spec::delete`]                                                                 |
//! | make, use and look up classes       | [`Spec::add_default`], [`Spec::class`], [`Spec::class_mut`]                       |
//! | put models together                 | [`At::attach`], [`At::attach_body`], [`At::attach_frame`] with a [`Rename`]       |
//! | compile, also with an earlier state | [`compile`], [`recompile`]                                                       |
//! | save with all files                 | [`save`], [`to_zip`]                                                             |
//!
//! Angles are in degrees unless `spec.settings[0].degree` says otherwise, as in files.
//!
//! Actuators, equality constraints and sensors are written in one form ([`Actuator`], [`Equality`], [`Sensor`]) and kept in another, with
//! every value known: handles are those of [`ActuatorRecord`], [`EqualityRecord`] and [`SensorRecord`].

use std::io;
use std::path::{Path, PathBuf};

use synovia_compile::extension;
use synovia_engine::Data;
use synovia_engine::plugin::Registry;
use synovia_mjcf::{Diagnostics, Document, Files, parse_file, parse_str};
use synovia_model::budget::memory_limit;

pub use synovia_compile::compiled::{Before, Compiled, Order, carry_over};
pub use synovia_compile::spec::author::{At, IntoModel, IntoTree};
pub use synovia_compile::spec::edit::{Carried, EditError, Listed, Place, Stored};
pub use synovia_compile::spec::join::{Moved, Rename};
pub use synovia_compile::spec::members::{
    Info as MemberInfo, MemberError, MemberKind, Members, Slot, Value, infos as member_infos,
};
pub use synovia_compile::spec::{
    ActuatorRecord, Class, Classes, EqualityRecord, Id, Obj, SensorRecord, Settings, Spec,
    Transmission, orient,
};
pub use synovia_mjcf::attr::{Attr, Lead, Orientation};
pub use synovia_mjcf::keyword;
pub use synovia_mjcf::spec::actuator::Actuator;
pub use synovia_mjcf::spec::asset::{Bone, Hfield, Material, Mesh, Skin, Texture};
pub use synovia_mjcf::spec::body::{
    Body, Camera, Frame, Freejoint, Geom, Inertial, Joint, Light, Replicate, Site,
};
pub use synovia_mjcf::spec::custom::{Key, Numeric, Text, Tuple};
pub use synovia_mjcf::spec::flex::Flex;
pub use synovia_mjcf::spec::plugin::Plugin;
pub use synovia_mjcf::spec::relation::{Equality, Exclude, Pair, Tendon};
pub use synovia_mjcf::spec::sensor::Sensor;
pub use synovia_mjcf::spec::settings::{LengthRange, Size};
pub use synovia_mjcf::{IntoValue, Outputs};

pub use synovia_compile::write::WriteError;
pub use synovia_mjcf::write::Precision;

pub use crate::bundle::{Bundle, BundleError, Overwrite};

use crate::archive;
use crate::files::{Assets, Memory, Recorder};
use crate::load::{ArchiveFault, Error};

/// Reads the model in a file, to be edited; `assets` are files that it may name, looked at before the disk.
pub fn read_path(path: impl AsRef<Path>, assets: &[(String, Vec<u8>)]) -> Result<Spec, Error> {
    let files = Memory::new(assets, true);
    let path = path.as_ref().to_string_lossy();
    read(&parse_file(&path, &files)?, &files)
}

/// Reads the model in a string, to be edited.
pub fn read_string(xml: &str, assets: &[(String, Vec<u8>)]) -> Result<Spec, Error> {
    let files = Memory::new(assets, true);
    read(&parse_str("<string>", xml, &files)?, &files)
}

/// Reads the model in an archive, to be edited, with the files that it names; see [`crate::archive`].
#[doc(alias = "from_zip")]
pub fn read_zip(bytes: &[u8]) -> Result<(Spec, Assets), Error> {
    let unpacked = archive::read(bytes).map_err(|reason| ArchiveFault {
        name: "<archive>".to_owned(),
        reason,
    })?;
    let files = Memory::new(&unpacked.assets, false);
    let spec = read(&parse_str(&unpacked.name, &unpacked.model, &files)?, &files)?;
    Ok((spec, unpacked.assets))
}

/// An archive of a model and all its files, wherever they were read from: the files, then the text under the name of the model.
///
/// DIFFERENCE(zip-complete): the reference packs files in memory only, and its text names files of several folders in one.
///
/// ```
/// use synovia::spec::{self, Precision};
///
/// let spec = spec::read_string("<mujoco model='ball'><worldbody><geom size='1'/></worldbody></mujoco>", &[])?;
/// let bytes = spec::to_zip(&spec, &[], Precision::Full)?;
/// let (again, _) = spec::read_zip(&bytes)?;
/// assert_eq!(again.modelname, "ball");
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
pub fn to_zip(
    spec: &Spec,
    assets: &[(String, Vec<u8>)],
    precision: Precision,
) -> Result<Vec<u8>, Box<dyn std::error::Error + Send + Sync>> {
    let (compiled, read) = compile_with_files(spec.clone(), assets)?;
    Ok(packed(&compiled, &read, assets, precision)?)
}

/// An archive of a compiled model and all its files; `assets` are packed, too, if it does not use them.
pub fn packed(
    compiled: &Compiled,
    read: &[(String, Vec<u8>)],
    assets: &[(String, Vec<u8>)],
    precision: Precision,
) -> Result<Vec<u8>, BundleError> {
    let name = compiled.origin.model_name().replace(['/', '\\'], "_");
    let mut bundle = Bundle::of_spec(&format!("{name}.xml"), compiled, read, precision)?;
    bundle.add_unused(assets);
    bundle.to_zip()
}

/// Writes a model to a file, with all digits, and all its files beside it under unique names; returns what was written.
///
/// Files may come from several folders and from memory, as they do if models were attached. Existing files with other content are
/// replaced only if `overwrite` allows it. The file loads as the same model, here and in MuJoCo.
///
/// ```
/// use synovia::spec::{self, Overwrite};
///
/// let tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
/// let assets = [("far/part.obj".to_owned(), tetrahedron.into())];
/// let xml = "<mujoco><compiler meshdir='far'/><asset><mesh file='part.obj'/></asset>
///     <worldbody><geom type='mesh' mesh='part'/></worldbody></mujoco>";
/// let spec = spec::read_string(xml, &assets)?;
/// let folder = std::env::temp_dir().join("synovia-save");
/// spec::save(&spec, &assets, folder.join("robot.xml"), Overwrite::Everything)?;
/// assert!(folder.join("far/part.obj").exists());
/// assert_eq!(synovia::load_path(folder.join("robot.xml"))?.size.nmesh, 1);
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
pub fn save(
    spec: &Spec,
    assets: &[(String, Vec<u8>)],
    path: impl AsRef<Path>,
    overwrite: Overwrite,
) -> Result<Vec<PathBuf>, Box<dyn std::error::Error + Send + Sync>> {
    let (compiled, read) = compile_with_files(spec.clone(), assets)?;
    Ok(save_compiled(&compiled, &read, path, overwrite)?)
}

/// Like [`save`], for a model that was compiled by [`compile_with_files`].
pub fn save_compiled(
    compiled: &Compiled,
    read: &[(String, Vec<u8>)],
    path: impl AsRef<Path>,
    overwrite: Overwrite,
) -> Result<Vec<PathBuf>, BundleError> {
    let path = path.as_ref();
    let name = path.file_name().ok_or_else(|| BundleError::File {
        path: path.to_owned(),
        error: io::Error::new(io::ErrorKind::InvalidInput, "not the name of a file"),
    })?;
    let name = name.to_string_lossy();
    let bundle = Bundle::of_spec(&name, compiled, read, Precision::Exact)?;
    bundle.save(path.parent().unwrap_or(Path::new("")), overwrite)
}

/// Writes the text of a model to a file, with MuJoCo's six digits or with all.
#[doc(alias = "mj_saveXML")]
pub fn save_xml(
    spec: &Spec,
    assets: &[(String, Vec<u8>)],
    path: impl AsRef<Path>,
    precision: Precision,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let text = to_xml(&compile(spec, assets)?, precision)?;
    Ok(std::fs::write(path, text)?)
}

fn read(doc: &Document, files: &dyn Files) -> Result<Spec, Error> {
    let mut diag = Diagnostics::new();
    let mut spec = synovia_compile::spec::read(doc, files, &mut diag);
    spec.as_read();
    let lines = doc.sources.lines();
    spec.note_lines(&|span| lines.of(span));
    Ok(diag.into_result(&doc.sources, spec)?)
}

/// Compiles a model; `assets` are files that it may name, looked at before the disk.
#[doc(alias = "mj_compile")]
pub fn compile(spec: &Spec, assets: &[(String, Vec<u8>)]) -> Result<Compiled, Error> {
    compile_owned(spec.clone(), assets)
}

/// Like [`compile`], for a model that is not needed any more: it is not copied.
pub fn compile_owned(spec: Spec, assets: &[(String, Vec<u8>)]) -> Result<Compiled, Error> {
    compile_from(spec, &Memory::new(assets, true))
}

/// Like [`compile_owned`]; returns all files that were read, too, by the paths that they were read from: what a [`Bundle`] is made of.
pub fn compile_with_files(
    spec: Spec,
    assets: &[(String, Vec<u8>)],
) -> Result<(Compiled, Assets), Error> {
    let files = Memory::new(assets, true);
    let recorder = Recorder::new(&files);
    let compiled = compile_from(spec, &recorder)?;
    Ok((compiled, recorder.into_files()))
}

fn compile_from(mut spec: Spec, files: &dyn Files) -> Result<Compiled, Error> {
    spec.budget.set_limit(memory_limit());
    spec.name_assets();
    spec.refresh_names();
    spec.place_made();
    let registry = Registry::process();
    let diag = Diagnostics::new();
    let cache = crate::asset_cache();
    let sources = crate::strict().then(|| spec.sources.clone());
    let compiled = synovia_compile::compile_spec(spec, files, &registry, Some(cache), diag)?;
    if let Some(sources) = sources {
        extension::refuse(&compiled, &sources, None)?;
    }
    Ok(compiled)
}

/// The text of a compiled model, in the form that MuJoCo saves: angles in radians, frames folded, copies written out.
#[doc(alias = "mj_saveXML")]
pub fn to_xml(compiled: &Compiled, precision: Precision) -> Result<String, WriteError> {
    synovia_compile::write::write_as_said(&compiled.origin, &compiled.model, precision)
}

/// What is wrong with a model that does not compile: the first mistake with the element that it is about.
pub fn explain(spec: &Spec, error: &Error) -> String {
    let mut spec = spec.clone();
    match error {
        Error::Load(errors) if !errors.list.is_empty() => {
            let first = &errors.list[0];
            let made = first.span.and_then(|span| spec.made_at(span)).is_some();
            if made || errors.sources.is_empty() {
                spec.explain(first)
            } else {
                error.to_string()
            }
        }
        _ => error.to_string(),
    }
}

/// What is probably not meant about a model that compiles, one message for each.
///
/// ```
/// use synovia::spec;
/// // static body `b` is fused, and its geom comes before `knee` then
/// let xml = "<mujoco><compiler fusestatic='true'/><worldbody><body name='a'><joint/><geom name='hip' size='.1'/>
///     <body><joint/><geom name='knee' size='.1'/></body><body name='b'><geom name='cap' size='.1'/></body></body></worldbody>
///   <contact><pair name='p' geom1='hip' geom2='knee'/></contact></mujoco>";
/// let compiled = spec::compile(&spec::read_string(xml, &[])?, &[])?;
/// assert!(spec::warnings(&compiled)[0].starts_with("pair \"p\" geom2: geom \"knee\" is taken for geom \"cap\""));
/// # Ok::<(), synovia::Error>(())
/// ```
pub fn warnings(compiled: &Compiled) -> Vec<String> {
    let warnings = compiled.warnings.iter();
    warnings.map(synovia_mjcf::Error::message).collect()
}

/// Compiles a model again and carries the state of an earlier one over: all that is still there keeps its numbers, what is new
/// stands at the reference configuration.
#[doc(alias = "mj_recompile")]
pub fn recompile(
    spec: &Spec,
    assets: &[(String, Vec<u8>)],
    before: Before<'_>,
) -> Result<(Compiled, Data), Error> {
    let compiled = compile(spec, assets)?;
    let mut data = Data::new(&compiled.model);
    carry_over(before, &compiled, &mut data);
    Ok((compiled, data))
}
