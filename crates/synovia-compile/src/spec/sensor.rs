//! The sensor record: the values of any sensor element, in one form.
//!
//! Every sensor has an object and possibly a reference object, each specified by its type and name. The elements
//! have specific attributes for that (`site`, `joint`, `geom1`, …).
//!
//! | attachment (`SensorTarget`)        | object            | reference object      |
//! |----------------------------|-------------------|-----------------------|
//! | site, joint, tendon, …     | that element      | —                     |
//! | frame                      | `objtype`, `objname` | `reftype`, `refname` |
//! | distance                   | `geom1` or `body1` | `geom2` or `body2`   |
//! | contacts                   | first criterion   | second criterion      |
//! | rays                       | site or camera    | —                     |

use synovia_mjcf::diag::Diagnostics;
use synovia_mjcf::keyword::Interp;
use synovia_mjcf::spec::sensor::Sensor;
use synovia_mjcf::{Attr, Span};
use synovia_model::{DataType, ObjType, SensorTarget, SensorType, Stage};

use super::record::record;

/// Data fields of a contact sensor, with their sizes; the index is the bit.
pub(crate) const CONTACT_FIELDS: [(&str, i32); 7] = [
    ("found", 1),
    ("force", 3),
    ("torque", 3),
    ("dist", 1),
    ("pos", 3),
    ("normal", 3),
    ("tangent", 3),
];

/// Data fields of a rangefinder, with their sizes; the index is the bit.
pub(crate) const RAY_FIELDS: [(&str, i32); 6] = [
    ("dist", 1),
    ("dir", 3),
    ("origin", 3),
    ("point", 3),
    ("normal", 3),
    ("depth", 1),
];

record! {
    /// A sensor with every value known.
    pub struct SensorRecord of Sensor {
        datatype: DataType,
        needstage: Stage,
        nsample: i32,
        interp: Interp,
        delay: f64,
        interval: [f64; 2],
    }
    own {
        /// Kind of sensor.
        kind: SensorType = SensorType::Touch,
        /// Kind of the object.
        objtype: ObjType = ObjType::Unknown,
        /// Name of the object.
        objname: Attr<String> = Attr::default(),
        /// Kind of the reference object.
        reftype: ObjType = ObjType::Unknown,
        /// Name of the reference object.
        refname: Attr<String> = Attr::default(),
        /// For a contact sensor: bits of what it reports, reduction, number of contacts; for a rangefinder the bits.
        intprm: [i32; 3] = [0; 3],
        /// Number of outputs of a user sensor.
        dim: Attr<i32> = Attr::default(),
        /// Cutoff.
        cutoff: Attr<f64> = Attr::default(),
        /// Standard deviation of noise.
        noise: Attr<f64> = Attr::default(),
        /// Where the interval was written.
        interval_span: Span = Span::default(),
        /// User data.
        user: Attr<Vec<f64>> = Attr::default(),
    }
}

impl SensorRecord {
    /// The tag of the sensor element.
    pub fn tag(&self) -> &'static str {
        self.kind.kind().map_or("sensor", |kind| kind.tag)
    }

    /// The number of outputs; `None` if it depends on the rest of the model.
    pub fn data_size(&self) -> Option<i32> {
        let kind = self.kind.kind()?;
        match kind.target {
            SensorTarget::Rays
            | SensorTarget::Contacts
            | SensorTarget::Skin
            | SensorTarget::Plugin => None,
            SensorTarget::User => Some(self.dim.or(0)),
            SensorTarget::Global
            | SensorTarget::Site
            | SensorTarget::ScalarJoint
            | SensorTarget::BallJoint
            | SensorTarget::LimitedJoint
            | SensorTarget::Tendon
            | SensorTarget::LimitedTendon
            | SensorTarget::Actuator
            | SensorTarget::Body
            | SensorTarget::Frame
            | SensorTarget::WorldFrame
            | SensorTarget::InSite
            | SensorTarget::InCamera
            | SensorTarget::Distance => Some(kind.dim),
        }
    }

    /// The record of an element; `None` if the sensor type is unknown.
    pub(super) fn new(el: &Sensor, diag: &mut Diagnostics) -> Option<Self> {
        let kind = SensorType::from_keyword(&el.tag).and_then(SensorType::kind);
        let Some(kind) = kind else {
            diag.error(el.span, format!("unknown sensor type '{}'", el.tag));
            return None;
        };
        let own = el.values();
        let mut record = Self {
            datatype: own.datatype,
            needstage: own.needstage,
            span: el.span,
            name: el.name.clone(),
            kind: kind.type_,
            dim: el.dim.clone(),
            cutoff: el.cutoff.clone(),
            noise: el.noise.clone(),
            nsample: own.nsample,
            interp: own.interp,
            delay: own.delay,
            interval: own.interval,
            interval_span: el.interval.span(),
            user: el.user.clone(),
            ..Self::default()
        };
        // the objects depend on the kind of sensor, all other values were copied
        let mut reader = Reader { el, diag };
        reader.objects(kind.target, &mut record);
        Some(record)
    }
}

/// Reads the objects of a sensor.
struct Reader<'a> {
    el: &'a Sensor,
    diag: &'a mut Diagnostics,
}

type Object = (ObjType, Attr<String>);

/// No object.
fn nothing() -> Object {
    (ObjType::Unknown, Attr::default())
}

impl Reader<'_> {
    /// Sets the object and the reference object of a record.
    fn objects(&mut self, target: SensorTarget, record: &mut SensorRecord) {
        let el = self.el;
        let of = |kind, name: &Attr<String>| (kind, name.clone());
        // the attributes that name the object and the reference object, by the kind of attachment
        let (object, reference) = match target {
            SensorTarget::Site => (of(ObjType::Site, &el.site), nothing()),
            SensorTarget::Tendon | SensorTarget::LimitedTendon => {
                (of(ObjType::Tendon, &el.tendon), nothing())
            }
            SensorTarget::Actuator => (of(ObjType::Actuator, &el.actuator), nothing()),
            SensorTarget::Body => (of(ObjType::Body, &el.body), nothing()),
            SensorTarget::ScalarJoint | SensorTarget::BallJoint | SensorTarget::LimitedJoint => {
                (of(ObjType::Joint, &el.joint), nothing())
            }
            SensorTarget::Plugin => (
                self.optional(&el.objtype, &el.objname, false),
                self.optional(&el.reftype, &el.refname, true),
            ),
            SensorTarget::Frame | SensorTarget::WorldFrame => {
                let object = self.named(&el.objtype, &el.objname, true);
                if !el.reftype.is_set() && el.refname.is_set() {
                    self.error(
                        el.refname.span(),
                        "refname is set, but reftype is missing; set it",
                    );
                }
                let reference = if el.reftype.is_set() {
                    self.lenient(&el.reftype, &el.refname, true)
                } else {
                    nothing()
                };
                (object, reference)
            }
            SensorTarget::InSite => (
                self.named(&el.objtype, &el.objname, true),
                of(ObjType::Site, &el.site),
            ),
            SensorTarget::InCamera => {
                (of(ObjType::Site, &el.site), of(ObjType::Camera, &el.camera))
            }
            SensorTarget::Skin => (of(ObjType::Mesh, &el.mesh), of(ObjType::Geom, &el.geom)),
            SensorTarget::User if el.objtype.is_set() || el.objname.is_set() => {
                (self.lenient(&el.objtype, &el.objname, false), nothing())
            }
            SensorTarget::Global | SensorTarget::User => (nothing(), nothing()),
            SensorTarget::Distance => (
                self.one_of("geom1", &el.geom1, "body1", &el.body1),
                self.one_of("geom2", &el.geom2, "body2", &el.body2),
            ),
            SensorTarget::Rays => (self.rays(record), nothing()),
            SensorTarget::Contacts => self.contacts(record),
        };
        (record.objtype, record.objname) = object;
        (record.reftype, record.refname) = reference;
    }

    /// Reports an error of the sensor.
    fn error(&mut self, span: Span, what: &str) {
        self.diag.error(span, format!("{}: {what}", self.el.tag));
    }

    /// The object named by two attributes, if one of them is set.
    fn optional(&mut self, kind: &Attr<String>, name: &Attr<String>, spatial: bool) -> Object {
        if kind.is_set() || name.is_set() {
            self.named(kind, name, spatial)
        } else {
            nothing()
        }
    }

    /// Like [`Reader::named`], but with a warning for an unknown object type.
    ///
    /// QUIRK(unknown-object-kind): an unknown type is treated as no object, and the model loads.
    fn lenient(&mut self, kind: &Attr<String>, name: &Attr<String>, spatial: bool) -> Object {
        if kind.is_set() && object_kind(kind.text()).is_none() {
            let message = format!(
                "{}: unknown object type \"{}\", '{}' is ignored",
                self.el.tag,
                kind.text(),
                name.text()
            );
            self.diag.warning(kind.span(), message);
            return nothing();
        }
        self.named(kind, name, spatial)
    }

    /// The object specified by a type and a name attribute. With `spatial` it must have a frame.
    fn named(&mut self, kind: &Attr<String>, name: &Attr<String>, spatial: bool) -> Object {
        let Some(object) = object_kind(kind.text()) else {
            let at = if kind.is_set() {
                kind.span()
            } else {
                self.el.span
            };
            self.error(at, &format!("unknown object type \"{}\"", kind.text()));
            return nothing();
        };
        if spatial && !has_frame(object) {
            self.error(
                kind.span(),
                &format!(
                    "a {} has no frame, expected one of body, xbody, geom, site, camera",
                    kind.text()
                ),
            );
            return nothing();
        }
        (object, name.clone())
    }

    /// A geom or a body, named by exactly one attribute.
    fn one_of(
        &mut self,
        geom_word: &str,
        geom: &Attr<String>,
        body_word: &str,
        body: &Attr<String>,
    ) -> Object {
        if geom.is_set() == body.is_set() {
            let what = format!("expected exactly one of {geom_word} and {body_word}");
            self.error(self.el.span, &what);
            nothing()
        } else if geom.is_set() {
            (ObjType::Geom, geom.clone())
        } else {
            (ObjType::Body, body.clone())
        }
    }

    /// The origin of the rays: a site, or every pixel of a camera.
    fn rays(&mut self, record: &mut SensorRecord) -> Object {
        let el = self.el;
        record.intprm[0] = self.fields(&RAY_FIELDS);
        if el.site.is_set() == el.camera.is_set() {
            self.error(el.span, "expected exactly one of site and camera");
            nothing()
        } else if el.site.is_set() {
            (ObjType::Site, el.site.clone())
        } else {
            (ObjType::Camera, el.camera.clone())
        }
    }

    /// At most one criterion for each of the two objects, then the fields, the reduction and the number of contacts.
    fn contacts(&mut self, record: &mut SensorRecord) -> (Object, Object) {
        let el = self.el;
        let own = el.values();
        // the first object may be a site, a body with or without its subtree, or a geom; the second one not a site
        let object = self.criterion(&[
            (ObjType::Site, &el.site),
            (ObjType::Body, &el.body1),
            (ObjType::XBody, &el.subtree1),
            (ObjType::Geom, &el.geom1),
        ]);
        let reference = self.criterion(&[
            (ObjType::Body, &el.body2),
            (ObjType::XBody, &el.subtree2),
            (ObjType::Geom, &el.geom2),
        ]);
        let bits = self.fields(&CONTACT_FIELDS);
        let num = own.num;
        if num <= 0 {
            self.error(el.num.span(), "num must be positive");
        }
        record.intprm = [bits, own.reduce as i32, num];
        (object, reference)
    }

    /// The attribute that is set, if any.
    fn criterion(&mut self, choices: &[(ObjType, &Attr<String>)]) -> Object {
        let mut written = choices.iter().filter(|(_, attr)| attr.is_set());
        let Some(&(kind, attr)) = written.next() else {
            return nothing();
        };
        if let Some((_, second)) = written.next() {
            self.error(
                second.span(),
                "expected at most one criterion for each of the two objects",
            );
        }
        (kind, attr.clone())
    }

    /// The words of `data` as bits; the first field if it is empty.
    fn fields(&mut self, all: &[(&str, i32)]) -> i32 {
        let el = self.el;
        let words = || {
            let words: Vec<&str> = all.iter().map(|(field, _)| *field).collect();
            words.join(", ")
        };
        // fields must be in order, because the order of the output is fixed
        let (mut bits, mut next) = (0, 0);
        for word in el.data.text().split_ascii_whitespace() {
            let Some(k) = all.iter().position(|(field, _)| *field == word) else {
                let message = format!(
                    "{} data: invalid keyword \"{word}\", expected one of {}",
                    el.tag,
                    words()
                );
                self.diag.error(el.data.span(), message);
                continue;
            };
            if k < next {
                let what = format!("data must be in the order {}", words());
                self.error(el.data.span(), &what);
            }
            next = k + 1;
            bits |= 1 << k;
        }
        if bits == 0 { 1 } else { bits }
    }
}

/// Whether objects of this type have a frame.
pub(crate) fn has_frame(object: ObjType) -> bool {
    matches!(
        object,
        ObjType::Body | ObjType::XBody | ObjType::Geom | ObjType::Site | ObjType::Camera
    )
}

/// The object type of a word, if objects of that type can be looked up by name.
pub(crate) fn object_kind(word: &str) -> Option<ObjType> {
    let kind = ObjType::from_keyword(word)?;
    (kind != ObjType::Unknown && kind.to_i32() <= ObjType::Plugin.to_i32()).then_some(kind)
}
