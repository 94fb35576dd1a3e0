//! Members of the model as a whole: `compiler`, sizes.

use synovia_mjcf::attr::MemorySize;
use synovia_mjcf::keyword::Bool;
use synovia_mjcf::spec::settings::{LengthRange, Size};
use synovia_model::enums::LengthRangeMode;

use super::value::{Letters, Plain};
use super::{members, or};
use crate::spec::layout::scene::Settings;
use crate::spec::store::Spec;

use super::value::Slot;

members!(Settings, s {
    "autolimits" => Plain(&mut s.autolimits);
    "boundmass" => Plain(&mut s.boundmass);
    "boundinertia" => Plain(&mut s.boundinertia);
    "settotalmass" => Plain(&mut s.settotalmass);
    "balanceinertia" => Plain(&mut s.balanceinertia);
    "fitaabb" => Plain(&mut s.fitaabb);
    "degree" => Plain(&mut s.degree);
    "eulerseq" => Letters(&mut s.eulerseq);
    "discardvisual" => Plain(&mut s.discardvisual);
    "fusestatic" => Plain(&mut s.fusestatic);
    "inertiafromgeom" => Plain(&mut s.inertiafromgeom);
    "inertiagrouprange" => Plain(&mut s.inertiagrouprange);
    "saveinertial" => Plain(&mut s.saveinertial);
    "exactmeshinertia" => Plain(&mut s.exactmeshinertia);
    "usethread" => Plain(&mut s.usethread);
    "alignfree" => Plain(&mut s.alignfree);
    "meshdir" => Plain(&mut s.meshdir);
    "texturedir" => Plain(&mut s.texturedir);
    "strippath" => Plain(&mut s.strippath);
    "modelfiledir" => Plain(&mut s.dir);
});

members!(Size, s {
    "memory" => or!(s.memory, MemorySize(-1));
    "nuserdata" => or!(s.nuserdata, 0);
    "nuser_body" => or!(s.nuser_body, -1);
    "nuser_jnt" => or!(s.nuser_jnt, -1);
    "nuser_geom" => or!(s.nuser_geom, -1);
    "nuser_site" => or!(s.nuser_site, -1);
    "nuser_cam" => or!(s.nuser_cam, -1);
    "nuser_tendon" => or!(s.nuser_tendon, -1);
    "nuser_actuator" => or!(s.nuser_actuator, -1);
    "nuser_sensor" => or!(s.nuser_sensor, -1);
    "nkey" => or!(s.nkey, 0);
    "njmax" => or!(s.njmax, -1);
    "nconmax" => or!(s.nconmax, -1);
    "nstack" => or!(s.nstack, -1);
    "nemax" => Plain(&mut s.nemax);
});

members!(LengthRange, s {
    "mode" => or!(s.mode, LengthRangeMode::Muscle);
    "useexisting" => or!(s.useexisting, Bool::True);
    "uselimit" => or!(s.uselimit, Bool::False);
    "accel" => or!(s.accel, 20.0);
    "maxforce" => or!(s.maxforce, 0.0);
    "timeconst" => or!(s.timeconst, 1.0);
    "timestep" => or!(s.timestep, 0.01);
    "inttotal" => or!(s.inttotal, 10.0);
    "interval" => or!(s.interval, 2.0);
    "tolrange" => or!(s.tolrange, 0.05);
});

impl Spec {
    /// Calls `visit` with the place of what the model says about itself; false if there is none of this name.
    pub fn own_member(&mut self, name: &str, visit: &mut dyn FnMut(&mut dyn Slot)) -> bool {
        match name {
            "modelname" => visit(&mut Plain(&mut self.modelname)),
            "comment" => visit(&mut Plain(&mut self.comment)),
            _ => return false,
        }
        true
    }
}
