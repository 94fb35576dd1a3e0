//! Models as things to edit: read or built from nothing, changed, put together, compiled.
//!
//! ```
//! use synovia::spec::{self, Body, Geom, Lead, Spec};
//!
//! let mut spec = Spec::new();
//! let mut body = Body::default();
//! body.name.set("ball".to_owned());
//! body.pos.set([0.0, 0.0, 1.0]);
//! let body = spec.add_body(spec.world(), body)?;
//! let mut geom = Geom::default();
//! geom.size.set(Lead::new(&[0.1]));
//! let geom = spec.add_to(body, geom)?;
//!
//! let model = spec::compile(&spec, &[])?.model;
//! assert_eq!((model.size.nbody, model.size.ngeom), (2, 1));
//!
//! // handles stay valid: the geom is still this one after other things have come and gone
//! spec.get_mut(geom).unwrap().size.set(Lead::new(&[0.2]));
//! let model = spec::compile(&spec, &[])?.model;
//! assert_eq!(model.geom.size[0][0], 0.2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use synovia_engine::Data;
use synovia_engine::plugin::Registry;
use synovia_mjcf::{Diagnostics, Files, Spec as Document, parse_file, parse_str};

pub use synovia_compile::compiled::{Before, Compiled, Order, carry_over};
pub use synovia_compile::expand::edit::{EditError, Place};
pub use synovia_compile::expand::join::{Moved, Rename};
pub use synovia_compile::expand::members::{MemberError, Members, Slot, Value};
pub use synovia_compile::expand::{
    ActuatorRecord as Actuator, Class, Classes, EqualityRecord as Equality, Id, Obj,
    SensorRecord as Sensor, Settings, Spec, orient,
};
pub use synovia_mjcf::attr::{Attr, Lead, Orientation};
pub use synovia_mjcf::keyword;
pub use synovia_mjcf::spec::asset::{Hfield, Material, Mesh, Skin, Texture};
pub use synovia_mjcf::spec::body::{Body, Camera, Frame, Geom, Inertial, Joint, Light, Site};
pub use synovia_mjcf::spec::custom::{Key, Numeric, Text, Tuple};
pub use synovia_mjcf::spec::flex::Flex;
pub use synovia_mjcf::spec::relation::{Exclude, Pair, Tendon};

pub use synovia_compile::write::WriteError;
pub use synovia_mjcf::write::Precision;

use crate::files::Memory;
use crate::load::Error;

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

fn read(doc: &Document, files: &dyn Files) -> Result<Spec, Error> {
    let mut diag = Diagnostics::new();
    let spec = synovia_compile::expand::read(doc, files, &mut diag);
    Ok(diag.into_result(&doc.sources, spec)?)
}

/// Compiles a model; `assets` are files that it may name, looked at before the disk.
#[doc(alias = "mj_compile")]
pub fn compile(spec: &Spec, assets: &[(String, Vec<u8>)]) -> Result<Compiled, Error> {
    let files = Memory::new(assets, true);
    let mut spec = spec.clone();
    spec.refresh_names();
    spec.place_made();
    let registry = Registry::process();
    let diag = Diagnostics::new();
    let cache = crate::asset_cache();
    let compiled = synovia_compile::compile_spec(spec, &files, &registry, Some(cache), diag)?;
    Ok(compiled)
}

/// The text of a compiled model, in the form that MuJoCo saves: angles in radians, frames folded, copies written out.
#[doc(alias = "mj_saveXML")]
pub fn to_xml(compiled: &Compiled, precision: Precision) -> Result<String, WriteError> {
    synovia_compile::write::write(&compiled.origin, &compiled.model, precision)
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
