//! Typed row numbers: a body cannot index a joint column.
//!
//! Every id is transparent over `i32`, the reference's memory, so a column of ids is an array of `int`. Where −1 means
//! "none", the column holds the raw id and [`get`](BodyId::get) converts it to an `Option`.

use bytemuck::{Pod, Zeroable};

/// A row number of one particular table.
pub trait TableId: Pod + Eq + Ord + core::fmt::Debug {
    /// The id of row `k`.
    fn from_index(k: usize) -> Self;
    /// The row as a position in a slice; meaningless for −1.
    fn index(self) -> usize;
}

/// A position in a vector whose rows belong to no table: `qpos`, sensor data, entries of a sparse matrix.
impl TableId for usize {
    #[inline]
    fn from_index(k: usize) -> Self {
        k
    }
    #[inline]
    fn index(self) -> usize {
        self
    }
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident,)*) => {$(
        $(#[$doc])*
        #[repr(transparent)]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
        pub struct $name(pub i32);

        impl $name {
            /// No row: −1.
            pub const NONE: Self = Self(-1);

            /// The id of row `k`.
            #[inline]
            pub const fn new(k: usize) -> Self {
                Self(k as i32)
            }

            /// The row as a position in a slice; meaningless for −1.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// `None` for −1 (or any negative number), the id itself otherwise.
            #[inline]
            pub const fn get(self) -> Option<Self> {
                if self.0 < 0 { None } else { Some(self) }
            }

            /// True unless the id is negative.
            #[inline]
            pub const fn is_some(self) -> bool {
                self.0 >= 0
            }
        }

        impl TableId for $name {
            #[inline]
            fn from_index(k: usize) -> Self {
                Self::new(k)
            }
            #[inline]
            fn index(self) -> usize {
                Self::index(self)
            }
        }

        impl From<usize> for $name {
            #[inline]
            fn from(k: usize) -> Self {
                Self::new(k)
            }
        }

        impl From<i32> for $name {
            #[inline]
            fn from(k: i32) -> Self {
                Self(k)
            }
        }

        impl From<Option<$name>> for $name {
            #[inline]
            fn from(id: Option<$name>) -> Self {
                id.unwrap_or(Self::NONE)
            }
        }

        impl From<$name> for i32 {
            #[inline]
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                self.0.fmt(f)
            }
        }
    )*};
}

ids! {
    /// A body; the world is body 0.
    BodyId,
    /// A joint.
    JointId,
    /// A degree of freedom: a position in `qvel`.
    DofId,
    /// A kinematic tree: a movable child of the world and everything it carries.
    TreeId,
    /// A geom.
    GeomId,
    /// A site.
    SiteId,
    /// A camera.
    CameraId,
    /// A light.
    LightId,
    /// A flex.
    FlexId,
    /// A node of a flex.
    FlexNodeId,
    /// A vertex of a flex.
    FlexVertId,
    /// An edge of a flex.
    FlexEdgeId,
    /// An element of a flex.
    FlexElemId,
    /// A mesh.
    MeshId,
    /// A skin.
    SkinId,
    /// A height field.
    HfieldId,
    /// A texture.
    TextureId,
    /// A material.
    MaterialId,
    /// A predefined geom pair.
    PairId,
    /// An excluded body pair.
    ExcludeId,
    /// An equality constraint.
    EqualityId,
    /// A tendon.
    TendonId,
    /// An element of a tendon's path.
    WrapId,
    /// An actuator.
    ActuatorId,
    /// A sensor.
    SensorId,
    /// A plugin instance.
    PluginId,
    /// A custom numeric field.
    NumericId,
    /// A custom text field.
    TextId,
    /// A custom tuple.
    TupleId,
    /// A keyframe.
    KeyId,
    /// A node of a bounding volume hierarchy.
    BvhId,
    /// A cell of an octree.
    OctId,
    /// A mocap body, numbered among mocap bodies only.
    MocapId,
}

impl BodyId {
    /// The world.
    pub const WORLD: Self = Self(0);
}

/// The `num` ids from `adr` on; empty if either is negative.
pub(crate) fn span<Id: TableId>(adr: i32, num: i32) -> Ids<Id> {
    if adr < 0 || num <= 0 {
        return Ids::new(0, 0);
    }
    Ids::new(adr as usize, adr as usize + num as usize)
}

/// A run of consecutive ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ids<Id> {
    range: core::ops::Range<usize>,
    id: core::marker::PhantomData<Id>,
}

impl<Id: TableId> Ids<Id> {
    /// The ids from `start` to `end`, exclusive.
    #[inline]
    pub const fn new(start: usize, end: usize) -> Self {
        Self {
            range: start..end,
            id: core::marker::PhantomData,
        }
    }

    /// The same run as a range of positions, for slicing.
    #[inline]
    pub fn range(&self) -> core::ops::Range<usize> {
        self.range.clone()
    }

    /// True if no id is left.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.range.is_empty()
    }
}

impl<Id: TableId> Iterator for Ids<Id> {
    type Item = Id;
    #[inline]
    fn next(&mut self) -> Option<Id> {
        self.range.next().map(Id::from_index)
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }
    #[inline]
    fn nth(&mut self, n: usize) -> Option<Id> {
        self.range.nth(n).map(Id::from_index)
    }
}

impl<Id: TableId> DoubleEndedIterator for Ids<Id> {
    #[inline]
    fn next_back(&mut self) -> Option<Id> {
        self.range.next_back().map(Id::from_index)
    }
}

impl<Id: TableId> ExactSizeIterator for Ids<Id> {}
impl<Id: TableId> core::iter::FusedIterator for Ids<Id> {}

/// The `num` positions from `adr` on; empty if either is negative.
pub(crate) fn range(adr: i32, num: i32) -> core::ops::Range<usize> {
    if adr < 0 || num <= 0 {
        return 0..0;
    }
    adr as usize..adr as usize + num as usize
}

crate::column::transparent_element!(
    BodyId, JointId, DofId, TreeId, GeomId, SiteId, CameraId, LightId, FlexId, FlexNodeId,
    FlexVertId, FlexEdgeId, FlexElemId, MeshId, SkinId, HfieldId, TextureId, MaterialId, PairId,
    ExcludeId, EqualityId, TendonId, WrapId, ActuatorId, SensorId, PluginId, NumericId, TextId,
    TupleId, KeyId, BvhId, OctId, MocapId,
);
