//! Members of tree elements.

use synovia_mjcf::Element;
use synovia_mjcf::keyword::AlignFree;
use synovia_mjcf::member::Plain;
use synovia_mjcf::spec::body;

use super::{Cell, Info, MemberKind, Members, Slot, Value, declared, members};
use crate::spec::store::{BodyNode, Item};

members!(body::Frame, el {});
members!(body::Joint, el {});
members!(body::Geom, el {});
members!(body::Site, el {});
members!(body::Light, el {});

members!(body::Camera, el {
    /// Focal lengths and principal point, in pixels.
    "intrinsic" (Floats(4), "pixel") => Plain(&mut el.intrinsic);
});

/// Whether the body of a free joint is aligned with its inertia.
pub(super) struct Align<'a>(pub &'a mut Option<AlignFree>);

impl Slot for Align<'_> {
    fn read(&self) -> Value {
        self.0.unwrap_or(AlignFree::Auto).to_value()
    }
    fn write(&mut self, value: Value) -> Result<(), String> {
        *self.0 = Some(AlignFree::from_value(value)?);
        Ok(())
    }
}

/// The explicit inertia of a body; created at the first access.
fn inertial(node: &mut BodyNode) -> &mut body::Inertial {
    let settings = node.body.settings;
    let fresh = || Item {
        settings,
        ..Item::default()
    };
    &mut node.inertial.get_or_insert_with(fresh).el
}

/// A body with its explicit inertia.
impl Members for BodyNode {
    fn infos() -> Vec<Info> {
        let explicit = Info {
            name: "explicitinertial",
            attribute: "",
            kind: MemberKind::Flag,
            unit: "",
            doc: "1 if the explicit mass and inertia are used regardless of geoms.",
        };
        let all = declared::<body::Body>().chain(declared::<body::Inertial>());
        all.chain([explicit]).collect()
    }

    fn member(&mut self, name: &str, visit: &mut dyn FnMut(&mut dyn Slot)) -> bool {
        match name {
            "info" => visit(&mut Plain(&mut self.body.info)),
            "childclass" => visit(&mut Plain(&mut self.body.class)),
            "explicitinertial" => visit(&mut Explicit(self)),
            _ if declared::<body::Inertial>().any(|info| info.name == name) => {
                return Element::slot(inertial(self), name, visit);
            }
            _ => return Element::slot(&mut self.body.el, name, visit),
        }
        true
    }
}

/// Whether the explicit inertia is always used; if so, there is one.
struct Explicit<'a>(&'a mut BodyNode);

impl Slot for Explicit<'_> {
    fn read(&self) -> Value {
        self.0.explicit.to_value()
    }
    fn write(&mut self, value: Value) -> Result<(), String> {
        self.0.explicit = bool::from_value(value)?;
        if self.0.explicit {
            inertial(self.0);
        }
        Ok(())
    }
}
