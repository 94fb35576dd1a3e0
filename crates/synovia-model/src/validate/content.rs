//! The columns that select memory or a branch in the engine, and whether any of them was written.
//!
//! Ids, addresses, counts and kinds are [checked](Model::check_structure) once; while their content numbers stay the same,
//! so does the result. Elements of assets (triangles, hulls, trees of boxes) are not included: there are many of them, and
//! they are checked where they are read.

use crate::model::Model;

macro_rules! structure {
    ($( $table:ident { $first:ident = $first_name:literal, $( $column:ident = $name:literal, )* } )*) => {
        /// The reference's names of the columns in [`Structure`].
        const NAMES: &[&str] = &[$($first_name, $($name),*),*];

        /// Content numbers of the columns that select memory.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Structure([u64; NAMES.len()]);

        impl Model {
            /// The content of all ids, addresses, counts and kinds: equal before and after if none of them was written.
            pub fn structure(&self) -> Structure {
                Structure([$(self.$table.$first.content(), $(self.$table.$column.content()),*),*])
            }

            /// True if the structure still equals `known`.
            #[inline]
            pub fn has_structure(&self, known: &Structure) -> bool {
                let mut known = known.0.iter();
                let mut changed = 0;
                $(
                    let table = &self.$table;
                    let before = known.as_slice();
                    // added or removed rows already change the first column
                    changed |= table.$first.known_content() ^ before[0];
                    if !table.is_empty() {
                        let rest = [$(table.$column.known_content()),*];
                        let pairs = rest.iter().zip(&before[1..]);
                        changed |= pairs.fold(0, |any, (x, y)| any | (x ^ y));
                    }
                    known.nth([$($name),*].len());
                )*
                changed == 0
            }

            #[cfg(test)]
            fn structure_columns(&self) -> Vec<&dyn crate::column::AnyColumn> {
                vec![$(&self.$table.$first, $(&self.$table.$column),*),*]
            }
        }
    };
}

structure! {
    body {
        parentid = "body_parentid",
        rootid = "body_rootid",
        weldid = "body_weldid",
        mocapid = "body_mocapid",
        jntnum = "body_jntnum",
        jntadr = "body_jntadr",
        dofnum = "body_dofnum",
        dofadr = "body_dofadr",
        treeid = "body_treeid",
        geomnum = "body_geomnum",
        geomadr = "body_geomadr",
        plugin = "body_plugin",
        bvhadr = "body_bvhadr",
        bvhnum = "body_bvhnum",
    }
    joint {
        type_ = "jnt_type",
        qposadr = "jnt_qposadr",
        dofadr = "jnt_dofadr",
        bodyid = "jnt_bodyid",
    }
    dof {
        bodyid = "dof_bodyid",
        jntid = "dof_jntid",
        parentid = "dof_parentid",
        treeid = "dof_treeid",
        madr = "dof_Madr",
        simplenum = "dof_simplenum",
    }
    tree {
        bodyadr = "tree_bodyadr",
        bodynum = "tree_bodynum",
        dofadr = "tree_dofadr",
        dofnum = "tree_dofnum",
        sleep_policy = "tree_sleep_policy",
    }
    geom {
        type_ = "geom_type",
        bodyid = "geom_bodyid",
        dataid = "geom_dataid",
        matid = "geom_matid",
        plugin = "geom_plugin",
    }
    site {
        type_ = "site_type",
        bodyid = "site_bodyid",
    }
    camera {
        mode = "cam_mode",
        bodyid = "cam_bodyid",
        targetbodyid = "cam_targetbodyid",
        resolution = "cam_resolution",
    }
    light {
        mode = "light_mode",
        bodyid = "light_bodyid",
        targetbodyid = "light_targetbodyid",
    }
    flex {
        passive = "flex_passive",
        dim = "flex_dim",
        interp = "flex_interp",
        nodeadr = "flex_nodeadr",
        nodenum = "flex_nodenum",
        vertadr = "flex_vertadr",
        vertnum = "flex_vertnum",
        edgeadr = "flex_edgeadr",
        edgenum = "flex_edgenum",
        elemadr = "flex_elemadr",
        elemnum = "flex_elemnum",
        elemdataadr = "flex_elemdataadr",
        elemedgeadr = "flex_elemedgeadr",
        shellnum = "flex_shellnum",
        shelldataadr = "flex_shelldataadr",
        evpairadr = "flex_evpairadr",
        evpairnum = "flex_evpairnum",
        nodebodyid = "flex_nodebodyid",
        vertbodyid = "flex_vertbodyid",
        vertedgeadr = "flex_vertedgeadr",
        vertedgenum = "flex_vertedgenum",
        vertedge = "flex_vertedge",
        edge = "flex_edge",
        edgeflap = "flex_edgeflap",
        elem = "flex_elem",
        elemedge = "flex_elemedge",
        shell = "flex_shell",
        evpair = "flex_evpair",
        edgeequality = "flex_edgeequality",
        bvhadr = "flex_bvhadr",
        bvhnum = "flex_bvhnum",
        edge_j_rownnz = "flexedge_J_rownnz",
        edge_j_rowadr = "flexedge_J_rowadr",
        edge_j_colind = "flexedge_J_colind",
        vert_j_rownnz = "flexvert_J_rownnz",
        vert_j_rowadr = "flexvert_J_rowadr",
        vert_j_colind = "flexvert_J_colind",
    }
    mesh {
        vertadr = "mesh_vertadr",
        vertnum = "mesh_vertnum",
        faceadr = "mesh_faceadr",
        facenum = "mesh_facenum",
        bvhadr = "mesh_bvhadr",
        bvhnum = "mesh_bvhnum",
        octadr = "mesh_octadr",
        octnum = "mesh_octnum",
        graphadr = "mesh_graphadr",
        polynum = "mesh_polynum",
        polyadr = "mesh_polyadr",
    }
    hfield {
        nrow = "hfield_nrow",
        ncol = "hfield_ncol",
        adr = "hfield_adr",
    }
    pair {
        geom1 = "pair_geom1",
        geom2 = "pair_geom2",
    }
    equality {
        type_ = "eq_type",
        obj1id = "eq_obj1id",
        obj2id = "eq_obj2id",
        objtype = "eq_objtype",
    }
    tendon {
        adr = "tendon_adr",
        num = "tendon_num",
        treenum = "tendon_treenum",
        treeid = "tendon_treeid",
    }
    wrap {
        type_ = "wrap_type",
        objid = "wrap_objid",
    }
    actuator {
        trntype = "actuator_trntype",
        dyntype = "actuator_dyntype",
        gaintype = "actuator_gaintype",
        biastype = "actuator_biastype",
        trnid = "actuator_trnid",
        actadr = "actuator_actadr",
        actnum = "actuator_actnum",
        history = "actuator_history",
        historyadr = "actuator_historyadr",
        plugin = "actuator_plugin",
    }
    sensor {
        type_ = "sensor_type",
        needstage = "sensor_needstage",
        objtype = "sensor_objtype",
        objid = "sensor_objid",
        reftype = "sensor_reftype",
        refid = "sensor_refid",
        intprm = "sensor_intprm",
        dim = "sensor_dim",
        adr = "sensor_adr",
        history = "sensor_history",
        historyadr = "sensor_historyadr",
        plugin = "sensor_plugin",
    }
    plugin {
        stateadr = "plugin_stateadr",
        statenum = "plugin_statenum",
    }
    sparse {
        b_rownnz = "B_rownnz",
        b_rowadr = "B_rowadr",
        b_colind = "B_colind",
        m_rownnz = "M_rownnz",
        m_rowadr = "M_rowadr",
        m_colind = "M_colind",
        map_m2m = "mapM2M",
        d_rownnz = "D_rownnz",
        d_rowadr = "D_rowadr",
        d_diag = "D_diag",
        d_colind = "D_colind",
        map_m2d = "mapM2D",
        map_d2m = "mapD2M",
    }
}

impl Default for Structure {
    /// The structure of no model.
    fn default() -> Self {
        Self([u64::MAX; NAMES.len()])
    }
}

impl Model {
    /// True if the reference's field `name` is part of the [structure](Model::structure).
    pub fn is_structural(name: &str) -> bool {
        NAMES.contains(&name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::BodyId;

    fn model() -> Model {
        let mut model = Model::default();
        model.size.nbody = 2;
        Model::with_size(model.size)
    }

    #[test]
    fn names_are_those_of_the_columns() {
        let model = model();
        for (name, column) in NAMES.iter().zip(model.structure_columns()) {
            let (_, named) = model.column(name).unwrap();
            let same = core::ptr::addr_eq(column, named);
            assert!(same, "{name}");
        }
    }

    #[test]
    fn any_write_to_an_id_changes_the_structure() {
        let mut model = model();
        let before = model.structure();
        assert_eq!(model.structure(), before);
        assert!(model.has_structure(&before));
        assert_eq!(model.clone().structure(), before);
        model.body.mass[BodyId(0)] = 1.0;
        assert_eq!(model.structure(), before);
        let mut copy = model.clone();
        copy.body.parentid[BodyId(1)] = BodyId(0);
        assert_ne!(copy.structure(), before);
        model.body.parentid.rows_mut()[1] = BodyId(7);
        assert_ne!(model.structure(), before);
        assert!(!model.has_structure(&before) && !model.has_structure(&copy.structure()));
        let before = model.structure();
        model.body.parentid = vec![BodyId(0); 2].into();
        assert_ne!(model.structure(), before);
        let before = model.structure();
        model.body.rootid.written();
        assert_ne!(model.structure(), before);
    }
}
