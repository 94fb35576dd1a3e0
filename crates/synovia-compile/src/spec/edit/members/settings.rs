//! Members of the model as a whole: `compiler`, sizes.

use synovia_mjcf::member::Plain;
use synovia_mjcf::spec::settings::{Compiler, LengthRange, Size};

use super::{Cell, Slot, Value, members};
use crate::spec::layout::flat::Settings;
use crate::spec::store::Spec;

members!(LengthRange, el {});

members!(Settings as Compiler, s {
    [autolimits boundmass boundinertia settotalmass balanceinertia fitaabb]
    /// 1 if angles are in degrees, 0 in radians.
    "degree" (Flag) => Plain(&mut s.degree);
    /// Axes of the three Euler rotations; lower case: axes move with the body, upper case: axes are fixed.
    "eulerseq" (Text) => Letters(&mut s.eulerseq);
    [
        discardvisual fusestatic inertiafromgeom inertiagrouprange saveinertial exactmeshinertia usethread alignfree meshdir texturedir
        strippath
    ]
    /// Directory of the file that the model was read from.
    "modelfiledir" (Text) => Plain(&mut s.dir);
});

members!(Size, s {
    /// Rows of equality constraints in addition to those of the model.
    "nemax" (Int) => Plain(&mut s.nemax);
});

/// Three characters.
struct Letters<'a>(pub &'a mut [u8; 3]);

impl Slot for Letters<'_> {
    fn read(&self) -> Value {
        Value::Text(self.0.iter().map(|&c| char::from(c)).collect())
    }
    fn write(&mut self, value: Value) -> Result<(), String> {
        let text = String::from_value(value)?;
        let wrong = || "three characters".to_owned();
        let letters: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(c).ok()).collect();
        let letters = letters.ok_or_else(wrong)?.try_into();
        *self.0 = letters.map_err(|_| wrong())?;
        Ok(())
    }
}

impl Spec {
    /// Calls `visit` with a member of the model itself; false if the name is unknown.
    pub fn own_member(&mut self, name: &str, visit: &mut dyn FnMut(&mut dyn Slot)) -> bool {
        match name {
            "modelname" => visit(&mut Plain(&mut self.modelname)),
            "comment" => visit(&mut Plain(&mut self.comment)),
            _ => return false,
        }
        true
    }
}
