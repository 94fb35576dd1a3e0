//! Fixed widths and limits of the reference.

/// Numbers of a solver reference (`solref`).
#[doc(alias = "mjNREF")]
pub const NREF: usize = 2;
/// Numbers of a solver impedance (`solimp`).
#[doc(alias = "mjNIMP")]
pub const NIMP: usize = 5;
/// Numbers of an equality constraint's data.
#[doc(alias = "mjNEQDATA")]
pub const NEQDATA: usize = 11;
/// Parameters of activation dynamics.
#[doc(alias = "mjNDYN")]
pub const NDYN: usize = 10;
/// Parameters of a gain.
#[doc(alias = "mjNGAIN")]
pub const NGAIN: usize = 10;
/// Parameters of a bias.
#[doc(alias = "mjNBIAS")]
pub const NBIAS: usize = 10;
/// Fluid coefficients of a geom.
#[doc(alias = "mjNFLUID")]
pub const NFLUID: usize = 12;
/// Integer parameters of a sensor.
#[doc(alias = "mjNSENS")]
pub const NSENS: usize = 3;
/// Roles of textures in a material.
#[doc(alias = "mjNTEXROLE")]
pub const NTEXROLE: usize = 10;
/// Solver iterations that are recorded per island.
#[doc(alias = "mjNSOLVER")]
pub const NSOLVER: usize = 200;
/// Islands whose solver iterations are recorded.
#[doc(alias = "mjNISLAND")]
pub const NISLAND: usize = 20;
/// Visibility groups.
#[doc(alias = "mjNGROUP")]
pub const NGROUP: usize = 6;
/// A larger magnitude in `qpos`, `qvel` or `qacc` means that the simulation has diverged.
#[doc(alias = "mjMAXVAL")]
pub const MAX_VAL: f64 = 1e10;
/// Smallest friction coefficient.
#[doc(alias = "mjMINMU")]
pub const MIN_MU: f64 = 1e-5;
/// Smallest impedance.
#[doc(alias = "mjMINIMP")]
pub const MIN_IMP: f64 = 0.0001;
/// Largest impedance.
#[doc(alias = "mjMAXIMP")]
pub const MAX_IMP: f64 = 0.9999;
/// Maximum number of contacts of one geom pair.
#[doc(alias = "mjMAXCONPAIR")]
pub const MAX_CONTACTS_PER_PAIR: usize = 50;
/// Maximum depth of a bounding volume hierarchy.
#[doc(alias = "mjMAXTREEDEPTH")]
pub const MAX_TREE_DEPTH: usize = 50;
/// Maximum number of nodes of a flex.
#[doc(alias = "mjMAXFLEXNODES")]
pub const MAX_FLEX_NODES: usize = 27;
/// Minimum number of steps that a tree stays awake.
#[doc(alias = "mjMINAWAKE")]
pub const MIN_AWAKE: i32 = 10;
/// Slots of a name map per named object.
#[doc(alias = "mjLOAD_MULTIPLE")]
pub const LOAD_MULTIPLE: usize = 2;

/// The value of a symbol in a shape, such as `mjNREF`.
pub fn constant(symbol: &str) -> Option<usize> {
    Some(match symbol {
        "mjNREF" => NREF,
        "mjNIMP" => NIMP,
        "mjNEQDATA" => NEQDATA,
        "mjNDYN" => NDYN,
        "mjNGAIN" => NGAIN,
        "mjNBIAS" => NBIAS,
        "mjNFLUID" => NFLUID,
        "mjNSENS" => NSENS,
        "mjNTEXROLE" => NTEXROLE,
        "mjNSOLVER" => NSOLVER,
        "mjNISLAND" => NISLAND,
        _ => return None,
    })
}
