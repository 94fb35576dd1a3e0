//! Members of what relates bodies, and of custom data.

use synovia_mjcf::Span;
use synovia_mjcf::band::Band;
use synovia_mjcf::keyword::Tri;
use synovia_mjcf::spec::{custom, relation};
use synovia_model::{DEFAULT_SOLIMP, DEFAULT_SOLREF, ObjType};

use super::value::{Cell, Plain, Slot, Value};
use super::{full, members, or, text};
use crate::spec::actuator::ActuatorRecord;
use crate::spec::equality::EqualityRecord;
use crate::spec::sensor::SensorRecord;

members!(relation::Pair, el {
    "name" => text!(el.name);
    "class" => text!(el.class);
    "geomname1" => text!(el.geom1);
    "geomname2" => text!(el.geom2);
    "condim" => or!(el.condim, 3);
    "solref" => full!(el.solref, DEFAULT_SOLREF);
    "solreffriction" => full!(el.solreffriction, [0.0; 2]);
    "solimp" => full!(el.solimp, DEFAULT_SOLIMP);
    "margin" => or!(el.margin, 0.0);
    "gap" => or!(el.gap, 0.0);
    "friction" => full!(el.friction, [1.0, 1.0, 0.005, 0.0001, 0.0001]);
});

members!(relation::Exclude, el {
    "name" => text!(el.name);
    "bodyname1" => text!(el.body1);
    "bodyname2" => text!(el.body2);
});

members!(EqualityRecord, el {
    "name" => text!(el.name);
    "class" => text!(el.class);
    "type" => Plain(&mut el.kind);
    "data" => Plain(&mut el.data);
    "active" => Plain(&mut el.active);
    "name1" => text!(el.name1);
    "name2" => text!(el.name2);
    "objtype" => Plain(&mut el.objtype);
    "solref" => Plain(&mut el.solref);
    "solimp" => Plain(&mut el.solimp);
});

members!(relation::Tendon, el {
    "name" => text!(el.name);
    "class" => text!(el.class);
    "stiffness" => or!(el.stiffness, 0.0);
    "springlength" => or!(el.springlength, Band([-1.0; 2]));
    "damping" => or!(el.damping, 0.0);
    "frictionloss" => or!(el.frictionloss, 0.0);
    "solref_friction" => full!(el.solreffriction, DEFAULT_SOLREF);
    "solimp_friction" => full!(el.solimpfriction, DEFAULT_SOLIMP);
    "armature" => or!(el.armature, 0.0);
    "limited" => or!(el.limited, Tri::Auto);
    "actfrclimited" => or!(el.actuatorfrclimited, Tri::False);
    "range" => or!(el.range, [0.0; 2]);
    "actfrcrange" => or!(el.actuatorfrcrange, [0.0; 2]);
    "margin" => or!(el.margin, 0.0);
    "solref_limit" => full!(el.solreflimit, DEFAULT_SOLREF);
    "solimp_limit" => full!(el.solimplimit, DEFAULT_SOLIMP);
    "material" => text!(el.material);
    "width" => or!(el.width, 0.003);
    "rgba" => or!(el.rgba, [0.5, 0.5, 0.5, 1.0]);
    "group" => or!(el.group, 0);
    "userdata" => or!(el.user, Vec::new());
});

members!(ActuatorRecord, el {
    "name" => text!(el.name);
    "class" => text!(el.class);
    "gaintype" => Plain(&mut el.gaintype);
    "gainprm" => Plain(&mut el.gainprm);
    "biastype" => Plain(&mut el.biastype);
    "biasprm" => Plain(&mut el.biasprm);
    "dyntype" => Plain(&mut el.dyntype);
    "dynprm" => Plain(&mut el.dynprm);
    "actdim" => Plain(&mut el.actdim);
    "actearly" => Plain(&mut el.actearly);
    "trntype" => Plain(&mut el.trntype);
    "gear" => Plain(&mut el.gear);
    "target" => text!(el.target);
    "refsite" => text!(el.refsite);
    "slidersite" => text!(el.slidersite);
    "cranklength" => Plain(&mut el.cranklength);
    "lengthrange" => Plain(&mut el.lengthrange);
    "inheritrange" => Plain(&mut el.inheritrange);
    "ctrllimited" => Plain(&mut el.ctrllimited);
    "ctrlrange" => Plain(&mut el.ctrlrange);
    "forcelimited" => Plain(&mut el.forcelimited);
    "forcerange" => Plain(&mut el.forcerange);
    "actlimited" => Plain(&mut el.actlimited);
    "actrange" => Plain(&mut el.actrange);
    "group" => Plain(&mut el.group);
    "nsample" => Plain(&mut el.nsample);
    "interp" => Plain(&mut el.interp);
    "delay" => Plain(&mut el.delay);
    "userdata" => Plain(&mut el.user);
});

members!(SensorRecord, el {
    "name" => text!(el.name);
    "type" => Plain(&mut el.kind);
    "objtype" => Plain(&mut el.objtype);
    "objname" => text!(el.objname);
    "reftype" => Plain(&mut el.reftype);
    "refname" => text!(el.refname);
    "intprm" => Plain(&mut el.intprm);
    "datatype" => Plain(&mut el.datatype);
    "needstage" => Plain(&mut el.needstage);
    "dim" => or!(el.dim, 0);
    "cutoff" => or!(el.cutoff, 0.0);
    "noise" => or!(el.noise, 0.0);
    "nsample" => Plain(&mut el.nsample);
    "interp" => Plain(&mut el.interp);
    "delay" => Plain(&mut el.delay);
    "interval" => Plain(&mut el.interval);
    "userdata" => or!(el.user, Vec::new());
});

members!(custom::Numeric, el {
    "name" => text!(el.name);
    "data" => NumericData(el);
    "size" => NumericSize(el);
});

/// The numbers of a custom array.
struct NumericData<'a>(&'a mut custom::Numeric);

impl Slot for NumericData<'_> {
    fn read(&self) -> Value {
        self.0.data.or(Vec::new()).to_value()
    }
    fn write(&mut self, value: Value) -> Result<(), String> {
        let data = <Vec<f64>>::from_value(value)?;
        // the size stays what it was
        let before = self.0.data.get().map_or(0, Vec::len);
        if before != data.len() && self.0.span != Span::default() && !self.0.size.is_set() {
            self.0.size.set(before as i32);
        }
        self.0.data.set(data);
        Ok(())
    }
}

/// The size of a custom array; that of its numbers where nothing is said.
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

members!(custom::Text, el {
    "name" => text!(el.name);
    "data" => text!(el.data);
});

members!(custom::Tuple, el {
    "name" => text!(el.name);
    "objtype" => Objects(el, Part::Kind);
    "objname" => Objects(el, Part::Name);
    "objprm" => Objects(el, Part::Parameter);
});

/// One thing of all objects of a tuple.
struct Objects<'a>(&'a mut custom::Tuple, Part);

enum Part {
    Kind,
    Name,
    Parameter,
}

impl Slot for Objects<'_> {
    fn read(&self) -> Value {
        let all = self.0.elements.iter();
        match self.1 {
            Part::Kind => {
                let number = |word: &str| ObjType::from_keyword(word).map_or(0, |kind| kind.0);
                Value::Ints(all.map(|el| number(el.objtype.text())).collect())
            }
            Part::Name => Value::Texts(all.map(|el| el.objname.text().to_owned()).collect()),
            Part::Parameter => Value::Reals(all.map(|el| el.prm.or(0.0)).collect()),
        }
    }
    fn write(&mut self, value: Value) -> Result<(), String> {
        let elements = &mut self.0.elements;
        let mut grow = |n: usize| {
            if elements.len() < n {
                elements.resize_with(n, custom::TupleElement::default);
            }
        };
        match self.1 {
            Part::Kind => {
                let list = <Vec<i32>>::from_value(value)?;
                grow(list.len());
                for (el, kind) in elements.iter_mut().zip(list) {
                    el.objtype
                        .set(ObjType(kind).keyword().unwrap_or("unknown").to_owned());
                }
            }
            Part::Name => {
                let list = <Vec<String>>::from_value(value)?;
                grow(list.len());
                for (el, name) in elements.iter_mut().zip(list) {
                    el.objname.set(name);
                }
            }
            Part::Parameter => {
                let list = <Vec<f64>>::from_value(value)?;
                grow(list.len());
                for (el, prm) in elements.iter_mut().zip(list) {
                    el.prm.set(prm);
                }
            }
        }
        Ok(())
    }
}

members!(custom::Key, el {
    "name" => text!(el.name);
    "time" => or!(el.time, 0.0);
    "qpos" => or!(el.qpos, Vec::new());
    "qvel" => or!(el.qvel, Vec::new());
    "act" => or!(el.act, Vec::new());
    "ctrl" => or!(el.ctrl, Vec::new());
    "mpos" => or!(el.mpos, Vec::new());
    "mquat" => or!(el.mquat, Vec::new());
});
