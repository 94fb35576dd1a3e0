//! Checks that ids, addresses, counts and kinds of a model are in range.
//!
//! For an id column `a` that refers to a table of `n` rows, 0 ≤ a < n, or −1 where the reference is optional; for an
//! address column with its count `c`, c ≥ 0 and 0 ≤ a ≤ n − c wherever c > 0. Parents precede their children, so that every
//! walk towards a root ends, and all values that follow from the tree of bodies and the kinds of joints are consistent with
//! them.
//!
//! [`Model::check_structure`] checks the columns of [`Structure`]: those that stages use as indices without checks.
//! [`Model::check_references`] also checks all others: elements of assets, names, and fields that are only drawn.

mod actuator;
mod asset;
mod content;
mod error;
mod flex;
mod path;
mod sensor;
mod tree;

use std::collections::HashMap;

use crate::column::AnyColumn;
use crate::model::Model;

pub use content::Structure;
pub use error::{Allowed, ReferenceError};

/// References outside [`Structure`]: field, its count column if it is an address, and the size that bounds it.
const REFERENCES: &[(&str, Option<&str>, &str)] = &[
    ("site_matid", None, "nmat"),
    ("light_texid", None, "ntex"),
    ("flex_matid", None, "nmat"),
    ("flex_texcoordadr", None, "nflextexcoord"),
    ("mesh_normaladr", Some("mesh_normalnum"), "nmeshnormal"),
    (
        "mesh_texcoordadr",
        Some("mesh_texcoordnum"),
        "nmeshtexcoord",
    ),
    ("mesh_pathadr", None, "npaths"),
    (
        "mesh_polyvertadr",
        Some("mesh_polyvertnum"),
        "nmeshpolyvert",
    ),
    ("mesh_polymapadr", Some("mesh_polymapnum"), "nmeshpolymap"),
    ("skin_matid", None, "nmat"),
    ("skin_vertadr", Some("skin_vertnum"), "nskinvert"),
    ("skin_texcoordadr", None, "nskintexvert"),
    ("skin_faceadr", Some("skin_facenum"), "nskinface"),
    ("skin_boneadr", Some("skin_bonenum"), "nskinbone"),
    (
        "skin_bonevertadr",
        Some("skin_bonevertnum"),
        "nskinbonevert",
    ),
    ("skin_bonebodyid", None, "nbody"),
    ("skin_bonevertid", None, "nskinvert"),
    ("skin_pathadr", None, "npaths"),
    ("hfield_pathadr", None, "npaths"),
    ("tex_pathadr", None, "npaths"),
    ("mat_texid", None, "ntex"),
    ("tendon_matid", None, "nmat"),
    ("plugin_attradr", None, "npluginattr"),
    ("numeric_adr", Some("numeric_size"), "nnumericdata"),
    ("text_adr", Some("text_size"), "ntextdata"),
    ("tuple_adr", Some("tuple_size"), "ntupledata"),
    ("name_bodyadr", None, "nnames"),
    ("name_jntadr", None, "nnames"),
    ("name_geomadr", None, "nnames"),
    ("name_siteadr", None, "nnames"),
    ("name_camadr", None, "nnames"),
    ("name_lightadr", None, "nnames"),
    ("name_flexadr", None, "nnames"),
    ("name_meshadr", None, "nnames"),
    ("name_skinadr", None, "nnames"),
    ("name_hfieldadr", None, "nnames"),
    ("name_texadr", None, "nnames"),
    ("name_matadr", None, "nnames"),
    ("name_pairadr", None, "nnames"),
    ("name_excludeadr", None, "nnames"),
    ("name_eqadr", None, "nnames"),
    ("name_tendonadr", None, "nnames"),
    ("name_actuatoradr", None, "nnames"),
    ("name_sensoradr", None, "nnames"),
    ("name_numericadr", None, "nnames"),
    ("name_textadr", None, "nnames"),
    ("name_tupleadr", None, "nnames"),
    ("name_keyadr", None, "nnames"),
    ("name_pluginadr", None, "nnames"),
];

impl Model {
    /// Checks that every id and address is within the table that it refers to, and the structure as a whole.
    #[doc(alias = "mj_validateReferences")]
    pub fn check_references(&self) -> Result<(), ReferenceError> {
        self.check_structure()?;
        let columns: HashMap<&str, &dyn AnyColumn> = self
            .columns()
            .into_iter()
            .map(|(info, column)| (info.name, column))
            .collect();
        let ints = |name: &str| -> &[i32] {
            columns
                .get(name)
                .and_then(|column| bytemuck::try_cast_slice(column.bytes()).ok())
                .unwrap_or(&[])
        };
        for &(name, count, target) in REFERENCES {
            let limit = self.size.get(target).unwrap_or(0);
            match count {
                None => error::ids(name, ints(name), -1, target, limit)?,
                Some(count) => {
                    error::spans((name, ints(name)), (count, ints(count)), target, limit)?;
                }
            }
        }
        self.check_assets()
    }

    /// Checks that sizes of simulation arrays are not larger than the columns require.
    fn check_counts(&self) -> Result<(), ReferenceError> {
        let (size, nv) = (&self.size, self.dof.len() as i64);
        let sum = |counts: &[i32]| counts.iter().map(|&n| i64::from(n.max(0))).sum::<i64>();
        let samples = |adr: i32, n: i32, width: i32| {
            let kept = 2 + i64::from(n.max(0)) * (1 + i64::from(width.max(0)));
            i64::from(adr) + kept
        };
        let controls = self.actuator.historyadr.iter().zip(&self.actuator.history);
        let controls = controls.map(|(&adr, &[n, _])| samples(adr, n, 1));
        let readings = self.sensor.ids().map(|s| {
            let [n, _] = self.sensor.history[s];
            samples(self.sensor.historyadr[s], n, self.sensor.dim[s])
        });
        let moving = |b: &crate::id::MocapId| b.is_some();
        for (name, found, most, what) in [
            (
                "actuator_actnum",
                size.na,
                sum(self.actuator.actnum.rows()),
                "such that their sum is na",
            ),
            (
                "sensor_dim",
                size.nsensordata,
                sum(self.sensor.dim.rows()),
                "such that their sum is nsensordata",
            ),
            (
                "body_mocapid",
                size.nmocap,
                self.body.mocapid.iter().filter(|b| moving(b)).count() as i64,
                "set for nmocap bodies",
            ),
            (
                "actuator_trnid",
                size.nJmom,
                self.actuator.len() as i64 * nv,
                "such that all actuators together have nJmom moment arms",
            ),
            (
                "sensor_historyadr",
                size.nhistory,
                controls.chain(readings).max().unwrap_or(0),
                "such that the last history of a sensor or actuator ends at nhistory",
            ),
            (
                "plugin_statenum",
                size.npluginstate,
                sum(self.plugin.statenum.rows()),
                "such that their sum is npluginstate",
            ),
        ] {
            if found > most {
                return error::refuse(name, 0, most, Allowed::OneOf(what));
            }
        }
        Ok(())
    }

    /// Checks every value that selects memory or a branch in the engine, except the elements of assets.
    ///
    /// While [`Model::structure`] stays the same, so does the result.
    pub fn check_structure(&self) -> Result<(), ReferenceError> {
        self.check_tree()?;
        self.check_geoms()?;
        self.check_flexes()?;
        self.check_paths()?;
        self.check_actuators()?;
        self.check_sensors()?;
        self.check_counts()
    }
}
