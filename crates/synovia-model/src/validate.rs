//! Checks that ids and addresses of a model point into the tables they name.
//!
//! For an id column `a` and its target of `n` rows, −1 ≤ a < n; for an address column with its count `c`,
//! c ≥ 0 and a + c ≤ n wherever a ≥ 0. Parents precede their children, so that every walk towards a root ends.

mod asset;
mod sensor;

use std::collections::HashMap;

use crate::column::AnyColumn;
use crate::model::Model;

/// An id or address that points nowhere.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}[{row}] is {value}, which is outside {target} = {limit}")]
pub struct ReferenceError {
    /// The reference's field name.
    pub name: &'static str,
    /// Position in the field.
    pub row: usize,
    /// What is there; for an address, the end of its range.
    pub value: i64,
    /// The size that it must stay within.
    pub target: &'static str,
    /// That size.
    pub limit: i64,
}

/// Field, its count if it is an address, and the size that it must stay within.
const REFERENCES: &[(&str, Option<&str>, &str)] = &[
    ("body_parentid", None, "nbody"),
    ("body_rootid", None, "nbody"),
    ("body_weldid", None, "nbody"),
    ("body_mocapid", None, "nmocap"),
    ("body_jntadr", Some("body_jntnum"), "njnt"),
    ("body_dofadr", Some("body_dofnum"), "nv"),
    ("body_treeid", None, "ntree"),
    ("body_geomadr", Some("body_geomnum"), "ngeom"),
    ("body_plugin", None, "nplugin"),
    ("body_bvhadr", Some("body_bvhnum"), "nbvh"),
    ("jnt_qposadr", None, "nq"),
    ("jnt_dofadr", None, "nv"),
    ("jnt_bodyid", None, "nbody"),
    ("dof_bodyid", None, "nbody"),
    ("dof_jntid", None, "njnt"),
    ("dof_parentid", None, "nv"),
    ("dof_treeid", None, "ntree"),
    ("dof_Madr", None, "nM"),
    ("tree_bodyadr", Some("tree_bodynum"), "nbody"),
    ("tree_dofadr", Some("tree_dofnum"), "nv"),
    ("geom_bodyid", None, "nbody"),
    ("geom_matid", None, "nmat"),
    ("geom_plugin", None, "nplugin"),
    ("site_bodyid", None, "nbody"),
    ("site_matid", None, "nmat"),
    ("cam_bodyid", None, "nbody"),
    ("cam_targetbodyid", None, "nbody"),
    ("light_bodyid", None, "nbody"),
    ("light_targetbodyid", None, "nbody"),
    ("light_texid", None, "ntex"),
    ("flex_matid", None, "nmat"),
    ("flex_nodeadr", Some("flex_nodenum"), "nflexnode"),
    ("flex_vertadr", Some("flex_vertnum"), "nflexvert"),
    ("flex_edgeadr", Some("flex_edgenum"), "nflexedge"),
    ("flex_elemadr", Some("flex_elemnum"), "nflexelem"),
    ("flex_elemdataadr", None, "nflexelemdata"),
    ("flex_elemedgeadr", None, "nflexelemedge"),
    ("flex_shelldataadr", None, "nflexshelldata"),
    ("flex_evpairadr", Some("flex_evpairnum"), "nflexevpair"),
    ("flex_texcoordadr", None, "nflextexcoord"),
    ("flex_nodebodyid", None, "nbody"),
    ("flex_vertbodyid", None, "nbody"),
    ("flex_edge", None, "nflexvert"),
    ("flex_elem", None, "nflexvert"),
    ("flex_elemedge", None, "nflexedge"),
    ("flex_shell", None, "nflexvert"),
    ("flex_bvhadr", Some("flex_bvhnum"), "nbvh"),
    ("mesh_vertadr", Some("mesh_vertnum"), "nmeshvert"),
    ("mesh_faceadr", Some("mesh_facenum"), "nmeshface"),
    ("mesh_bvhadr", Some("mesh_bvhnum"), "nbvh"),
    ("mesh_octadr", Some("mesh_octnum"), "noct"),
    ("mesh_normaladr", Some("mesh_normalnum"), "nmeshnormal"),
    (
        "mesh_texcoordadr",
        Some("mesh_texcoordnum"),
        "nmeshtexcoord",
    ),
    ("mesh_graphadr", None, "nmeshgraph"),
    ("mesh_pathadr", None, "npaths"),
    ("mesh_polyadr", Some("mesh_polynum"), "nmeshpoly"),
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
    ("pair_geom1", None, "ngeom"),
    ("pair_geom2", None, "ngeom"),
    ("tendon_adr", Some("tendon_num"), "nwrap"),
    ("tendon_matid", None, "nmat"),
    ("tendon_treeid", None, "ntree"),
    ("actuator_actadr", Some("actuator_actnum"), "na"),
    ("actuator_plugin", None, "nplugin"),
    ("sensor_adr", Some("sensor_dim"), "nsensordata"),
    ("sensor_plugin", None, "nplugin"),
    ("plugin_stateadr", Some("plugin_statenum"), "npluginstate"),
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
    ("B_rowadr", Some("B_rownnz"), "nB"),
    ("B_colind", None, "nv"),
    ("M_rowadr", Some("M_rownnz"), "nC"),
    ("M_colind", None, "nv"),
    ("mapM2M", None, "nM"),
    ("D_rowadr", Some("D_rownnz"), "nD"),
    ("D_colind", None, "nv"),
    ("mapM2D", None, "nC"),
    ("mapD2M", None, "nD"),
];

impl Model {
    /// Checks that every id and address stays within the table that it points to.
    #[doc(alias = "mj_validateReferences")]
    pub fn check_references(&self) -> Result<(), ReferenceError> {
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
            let counts = count.map(ints);
            for (row, &value) in ints(name).iter().enumerate() {
                let first = i64::from(value);
                let num = counts.map(|c| i64::from(c.get(row).copied().unwrap_or(0)));
                let fits = match num {
                    None => (-1..limit).contains(&first),
                    Some(num) => first >= -1 && num >= 0 && (first < 0 || first + num <= limit),
                };
                if !fits {
                    let value = first + num.unwrap_or(0);
                    return Err(ReferenceError {
                        name,
                        row,
                        value,
                        target,
                        limit,
                    });
                }
            }
        }
        self.check_order()?;
        self.check_joints()?;
        self.check_assets()?;
        self.check_sensors()
    }

    /// A parent precedes its children, among bodies and among dofs.
    fn check_order(&self) -> Result<(), ReferenceError> {
        for b in self.body.ids() {
            let parent = self.body.parentid[b];
            if parent.0 < 0 || (parent >= b && b.0 > 0) {
                return Err(ReferenceError {
                    name: "body_parentid",
                    row: b.index(),
                    value: parent.0.into(),
                    target: "the body itself",
                    limit: b.0.into(),
                });
            }
        }
        for i in self.dof.ids() {
            let parent = self.dof.parentid[i];
            if parent >= i {
                return Err(ReferenceError {
                    name: "dof_parentid",
                    row: i.index(),
                    value: parent.0.into(),
                    target: "the dof itself",
                    limit: i.0.into(),
                });
            }
        }
        Ok(())
    }

    /// The numbers of each joint lie within `qpos` and `qvel`.
    fn check_joints(&self) -> Result<(), ReferenceError> {
        for j in self.joint.ids() {
            let kind = self.joint.type_[j];
            for (name, adr, len, target, limit) in [
                (
                    "jnt_qposadr",
                    self.joint.qposadr[j],
                    kind.qpos_len(),
                    "nq",
                    self.size.nq,
                ),
                (
                    "jnt_dofadr",
                    self.joint.dofadr[j],
                    kind.dof_len(),
                    "nv",
                    self.size.nv,
                ),
            ] {
                let value = i64::from(adr) + len as i64;
                if adr < 0 || len == 0 || value > limit {
                    return Err(ReferenceError {
                        name,
                        row: j.index(),
                        value,
                        target,
                        limit,
                    });
                }
            }
        }
        Ok(())
    }
}
