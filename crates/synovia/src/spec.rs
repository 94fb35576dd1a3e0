//! Editable models: read or built from scratch, changed, combined, compiled.
//!
//! ```
//! use synovia::spec::{Actuator, Body, Geom, Joint, Lead, Spec};
//! use synovia::{Loader, model::GeomId};
//!
//! let mut spec = Spec::new();
//! let arm = spec.world().add(Body::new("arm").pos([0.0, 0.0, 1.0]))?;
//! spec.body(arm).add(Joint::hinge("elbow").axis([0.0, 1.0, 0.0]).range(-90.0..=90.0))?;
//! let upper = spec.body(arm).add(Geom::capsule("upper", 0.05, 0.3))?;
//! spec.add(Actuator::motor("m").joint("elbow").gear(50.0))?;
//!
//! let loader = Loader::new();
//! let model = loader.compile(&spec)?.model;
//! assert_eq!((model.size.nbody, model.size.nu), (2, 1));
//!
//! // handles stay valid while other elements are added and deleted
//! spec.edit(upper)?.size.set(Lead::new(&[0.1, 0.3]));
//! let model = loader.compile(&spec)?.model;
//! assert_eq!(model.geom.size[GeomId::new(0)][0], 0.1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An element is created by its constructor ([`Body::new`], [`Joint::hinge`], [`Geom::sphere`], …) and configured with one method per
//! attribute. [`Spec::world`], [`Spec::body`] and [`Spec::frame`] return places to add elements to ([`At::add`]); elements outside the
//! tree are added with [`Spec::add`].
//!
//! | to                                  | use                                                                             |
//! |-------------------------------------|---------------------------------------------------------------------------------|
//! | find elements                       | [`Spec::find`], [`Spec::named`], [`Spec::ids`], [`Spec::iter`]                    |
//! | walk the tree                       | [`Spec::children`], [`Spec::parent`], [`Spec::subtree`], [`Spec::carried`], [`Spec::below`], [`Spec::body_of`], [`Spec::frame_of`] |
//! | read and change one                 | [`Spec::get`], [`Spec::edit`], [`Spec::named_mut`]                               |
//! | delete                              | [`Spec::delete`]                                                                 |
//! | create, use and look up classes     | [`Spec::add_default`], [`Spec::class`], [`Spec::class_mut`]                       |
//! | combine models                      | [`At::attach`], [`At::attach_body`], [`At::attach_frame`] with a [`Rename`]       |
//! | read one                            | [`Source::spec`](crate::Source::spec)                                            |
//! | compile, also with an earlier state | [`Loader::compile`](crate::Loader::compile), [`Loaded::resume`](crate::Loaded::resume) |
//! | write as text, save with all files  | [`Loaded::to_xml`](crate::Loaded::to_xml), [`Loaded::save`](crate::Loaded::save), [`Loaded::to_zip`](crate::Loaded::to_zip) |
//!
//! Angles are in degrees unless `spec.settings[0].degree` is false, as in MJCF.
//!
//! Actuators, equality constraints and sensors are specified in one form ([`Actuator`], [`Equality`], [`Sensor`]) and stored in another,
//! in which every value is known: handles are those of [`ActuatorRecord`], [`EqualityRecord`] and [`SensorRecord`].

pub use synovia_compile::compiled::{Before, Order, carry_over};
pub use synovia_compile::spec::author::{At, IntoModel, IntoTree};
pub use synovia_compile::spec::edit::{Carried, EditError, Listed, Place, Stored};
pub use synovia_compile::spec::join::{Moved, Rename};
pub use synovia_compile::spec::members::{
    Info as MemberInfo, MemberError, MemberKind, Members, Slot, Value, infos as member_infos,
};
pub use synovia_compile::spec::{
    ActuatorRecord, Class, Classes, EqualityRecord, Id, Obj, SensorRecord, Settings, Spec, orient,
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

use crate::error::Error;

/// The message for a model that does not compile: the first error, with the element that it concerns.
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
