//! The equality record, which all equality elements edit.
//!
//! Eleven numbers describe a constraint:
//!
//! | kind                    | `data[0..3]`     | `data[3..10]`         | `data[10]`    |
//! |-------------------------|------------------|-----------------------|---------------|
//! | connect of bodies       | anchor in body 1 | anchor in body 2, …   | 1             |
//! | weld of bodies          | anchor in body 2 | relative pose         | torque scale  |
//! | connect, weld of sites  | unused           | unused                | torque scale  |
//! | joint, tendon           | `a₀ a₁ a₂`       | `a₃ a₄`, unused       | unused        |
//! | distance                | distance, unused | unused                | unused        |
//!
//! A negative distance means that of the reference configuration.

use synovia_mjcf::spec::relation::{Equality, EqualityKind};
use synovia_mjcf::{Attr, Span};
use synovia_model::consts::NEQDATA;
use synovia_model::{EqType, ObjType};

use super::record::record;

record! {
    /// An equality constraint with every value known.
    pub struct EqualityRecord of Equality {
        active: bool,
        solref: [f64; 2],
        solimp: [f64; 5],
    }
    own {
        /// Where the element was written.
        span: Span = Span::default(),
        /// Name.
        name: Attr<String> = Attr::default(),
        /// Default class.
        class: Attr<String> = Attr::default(),
        /// Kind of constraint.
        kind: EqType = EqType::Connect,
        /// For connect, weld and distance: what the two names are names of, bodies, sites or geoms.
        objtype: ObjType = ObjType::Unknown,
        /// First object.
        name1: Attr<String> = Attr::default(),
        /// Second object; empty for the world, or for none.
        name2: Attr<String> = Attr::default(),
        /// What the kind of constraint needs, see above.
        data: [f64; NEQDATA] = builtin_data(),
    }
}

/// Coefficients of a polynomial and torque scale.
fn builtin_data() -> [f64; NEQDATA] {
    let mut data = [0.0; NEQDATA];
    data[..5].copy_from_slice(&Equality::BUILTIN.polycoef);
    data[10] = Equality::BUILTIN.torquescale;
    data
}

impl EqualityRecord {
    /// The type of the two objects.
    pub fn related(&self) -> ObjType {
        match self.kind {
            EqType::Joint => ObjType::Joint,
            EqType::Tendon => ObjType::Tendon,
            EqType::Connect | EqType::Weld if self.objtype == ObjType::Site => ObjType::Site,
            EqType::Connect | EqType::Weld => ObjType::Body,
            EqType::Distance if self.objtype == ObjType::Geom => ObjType::Geom,
            EqType::Distance => ObjType::Site,
            _ => ObjType::Flex,
        }
    }

    /// Applies the attributes that elements and `default` elements have in common.
    pub(super) fn edit(&mut self, el: &Equality) {
        self.span = el.span;
        self.name = el.name.clone();
        self.class = el.class.clone();
        self.active = el.active.is_true_or(self.active);
        self.solref = el.solref.fill(self.solref);
        self.solimp = el.solimp.fill(self.solimp);
    }

    /// A constraint with the defaults of a class.
    pub(super) fn new(el: &Equality, class: &Self) -> Self {
        let mut record = class.clone();
        record.edit(el);
        let sites = el.site1.is_set() || el.site2.is_set();
        // the type and the names of the two objects
        let (kind, [name1, name2]) = match el.kind {
            EqualityKind::Connect | EqualityKind::Weld => {
                let weld = el.kind == EqualityKind::Weld;
                record.objtype = if sites { ObjType::Site } else { ObjType::Body };
                let names = if sites {
                    [&el.site1, &el.site2]
                } else {
                    [&el.body1, &el.body2]
                };
                (if weld { EqType::Weld } else { EqType::Connect }, names)
            }
            EqualityKind::Joint => (EqType::Joint, [&el.joint1, &el.joint2]),
            EqualityKind::Tendon => (EqType::Tendon, [&el.tendon1, &el.tendon2]),
            EqualityKind::Flex => (EqType::Flex, [&el.flex, &el.body2]),
            EqualityKind::FlexVert => (EqType::FlexVert, [&el.flex, &el.body2]),
            EqualityKind::Distance if sites => {
                record.objtype = ObjType::Site;
                (EqType::Distance, [&el.site1, &el.site2])
            }
            EqualityKind::Distance => {
                record.objtype = ObjType::Geom;
                (EqType::Distance, [&el.geom1, &el.geom2])
            }
        };
        record.kind = kind;
        record.name1 = name1.clone();
        record.name2 = name2.clone();
        record.numbers(el, sites);
        record
    }

    /// Applies the numbers of an element.
    fn numbers(&mut self, el: &Equality, sites: bool) {
        let own = el.values();
        let data = &mut self.data;
        match el.kind {
            EqualityKind::Connect => {
                if let Some(anchor) = el.anchor.get() {
                    data[..3].copy_from_slice(anchor);
                }
            }
            EqualityKind::Weld => {
                if !sites {
                    data[..3].copy_from_slice(&own.anchor);
                }
                if let Some(relpose) = el.relpose.get() {
                    data[3..10].copy_from_slice(relpose);
                }
                data[10] = own.torquescale;
            }
            EqualityKind::Joint | EqualityKind::Tendon => {
                let poly = own.polycoef;
                data[..5].copy_from_slice(&poly);
            }
            EqualityKind::Flex | EqualityKind::FlexVert => {}
            EqualityKind::Distance => {
                *data = [0.0; NEQDATA];
                data[0] = own.distance;
            }
        }
    }
}
