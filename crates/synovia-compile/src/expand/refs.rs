//! References: how the names that an element refers to follow it into a copy.
//!
//! When part of a model is copied, every pair, exclude, tendon, equality, actuator, sensor and tuple is tried in the copy's names.
//! It comes along if what it refers to is then found:
//!
//! | element                          | rule                                                                          |
//! |----------------------------------|-------------------------------------------------------------------------------|
//! | equality, actuator, tuple, skin  | everything gets the copy's name and must be found                             |
//! | pair, exclude, sensor            | one of the two may stay outside the copy: if only it is not found, it keeps its name |
//! | tendon                           | each object of the path may stay outside, but not all of them                 |
//!
//! What refers to nothing (a clock) always comes along. The same functions with an empty affix tell whether an element finds all
//! that it refers to.

use synovia_mjcf::keyword::{GeomType, JointType};
use synovia_mjcf::spec::relation::{self, EqualityKind, Wrap};
use synovia_mjcf::spec::{asset, custom, flex, sensor};
use synovia_mjcf::{Attr, Span};

use super::actuator::{ActuatorRecord, Transmission};
use super::names::{Affix, Named, Names, Obj, named};

named! {
    relation::Pair => Pair;
    relation::Exclude => Exclude;
    relation::Equality => Equality;
    relation::Tendon => Tendon;
    ActuatorRecord => Actuator;
    sensor::Sensor => Sensor;
    custom::Tuple => Tuple;
}

/// An element outside the tree, that may refer to others.
pub(super) trait Refers: Named + Clone {
    /// Gives what it refers to the names of a copy, by the rule of its kind; false if something is not found.
    fn follow(&mut self, affix: &Affix, names: &Names) -> bool {
        let _ = (affix, names);
        true
    }

    /// True if all that it refers to is found.
    fn finds_all(&self, names: &Names) -> bool {
        self.clone().follow(&Affix::default(), names)
    }
}

// what is renamed as a whole and refers to nothing that could be missing yet
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

/// Gives two names those of a copy; if only one is found, the other keeps its own.
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

/// The two objects that an equality relates; the second may be absent. None if it is about a flex alone.
fn related(eq: &mut relation::Equality) -> Option<(Obj, [&mut Attr<String>; 2])> {
    match eq.kind {
        EqualityKind::Connect | EqualityKind::Weld => Some(if eq.site1.is_set() {
            (Obj::Site, [&mut eq.site1, &mut eq.site2])
        } else {
            (Obj::Body, [&mut eq.body1, &mut eq.body2])
        }),
        EqualityKind::Joint => Some((Obj::Joint, [&mut eq.joint1, &mut eq.joint2])),
        EqualityKind::Tendon => Some((Obj::Tendon, [&mut eq.tendon1, &mut eq.tendon2])),
        EqualityKind::Flex | EqualityKind::FlexVert => None,
    }
}

impl Refers for relation::Equality {
    fn follow(&mut self, affix: &Affix, names: &Names) -> bool {
        let Some((obj, [first, second])) = related(self) else {
            // a flex keeps its name in a copy
            affix.apply(&mut self.flex);
            return names.has(Obj::Flex, self.flex.text());
        };
        affix.apply(first);
        affix.apply(second);
        let scalar = |name: &str| {
            let kind = names.kind(Obj::Joint, name);
            kind == Some(JointType::Hinge as i32) || kind == Some(JointType::Slide as i32)
        };
        let one = first.text();
        let two = match second.text() {
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
                    if pulley.divisor.or(0.0) < 0.0 {
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
                        let round = kind == Some(GeomType::Sphere as i32)
                            || kind == Some(GeomType::Cylinder as i32);
                        round && (side.is_empty() || names.has(Obj::Site, side))
                    };
                    // QUIRK(replicate-wrap-side): without a side site the affix alone is looked up as a name, and not found
                    let (name, side) = (affix.of(geom.geom.text()), affix.of(geom.sidesite.text()));
                    if wraps(&name, &side) {
                        geom.geom.set(name);
                        affix.apply(&mut geom.sidesite);
                    } else if wraps(geom.geom.text(), geom.sidesite.text()) {
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

/// Gives a name that of a copy if it is found there; false if it is found neither there nor outside.
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
            Transmission::Undefined => return false,
            Transmission::Joint | Transmission::JointInParent => Obj::Joint,
            Transmission::Tendon => Obj::Tendon,
            Transmission::Body => Obj::Body,
            Transmission::SliderCrank => {
                if !site(&self.slidersite) || self.cranklength <= 0.0 {
                    return false;
                }
                Obj::Site
            }
            Transmission::Site => {
                if !self.refsite.text().is_empty() && !site(&self.refsite) {
                    return false;
                }
                Obj::Site
            }
        };
        names.has(target, self.target.text())
    }
}

/// What a sensor is about.
pub(super) struct Sensed<'a> {
    /// The object and its kind; the kind is `None` where the word for it is unknown.
    pub object: Option<(Option<Obj>, &'a mut Attr<String>)>,
    /// What it is measured against.
    pub reference: Option<(Option<Obj>, &'a mut Attr<String>)>,
}

/// The object and the reference object of a sensor, by its tag.
pub(super) fn sensed(sensor: &mut sensor::Sensor) -> Sensed<'_> {
    let typed = |word: &Attr<String>| word.get().map(|w| Obj::from_word(w));
    let (objtype, reftype) = (typed(&sensor.objtype), typed(&sensor.reftype));

    let by_type = |kind: Option<Option<Obj>>, attr| kind.map(|kind| (kind, attr));
    let (object, reference) = match sensor.tag.as_str() {
        "camprojection" => (
            Some((Some(Obj::Site), &mut sensor.site)),
            Some((Some(Obj::Camera), &mut sensor.camera)),
        ),
        "insidesite" => (
            by_type(objtype, &mut sensor.objname),
            Some((Some(Obj::Site), &mut sensor.site)),
        ),
        "tactile" => (
            Some((Some(Obj::Mesh), &mut sensor.mesh)),
            Some((Some(Obj::Geom), &mut sensor.geom)),
        ),
        "distance" | "normal" | "fromto" | "contact" => {
            let first = [
                (Obj::Geom, &mut sensor.geom1),
                (Obj::Body, &mut sensor.subtree1),
                (Obj::Body, &mut sensor.body1),
                (Obj::Site, &mut sensor.site),
            ];
            let second = [
                (Obj::Geom, &mut sensor.geom2),
                (Obj::Body, &mut sensor.subtree2),
                (Obj::Body, &mut sensor.body2),
            ];
            (set_one(first), set_one(second))
        }
        _ if objtype.is_some() || reftype.is_some() => (
            by_type(objtype, &mut sensor.objname),
            by_type(reftype, &mut sensor.refname),
        ),
        _ => (
            set_one([
                (Obj::Site, &mut sensor.site),
                (Obj::Camera, &mut sensor.camera),
                (Obj::Joint, &mut sensor.joint),
                (Obj::Tendon, &mut sensor.tendon),
                (Obj::Actuator, &mut sensor.actuator),
                (Obj::Body, &mut sensor.body),
            ]),
            None,
        ),
    };
    Sensed { object, reference }
}

/// The first of these that was written.
fn set_one<const N: usize>(
    candidates: [(Obj, &mut Attr<String>); N],
) -> Option<(Option<Obj>, &mut Attr<String>)> {
    candidates
        .into_iter()
        .find(|(_, attr)| attr.is_set())
        .map(|(obj, attr)| (Some(obj), attr))
}

impl Refers for sensor::Sensor {
    fn follow(&mut self, affix: &Affix, names: &Names) -> bool {
        // a sensor that has to be about something, and is not, finds nothing
        let free = matches!(
            self.tag.as_str(),
            "e_potential" | "e_kinetic" | "clock" | "plugin" | "contact" | "user"
        );
        let Sensed { object, reference } = sensed(self);
        if object.is_none() && !free {
            return false;
        }
        let known = |side: Option<(Option<Obj>, _)>| match side {
            None => Ok(None),
            Some((None, _)) => Err(()),
            Some((Some(obj), attr)) => Ok(Some((obj, attr))),
        };
        let (Ok(object), Ok(reference)) = (known(object), known(reference)) else {
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
