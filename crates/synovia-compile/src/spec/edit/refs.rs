//! References: how the names that an element refers to are changed in a copy.
//!
//! When part of a model is copied, every pair, exclude, tendon, equality, actuator, sensor and tuple is tried with the copy's names.
//! It is copied if its references are then found:
//!
//! | element                          | rule                                                                          |
//! |----------------------------------|-------------------------------------------------------------------------------|
//! | equality, actuator, tuple, skin  | all references get the copy's names and must be found                         |
//! | pair, exclude, sensor            | one of the two may be outside the copy: if only that one is not found, it keeps its name |
//! | tendon                           | each object of the path may be outside, but not all of them                   |
//!
//! Elements without references (a clock) are always copied. With an empty affix the same functions return whether an element finds all
//! its references.

use synovia_mjcf::spec::relation::{self, Wrap};
use synovia_mjcf::spec::{asset, custom, flex};
use synovia_mjcf::{Attr, Span};
use synovia_model::enums::{GeomType, JointType, TrnType};

use synovia_model::{ObjType, SensorType};

use crate::spec::actuator::ActuatorRecord;
use crate::spec::equality::EqualityRecord;
use crate::spec::names::{Affix, Named, Names, Obj, named};
use crate::spec::sensor::SensorRecord;

named! {
    relation::Pair => Pair;
    relation::Exclude => Exclude;
    EqualityRecord => Equality;
    relation::Tendon => Tendon;
    ActuatorRecord => Actuator;
    SensorRecord => Sensor;
    custom::Tuple => Tuple;
}

/// An element outside the tree that may refer to others.
pub(crate) trait Refers: Named + Clone {
    /// Changes its references to the names of a copy, by the rule of its kind; false if one is not found.
    fn follow(&mut self, affix: &Affix, names: &Names) -> bool {
        let _ = (affix, names);
        true
    }

    /// Whether all its references are found.
    fn finds_all(&self, names: &Names) -> bool {
        self.clone().follow(&Affix::default(), names)
    }
}

// elements that are renamed as a whole and have no references that could be missing yet
impl Refers for asset::Mesh {}
impl Refers for asset::Hfield {}
impl Refers for asset::Texture {}
impl Refers for asset::Material {}
impl Refers for custom::Numeric {}
impl Refers for custom::Text {}

impl Refers for asset::Skin {
    fn follow(&mut self, _: &Affix, names: &Names) -> bool {
        let found = |bone: &asset::Bone| names.has(Obj::Body, bone.body.text());
        self.bones.iter().all(found)
    }
}

impl Refers for flex::Flex {
    fn follow(&mut self, _: &Affix, names: &Names) -> bool {
        let mut bodies = self.vert_bodies.iter().chain(&self.node_bodies);
        bodies.all(|body| names.has(Obj::Body, body))
    }
}

/// Changes two names to those of a copy; if only one is found, the other keeps its own.
fn either(
    affix: &Affix,
    names: &Names,
    first: Option<(Obj, &mut Attr<String>)>,
    second: Option<(Obj, &mut Attr<String>)>,
) -> bool {
    let renamed = |reference: &Option<(Obj, &mut Attr<String>)>| {
        let (obj, attr) = reference.as_ref()?;
        let name = affix.of(attr.text());
        let found = names.has(*obj, &name);
        Some((name, found))
    };
    let (one, two) = (renamed(&first), renamed(&second));
    let both = one.is_some() && two.is_some();

    let settle = |reference: Option<(Obj, &mut Attr<String>)>,
                  renamed: Option<(String, bool)>,
                  partner: bool| match (reference, renamed) {
        (Some((obj, attr)), Some((name, found))) => {
            if found {
                attr.set(name);
                true
            } else {
                both && partner && names.has(obj, attr.text())
            }
        }
        _ => true,
    };
    let found = |renamed: &Option<(String, bool)>| renamed.as_ref().is_some_and(|(_, f)| *f);
    let (found_one, found_two) = (found(&one), found(&two));
    let first_ok = settle(first, one, found_two);
    settle(second, two, found_one) && first_ok
}

impl Refers for relation::Pair {
    fn follow(&mut self, affix: &Affix, names: &Names) -> bool {
        let Self { geom1, geom2, .. } = self;
        either(
            affix,
            names,
            Some((Obj::Geom, geom1)),
            Some((Obj::Geom, geom2)),
        )
    }
}

impl Refers for relation::Exclude {
    fn follow(&mut self, affix: &Affix, names: &Names) -> bool {
        let Self { body1, body2, .. } = self;
        either(
            affix,
            names,
            Some((Obj::Body, body1)),
            Some((Obj::Body, body2)),
        )
    }
}

/// The type of the two objects of an equality. `None` if it is about a flex alone.
fn related(eq: &EqualityRecord) -> Option<Obj> {
    match eq.related() {
        ObjType::Site => Some(Obj::Site),
        ObjType::Body => Some(Obj::Body),
        ObjType::Joint => Some(Obj::Joint),
        ObjType::Tendon => Some(Obj::Tendon),
        ObjType::Geom => Some(Obj::Geom),
        _ => None,
    }
}

impl Refers for EqualityRecord {
    fn follow(&mut self, affix: &Affix, names: &Names) -> bool {
        let related = related(self);
        affix.apply(&mut self.name1);
        let Some(obj) = related else {
            // a flex keeps its name in a copy
            return names.has(Obj::Flex, self.name1.text());
        };
        affix.apply(&mut self.name2);
        let scalar = |name: &str| {
            let kind = names.kind(Obj::Joint, name);
            kind == Some(JointType::Hinge.to_i32()) || kind == Some(JointType::Slide.to_i32())
        };
        let one = self.name1.text();
        let two = match self.name2.text() {
            "" if obj == Obj::Body => "world",
            name => name,
        };
        names.has(obj, one)
            && (two.is_empty() || names.has(obj, two))
            && one != two
            && (obj != Obj::Joint || (scalar(one) && (two.is_empty() || scalar(two))))
    }
}

impl Refers for relation::Tendon {
    fn follow(&mut self, affix: &Affix, names: &Names) -> bool {
        let mut objects = 0;
        let mut outside = 0;
        for wrap in &mut self.path {
            match wrap {
                Wrap::Pulley(pulley) => {
                    if pulley.values().divisor < 0.0 {
                        return false;
                    }
                    continue;
                }
                Wrap::Site(site) => {
                    if !follow_one(&mut site.site, affix, &mut outside, |n| {
                        names.has(Obj::Site, n)
                    }) {
                        return false;
                    }
                }
                Wrap::Joint(joint) => {
                    if !follow_one(&mut joint.joint, affix, &mut outside, |n| {
                        names.has(Obj::Joint, n)
                    }) {
                        return false;
                    }
                }
                Wrap::Geom(geom) => {
                    let wraps = |name: &str, side: &str| {
                        let kind = names.kind(Obj::Geom, name);
                        let round = kind == Some(GeomType::Sphere.to_i32())
                            || kind == Some(GeomType::Cylinder.to_i32());
                        round && (side.is_empty() || names.has(Obj::Site, side))
                    };
                    // QUIRK(replicate-wrap-side): without a side site the affix alone is looked up as a name, and not found; a
                    // cylinder is then not even looked up outside
                    let (name, side) = (affix.of(geom.geom.text()), affix.of(geom.sidesite.text()));
                    if wraps(&name, &side) {
                        geom.geom.set(name);
                        affix.apply(&mut geom.sidesite);
                    } else if names.kind(Obj::Geom, &name) != Some(GeomType::Cylinder.to_i32())
                        && wraps(geom.geom.text(), geom.sidesite.text())
                    {
                        outside += 1;
                    } else {
                        return false;
                    }
                }
            }
            objects += 1;
        }
        outside < objects
    }
}

/// Changes a name to that of a copy if it is found there; false if it is found neither there nor outside.
fn follow_one(
    attr: &mut Attr<String>,
    affix: &Affix,
    outside: &mut usize,
    found: impl Fn(&str) -> bool,
) -> bool {
    let name = affix.of(attr.text());
    if found(&name) {
        attr.set(name);
        return true;
    }
    *outside += 1;
    found(attr.text())
}

impl Refers for ActuatorRecord {
    fn follow(&mut self, affix: &Affix, names: &Names) -> bool {
        affix.apply(&mut self.target);
        affix.apply(&mut self.refsite);
        affix.apply(&mut self.slidersite);
        let site = |attr: &Attr<String>| names.has(Obj::Site, attr.text());
        let target = match self.trntype {
            TrnType::Joint | TrnType::JointInParent => Obj::Joint,
            TrnType::Tendon => Obj::Tendon,
            TrnType::Body => Obj::Body,
            TrnType::SliderCrank => {
                if !site(&self.slidersite) || self.cranklength <= 0.0 {
                    return false;
                }
                Obj::Site
            }
            TrnType::Site => {
                if !self.refsite.text().is_empty() && !site(&self.refsite) {
                    return false;
                }
                Obj::Site
            }
            _ => return false,
        };
        names.has(target, self.target.text())
    }
}

impl Refers for SensorRecord {
    fn follow(&mut self, affix: &Affix, names: &Names) -> bool {
        // a sensor that must have an object and has none is not found
        let free = matches!(
            self.kind,
            SensorType::EPotential
                | SensorType::EKinetic
                | SensorType::Clock
                | SensorType::Plugin
                | SensorType::Contact
                | SensorType::User
        );
        if self.objtype == ObjType::Unknown && !free {
            return false;
        }
        let known = |kind: ObjType, name| match kind {
            ObjType::Unknown => Ok(None),
            kind => match kind.keyword().and_then(Obj::from_word) {
                Some(obj) => Ok(Some((obj, name))),
                None => Err(()),
            },
        };
        let object = known(self.objtype, &mut self.objname);
        let reference = known(self.reftype, &mut self.refname);
        let (Ok(object), Ok(reference)) = (object, reference) else {
            return false;
        };
        either(affix, names, object, reference)
    }
}

impl Refers for custom::Tuple {
    fn follow(&mut self, affix: &Affix, names: &Names) -> bool {
        let mut all = !self.elements.is_empty();
        for element in &mut self.elements {
            let name = affix.of(element.objname.text());
            let obj = element.objtype.get().and_then(|w| Obj::from_word(w));
            all &= obj.is_some_and(|obj| names.has(obj, &name));
            element.objname.set(name);
        }
        all
    }
}
