//! Members of relations and of custom data.

use synovia_mjcf::Span;
use synovia_mjcf::member::Plain;
use synovia_mjcf::spec::actuator::Actuator;
use synovia_mjcf::spec::sensor::Sensor;
use synovia_mjcf::spec::{custom, relation};
use synovia_model::enums::{EqType, TrnType};
use synovia_model::{ObjType, SensorType};

use super::{Cell, Each, Slot, Value, blank, members};
use crate::spec::actuator::ActuatorRecord;
use crate::spec::equality::EqualityRecord;
use crate::spec::sensor::SensorRecord;

members!(relation::Pair, el {});
members!(relation::Exclude, el {});
members!(relation::Tendon, el {});
members!(custom::Text, el {});
members!(custom::Key, el {});

members!(EqualityRecord as relation::Equality, el {
    [name class]
    /// Type of the constraint.
    "type" (Enum(EqType::REFERENCE)) => Plain(&mut el.kind);
    /// Numbers of the constraint: anchors, relative pose or coefficients, depending on its type.
    "data" (Reals(11)) => Plain(&mut el.data);
    [active]
    /// Name of the first object.
    "name1" (Text) => blank(&mut el.name1);
    /// Name of the second object.
    "name2" (Text) => blank(&mut el.name2);
    /// Type of the objects of connect and weld: bodies or sites.
    "objtype" (Enum(ObjType::REFERENCE)) => Plain(&mut el.objtype);
    and [solref solimp]
});

members!(ActuatorRecord as Actuator, el {
    [name class gaintype gainprm biastype biasprm dyntype dynprm actdim actearly]
    /// Type of the transmission.
    "trntype" (Enum(TrnType::REFERENCE)) => Plain(&mut el.trntype);
    [gear]
    /// Name of its target; for a slider-crank the site at the crank.
    "target" (Text) => blank(&mut el.target);
    [
        refsite slidersite cranklength lengthrange inheritrange ctrllimited ctrlrange forcelimited forcerange actlimited actrange group
        nsample interp delay
    ]
    "userdata" => Plain(&mut el.user);
});

members!(SensorRecord as Sensor, el {
    [name]
    /// Type of the sensor.
    "type" (Enum(SensorType::REFERENCE)) => Plain(&mut el.kind);
    /// Type of the object that it measures.
    "objtype" (Enum(ObjType::REFERENCE)) => Plain(&mut el.objtype);
    /// Type of the object in whose frame it measures.
    "reftype" (Enum(ObjType::REFERENCE)) => Plain(&mut el.reftype);
    /// For a contact sensor the bits of its data fields, the reduction and the number of contacts; for a rangefinder the bits.
    "intprm" (Ints(3)) => Plain(&mut el.intprm);
    [objname refname datatype needstage dim cutoff noise nsample interp delay interval]
    "userdata" => blank(&mut el.user);
});

members!(custom::Numeric, el {
    /// The numbers.
    "data" (Reals(0)) => NumericData(el);
    /// Number of entries, padded with zeros.
    "size" (Int) => NumericSize(el);
});

/// The numbers of a custom array.
struct NumericData<'a>(&'a mut custom::Numeric);

impl Slot for NumericData<'_> {
    fn read(&self) -> Value {
        self.0.values().data.into()
    }
    fn write(&mut self, value: Value) -> Result<(), String> {
        let data = <Vec<f64>>::from_value(value)?;
        // the size does not change
        let before = self.0.data.get().map_or(0, Vec::len);
        if before != data.len() && self.0.span != Span::default() && !self.0.size.is_set() {
            self.0.size.set(before as i32);
        }
        self.0.data.set(data);
        Ok(())
    }
}

/// The size of a custom array; the number of its values if it is unset.
struct NumericSize<'a>(&'a mut custom::Numeric);

impl Slot for NumericSize<'_> {
    fn read(&self) -> Value {
        let count = self.0.data.get().map_or(0, Vec::len) as i32;
        let from_text = self.0.span != Span::default();
        let default = if from_text { count } else { 0 };
        self.0.size.or(default).to_value()
    }
    fn write(&mut self, value: Value) -> Result<(), String> {
        match i32::from_value(value)? {
            0 => self.0.size.clear(),
            size => self.0.size.set(size),
        }
        Ok(())
    }
}

members!(custom::Tuple, el {
    /// Types of the objects.
    "objtype" (Ints(0)) => Each::new(&mut el.elements, |object| kind_number(object.objtype.text()), |object, kind| {
        object.objtype.set(ObjType(kind).keyword().unwrap_or("unknown").to_owned());
    });
    /// Names of the objects.
    "objname" (Texts) => Each::new(&mut el.elements, |object| object.objname.text().to_owned(), |object, name| object.objname.set(name));
    /// A user parameter for each object.
    "objprm" (Reals(0)) => Each::new(&mut el.elements, |object| object.values().prm, |object, prm| object.prm.set(prm));
});

/// The number of a kind of object; 0 for a word that names none.
fn kind_number(word: &str) -> i32 {
    ObjType::from_keyword(word).map_or(0, |kind| kind.0)
}
