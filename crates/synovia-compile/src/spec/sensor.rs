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
        /// Where the element was written.
        span: Span = Span::default(),
        /// Name.
        name: Attr<String> = Attr::default(),
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

    /// The record of an element that passes [`Sensor::check`](struct@Sensor); `None` if the sensor type is unknown.
    pub(super) fn new(el: &Sensor, diag: &mut Diagnostics) -> Option<Self> {
        let kind = SensorType::from_keyword(&el.tag).and_then(SensorType::kind);
        let Some(kind) = kind else {
            diag.error(el.span, format!("unknown sensor type '{}'", el.tag));
            return None;
        };
        let mut record = Self {
            span: el.span,
            name: el.name.clone(),
            kind: kind.type_,
            dim: el.dim.clone(),
            cutoff: el.cutoff.clone(),
            noise: el.noise.clone(),
            interval_span: el.interval.span(),
            user: el.user.clone(),
            ..Self::of(&el.values())
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
                first(&[(ObjType::Geom, &el.geom1), (ObjType::Body, &el.body1)]),
                first(&[(ObjType::Geom, &el.geom2), (ObjType::Body, &el.body2)]),
            ),
            SensorTarget::Rays => {
                // a site, or every pixel of a camera
                record.intprm[0] = fields(el, &RAY_FIELDS);
                let origin = [(ObjType::Site, &el.site), (ObjType::Camera, &el.camera)];
                (first(&origin), nothing())
            }
            SensorTarget::Contacts => {
                // the first object may be a site, a body with or without its subtree, or a geom; the second one not a site
                let object = first(&[
                    (ObjType::Site, &el.site),
                    (ObjType::Body, &el.body1),
                    (ObjType::XBody, &el.subtree1),
                    (ObjType::Geom, &el.geom1),
                ]);
                let reference = first(&[
                    (ObjType::Body, &el.body2),
                    (ObjType::XBody, &el.subtree2),
                    (ObjType::Geom, &el.geom2),
                ]);
                let own = el.values();
                record.intprm = [fields(el, &CONTACT_FIELDS), own.reduce as i32, own.num];
                (object, reference)
            }
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
}

/// The first attribute that is set, if any.
fn first(choices: &[(ObjType, &Attr<String>)]) -> Object {
    let found = choices.iter().find(|(_, attr)| attr.is_set());
    found.map_or_else(nothing, |&(kind, attr)| (kind, attr.clone()))
}

/// The words of `data` as bits; the first field if it is empty.
fn fields(el: &Sensor, all: &[(&str, i32)]) -> i32 {
    let words = el.data.text().split_ascii_whitespace();
    let place = |word: &str| all.iter().position(|(field, _)| *field == word);
    let bits = words.filter_map(place).fold(0, |bits, k| bits | 1 << k);
    if bits == 0 { 1 } else { bits }
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
