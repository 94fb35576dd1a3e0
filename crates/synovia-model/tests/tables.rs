//! Reading tables: ids, ranges, subtrees, options for "none".

use synovia_model::{
    BodyId, Col, Disable, DofId, GeomId, GeomType, Grid, Ids, JointType, MeshId, Model, ObjType,
    Size,
};

/// World, a free body with two children, of which the first has one child; hinges below the free joint.
fn tree() -> Model {
    let mut model = Model::with_size(Size {
        nbody: 5,
        njnt: 4,
        nq: 10,
        nv: 9,
        ngeom: 3,
        ..Size::default()
    });
    model.body.parentid = Col::from([0, 0, 1, 2, 1].map(BodyId).to_vec());
    model.body.jntadr = Col::from(vec![-1, 0, 1, 2, 3]);
    model.body.jntnum = Col::from(vec![0, 1, 1, 1, 1]);
    model.body.dofadr = Col::from(vec![-1, 0, 6, 7, 8]);
    model.body.dofnum = Col::from(vec![0, 6, 1, 1, 1]);
    model.body.geomadr = Col::from(vec![-1, 0, 2, -1, -1]);
    model.body.geomnum = Col::from(vec![0, 2, 1, 0, 0]);
    model.joint.type_ = [
        JointType::Free,
        JointType::Hinge,
        JointType::Slide,
        JointType::Hinge,
    ]
    .into_iter()
    .collect();
    model.joint.qposadr = Col::from(vec![0, 7, 8, 9]);
    model.joint.dofadr = Col::from(vec![0, 6, 7, 8]);
    model.dof.parentid = Col::from([-1, 0, 1, 2, 3, 4, 5, 6, 5].map(DofId).to_vec());
    model
}

fn indices<Id: synovia_model::TableId>(ids: impl Iterator<Item = Id>) -> Vec<usize> {
    ids.map(synovia_model::TableId::index).collect()
}

#[test]
fn an_address_and_a_count_are_read_as_one_range() {
    let model = tree();
    let b = |k: usize| BodyId::new(k);
    assert_eq!(indices(model.body.dofs(b(1))), [0, 1, 2, 3, 4, 5]);
    assert_eq!(indices(model.body.dofs(b(3))), [7]);
    assert!(model.body.dofs(BodyId::WORLD).is_empty());
    assert_eq!(indices(model.body.joints(b(4))), [3]);
    assert_eq!(model.body.geoms(b(1)).range(), 0..2);
    assert!(model.body.geoms(b(3)).is_empty());
    assert_eq!(indices(model.joint.dofs(0usize.into())), [0, 1, 2, 3, 4, 5]);
    assert_eq!(model.joint.qpos(0usize.into()), 0..7);
    assert_eq!(model.joint.qpos(2usize.into()), 8..9);
}

#[test]
fn a_subtree_is_a_run_of_bodies() {
    let model = tree();
    assert_eq!(indices(model.body.subtree(BodyId::WORLD)), [0, 1, 2, 3, 4]);
    assert_eq!(indices(model.body.subtree(1usize.into())), [1, 2, 3, 4]);
    assert_eq!(indices(model.body.subtree(2usize.into())), [2, 3]);
    assert_eq!(indices(model.body.subtree(4usize.into())), [4]);
    assert_eq!(indices(model.body.children(1usize.into())), [2, 4]);
    assert_eq!(indices(model.body.children(BodyId::WORLD)), [1]);
}

#[test]
fn a_walk_towards_the_root_visits_all_ancestors() {
    let model = tree();
    assert_eq!(
        indices(model.dof.to_root(7usize.into())),
        [7, 6, 5, 4, 3, 2, 1, 0]
    );
    assert_eq!(
        indices(model.dof.to_root(8usize.into())),
        [8, 5, 4, 3, 2, 1, 0]
    );
    assert_eq!(model.dof.to_root(DofId::NONE).count(), 0);
    assert_eq!(model.dof.parent(0usize.into()), None);
}

#[test]
fn none_is_an_option() {
    assert_eq!(BodyId(-1).get(), None);
    assert_eq!(BodyId(3).get(), Some(BodyId(3)));
    assert_eq!(BodyId::from(None), BodyId::NONE);
    let mut model = tree();
    let g = GeomId::new(0);
    model.geom.dataid[g] = 2;
    model.geom.type_[g] = GeomType::Mesh;
    assert_eq!(model.geom.mesh(g), Some(MeshId(2)));
    assert_eq!(model.geom.hfield(g), None);
    model.geom.type_[g] = GeomType::Hfield;
    assert_eq!(model.geom.mesh(g), None);
    assert!(model.geom.hfield(g).is_some());
    model.geom.dataid[g] = -1;
    assert_eq!(model.geom.hfield(g), None);
}

#[test]
fn ids_run_both_ways() {
    let ids: Ids<BodyId> = Ids::new(2, 5);
    assert_eq!(ids.len(), 3);
    assert_eq!(indices(ids.clone().rev()), [4, 3, 2]);
    assert_eq!(indices(ids.skip(1)), [3, 4]);
}

#[test]
fn columns_are_read_by_id_by_number_and_as_scalars() {
    let mut model = tree();
    model.body.pos[BodyId::new(2)] = synovia_math::Vec3::new(1.0, 2.0, 3.0);
    assert_eq!(model.body.pos[BodyId(2)].y, 2.0);
    assert_eq!(model.body.pos.flat::<f64>()[6..9], [1.0, 2.0, 3.0]);
    assert_eq!(model.body.pos[2..3].len(), 1);
    let mut grid: Grid<BodyId, f64> = Grid::zeros(2, 3);
    grid[BodyId::new(1)][2] = 4.0;
    assert_eq!(grid.cells(), [0.0, 0.0, 0.0, 0.0, 0.0, 4.0]);
    assert_eq!((grid.len(), grid.width()), (2, 3));
}

#[test]
fn enumerations_know_keywords_and_reference_names() {
    assert_eq!(JointType::from_keyword("hinge"), Some(JointType::Hinge));
    assert_eq!(JointType::from_keyword("hinje"), None);
    assert_eq!(JointType::Ball.keyword(), Some("ball"));
    assert_eq!(JointType::from_i32(2), Some(JointType::Slide));
    assert_eq!(JointType::from_i32(9), None);
    assert_eq!(
        format!("{:?} {:?}", JointType::Free, JointType(9)),
        "Free JointType(9)"
    );
    assert_eq!(ObjType::from_keyword("hfield"), Some(ObjType::Hfield));
    assert_eq!(GeomType::VALUES[8], ("mjGEOM_SDF", GeomType::Sdf));
    let mut model = Model::default();
    assert!(!model.opt.disabled(Disable::CONTACT));
    model.opt.disableflags |= Disable::CONTACT;
    assert!(model.opt.disabled(Disable::CONTACT));
}
