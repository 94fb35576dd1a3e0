//! Flexes: deformable lines, sheets and solids.

use synovia_math::Vec3;

use crate::column::Col;
use crate::enums::FlexSelf;
use crate::id::{BodyId, FlexEdgeId, FlexElemId, FlexId, FlexNodeId, FlexVertId, MaterialId};
use crate::table::table;

table! {
    /// Deformable meshes whose vertices move with bodies, with their nodes, vertices, edges, elements and
    /// shells.
    pub struct FlexTable of named FlexId {
        /// Contact type bits (`contype`).
        contype: Col<FlexId, i32> = "flex_contype" ["nflex"],
        /// Contact affinity bits (`conaffinity`): the types that it can touch.
        conaffinity: Col<FlexId, i32> = "flex_conaffinity" ["nflex"],
        /// Dimensions of the contact space: 1, 3, 4 or 6.
        condim: Col<FlexId, i32> = "flex_condim" ["nflex"],
        /// The flex or geom with the higher number alone sets the contact's parameters.
        priority: Col<FlexId, i32> = "flex_priority" ["nflex"],
        /// Weight of this flex when contact parameters are averaged.
        solmix: Col<FlexId, f64> = "flex_solmix" ["nflex"],
        /// Reference dynamics of contacts.
        solref: Col<FlexId, [f64; 2]> = "flex_solref" ["nflex x mjNREF"],
        /// Impedance of contacts.
        solimp: Col<FlexId, [f64; 5]> = "flex_solimp" ["nflex x mjNIMP"],
        /// Sliding, torsional and rolling friction coefficient.
        friction: Col<FlexId, Vec3> = "flex_friction" ["nflex x 3"],
        /// Contacts appear when the distance is below this \[m\].
        margin: Col<FlexId, f64> = "flex_margin" ["nflex"],
        /// Contacts push only when the distance is below `margin - gap` \[m\].
        gap: Col<FlexId, f64> = "flex_gap" ["nflex"],
        /// 1 if elements keep their own vertices from passing through.
        internal: Col<FlexId, u8> = "flex_internal" ["nflex"],
        /// How the flex is tested against itself.
        selfcollide: Col<FlexId, FlexSelf> = "flex_selfcollide" ["nflex"],
        /// How many layers of elements below the surface collide; solids only.
        activelayers: Col<FlexId, i32> = "flex_activelayers" ["nflex"],
        /// 1 if contacts act as passive forces instead of constraints.
        passive: Col<FlexId, i32> = "flex_passive" ["nflex"],
        /// 1: lines, 2: triangles, 3: tetrahedra.
        dim: Col<FlexId, i32> = "flex_dim" ["nflex"],
        /// Material; −1 if none.
        matid: Col<FlexId, MaterialId> = "flex_matid" ["nflex"],
        /// Visibility group.
        group: Col<FlexId, i32> = "flex_group" ["nflex"],
        /// 0: vertices move by themselves; otherwise the order of interpolation between nodes.
        interp: Col<FlexId, i32> = "flex_interp" ["nflex"],
        /// First node.
        nodeadr: Col<FlexId, i32> = "flex_nodeadr" ["nflex"],
        /// Number of nodes.
        nodenum: Col<FlexId, i32> = "flex_nodenum" ["nflex"],
        /// First vertex.
        vertadr: Col<FlexId, i32> = "flex_vertadr" ["nflex"],
        /// Number of vertices.
        vertnum: Col<FlexId, i32> = "flex_vertnum" ["nflex"],
        /// First edge.
        edgeadr: Col<FlexId, i32> = "flex_edgeadr" ["nflex"],
        /// Number of edges.
        edgenum: Col<FlexId, i32> = "flex_edgenum" ["nflex"],
        /// First element.
        elemadr: Col<FlexId, i32> = "flex_elemadr" ["nflex"],
        /// Number of elements.
        elemnum: Col<FlexId, i32> = "flex_elemnum" ["nflex"],
        /// First vertex number of the elements, in `elem`.
        elemdataadr: Col<FlexId, i32> = "flex_elemdataadr" ["nflex"],
        /// First edge number of the elements, in `elemedge`.
        elemedgeadr: Col<FlexId, i32> = "flex_elemedgeadr" ["nflex"],
        /// Number of shell fragments.
        shellnum: Col<FlexId, i32> = "flex_shellnum" ["nflex"],
        /// First vertex number of the shell, in `shell`.
        shelldataadr: Col<FlexId, i32> = "flex_shelldataadr" ["nflex"],
        /// First (element, vertex) pair.
        evpairadr: Col<FlexId, i32> = "flex_evpairadr" ["nflex"],
        /// Number of (element, vertex) pairs.
        evpairnum: Col<FlexId, i32> = "flex_evpairnum" ["nflex"],
        /// First texture coordinate; −1 if there are none.
        texcoordadr: Col<FlexId, i32> = "flex_texcoordadr" ["nflex"],
        /// Body that each node moves with.
        nodebodyid: Col<FlexNodeId, BodyId> = "flex_nodebodyid" ["nflexnode"],
        /// Body that each vertex moves with.
        vertbodyid: Col<FlexVertId, BodyId> = "flex_vertbodyid" ["nflexvert"],
        /// First entry in `vertedge` of each vertex.
        vertedgeadr: Col<FlexVertId, i32> = "flex_vertedgeadr" ["nflexvert"],
        /// Number of edges at each vertex.
        vertedgenum: Col<FlexVertId, i32> = "flex_vertedgenum" ["nflexvert"],
        /// The edges at each vertex, one list after the other.
        vertedge: Col<FlexEdgeId, [i32; 2]> = "flex_vertedge" ["nflexedge x 2"],
        /// The two vertices of each edge.
        edge: Col<FlexEdgeId, [i32; 2]> = "flex_edge" ["nflexedge x 2"],
        /// The vertices opposite to each edge in its two triangles; −1 where there is none.
        edgeflap: Col<FlexEdgeId, [i32; 2]> = "flex_edgeflap" ["nflexedge x 2"],
        /// Vertices of the elements, `dim + 1` each.
        elem: Col<usize, i32> = "flex_elem" ["nflexelemdata"],
        /// Texture coordinates of the elements, `dim + 1` each.
        elemtexcoord: Col<usize, i32> = "flex_elemtexcoord" ["nflexelemdata"],
        /// Edges of the elements.
        elemedge: Col<usize, i32> = "flex_elemedge" ["nflexelemedge"],
        /// Number of elements between each element and the surface; solids only.
        elemlayer: Col<FlexElemId, i32> = "flex_elemlayer" ["nflexelem"],
        /// Vertices of the surface fragments, `dim` each.
        shell: Col<usize, i32> = "flex_shell" ["nflexshelldata"],
        /// Elements and vertices that may collide within the flex.
        evpair: Col<usize, [i32; 2]> = "flex_evpair" ["nflexevpair x 2"],
        /// Vertices in the frames of their bodies \[m\].
        vert: Col<FlexVertId, Vec3> = "flex_vert" ["nflexvert x 3"],
        /// Vertices at the reference pose, scaled to the unit cube.
        vert0: Col<FlexVertId, Vec3> = "flex_vert0" ["nflexvert x 3"],
        /// Inverse of the reference shape matrix at each vertex.
        vertmetric: Col<FlexVertId, [f64; 4]> = "flex_vertmetric" ["nflexvert x 4"],
        /// Nodes in the frames of their bodies \[m\].
        node: Col<FlexNodeId, Vec3> = "flex_node" ["nflexnode x 3"],
        /// Nodes at the reference pose, in the world \[m\].
        node0: Col<FlexNodeId, Vec3> = "flex_node0" ["nflexnode x 3"],
        /// Length of each edge at the reference pose \[m\].
        edge_length0: Col<FlexEdgeId, f64> = "flexedge_length0" ["nflexedge"],
        /// Inverse inertia along each edge at the reference pose.
        edge_invweight0: Col<FlexEdgeId, f64> = "flexedge_invweight0" ["nflexedge"],
        /// Half thickness \[m\].
        radius: Col<FlexId, f64> = "flex_radius" ["nflex"],
        /// Half sizes of the bounding box at the reference pose \[m\].
        size: Col<FlexId, Vec3> = "flex_size" ["nflex x 3"],
        /// Stiffness matrix of each element, one triangle of it.
        stiffness: Col<FlexElemId, [f64; 21]> = "flex_stiffness" ["nflexelem x 21"],
        /// Bending stiffness across each edge.
        bending: Col<FlexEdgeId, [f64; 17]> = "flex_bending" ["nflexedge x 17"],
        /// Rayleigh damping \[s\].
        damping: Col<FlexId, f64> = "flex_damping" ["nflex"],
        /// Stiffness of edges as springs \[N/m\].
        edgestiffness: Col<FlexId, f64> = "flex_edgestiffness" ["nflex"],
        /// Damping of edges \[N s/m\].
        edgedamping: Col<FlexId, f64> = "flex_edgedamping" ["nflex"],
        /// Equality constraints on 0: nothing, 1: edges, 2: vertices.
        edgeequality: Col<FlexId, i32> = "flex_edgeequality" ["nflex"],
        /// 1 if all vertices move with one body.
        rigid: Col<FlexId, u8> = "flex_rigid" ["nflex"],
        /// 1 if both ends of the edge move with one body.
        edge_rigid: Col<FlexEdgeId, u8> = "flexedge_rigid" ["nflexedge"],
        /// 1 if every vertex is at the origin of its body.
        centered: Col<FlexId, u8> = "flex_centered" ["nflex"],
        /// 1 if drawn with flat shading.
        flatskin: Col<FlexId, u8> = "flex_flatskin" ["nflex"],
        /// Root of the bounding volume hierarchy; −1 if none.
        bvhadr: Col<FlexId, i32> = "flex_bvhadr" ["nflex"],
        /// Number of nodes of that hierarchy.
        bvhnum: Col<FlexId, i32> = "flex_bvhnum" ["nflex"],
        /// Nonzeros of each row of the edge Jacobian.
        edge_j_rownnz: Col<FlexEdgeId, i32> = "flexedge_J_rownnz" ["nflexedge"],
        /// Where each of these rows begins.
        edge_j_rowadr: Col<FlexEdgeId, i32> = "flexedge_J_rowadr" ["nflexedge"],
        /// Columns of these nonzeros.
        edge_j_colind: Col<usize, i32> = "flexedge_J_colind" ["nJfe"],
        /// Nonzeros of each row of the vertex Jacobian.
        vert_j_rownnz: Col<FlexVertId, [i32; 2]> = "flexvert_J_rownnz" ["nflexvert x 2"],
        /// Where each of these rows begins.
        vert_j_rowadr: Col<FlexVertId, [i32; 2]> = "flexvert_J_rowadr" ["nflexvert x 2"],
        /// Columns of these nonzeros.
        vert_j_colind: Col<usize, [i32; 2]> = "flexvert_J_colind" ["nJfv x 2"],
        /// Color if there is no material.
        rgba: Col<FlexId, [f32; 4]> = "flex_rgba" ["nflex x 4"],
        /// Texture coordinates of the vertices.
        texcoord: Col<usize, [f32; 2]> = "flex_texcoord" ["nflextexcoord x 2"],
    }
}
