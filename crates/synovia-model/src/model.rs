//! The model: every table, the sizes, the options, and reflection over all of them.

use crate::column::{AnyColumn, Col, DType};
use crate::enums::{EqType, ObjType};
use crate::hulls::Hulls;
use crate::id::{BodyId, EqualityId, GeomId, SiteId};
use crate::opt::{Opt, Stat};
use crate::plugins::Plugins;
use crate::size::Size;
use crate::table::{ColumnInfo, Table, split_shape};
#[allow(clippy::wildcard_imports, reason = "a model has all tables")]
use crate::tables::*;
use crate::vis::Vis;

/// The reference pose, a separate table for reflection.
const POSE: [ColumnInfo; 2] = [
    ColumnInfo {
        name: "qpos0",
        shape: "nq",
        symbols: split_shape("nq"),
        dtype: DType::F64,
        width: 0,
        rank: 1,
        doc: " Positions at the reference pose.",
    },
    ColumnInfo {
        name: "qpos_spring",
        shape: "nq",
        symbols: split_shape("nq"),
        dtype: DType::F64,
        width: 0,
        rank: 1,
        doc: " Positions at which joint springs rest.",
    },
];

macro_rules! model {
    ($( $(#[$doc:meta])+ $field:ident: $table:ident, )*) => {
        /// The compiled model: written by the compiler, read by the engine.
        ///
        /// All fields are public, because programs randomise models. After changing a field from which constants were
        /// derived, call the engine's `set_const`.
        #[doc(alias = "mjModel")]
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Model {
            /// How many there are of everything.
            pub size: Size,
            /// Simulation options.
            pub opt: Opt,
            /// Settings for drawing.
            pub vis: Vis,
            /// Statistics at the reference pose.
            pub stat: Stat,
            /// Positions at the reference pose.
            pub qpos0: Col<usize, f64>,
            /// Positions at which joint springs rest.
            pub qpos_spring: Col<usize, f64>,
            $( $(#[$doc])+ pub $field: $table, )*
            /// Fingerprint of the compilation that produced this model.
            pub signature: u64,
            /// Derived properties of the hulls of meshes.
            pub hulls: Hulls,
            /// Code that belongs to the plugins.
            pub plugins: Plugins,
        }

        impl Model {
            /// All columns of any model, in the reference's order.
            pub fn column_infos() -> Vec<&'static ColumnInfo> {
                let mut all: Vec<&'static ColumnInfo> = POSE.iter().collect();
                $( all.extend($table::COLUMNS); )*
                all
            }

            /// Every column with its declaration, in the reference's order.
            pub fn columns(&self) -> Vec<(&'static ColumnInfo, &dyn AnyColumn)> {
                let mut all: Vec<(&'static ColumnInfo, &dyn AnyColumn)> =
                    vec![(&POSE[0], &self.qpos0), (&POSE[1], &self.qpos_spring)];
                $( all.extend($table::COLUMNS.iter().zip(self.$field.columns())); )*
                all
            }

            /// Every column, writable, in the reference's order.
            pub fn columns_mut(&mut self) -> Vec<(&'static ColumnInfo, &mut dyn AnyColumn)> {
                let mut all: Vec<(&'static ColumnInfo, &mut dyn AnyColumn)> =
                    vec![(&POSE[0], &mut self.qpos0), (&POSE[1], &mut self.qpos_spring)];
                $( all.extend($table::COLUMNS.iter().zip(self.$field.columns_mut())); )*
                all
            }

            /// Column number `k` of [`Model::column_infos`], without visiting the others.
            pub fn column_at(&self, mut k: usize) -> Option<&dyn AnyColumn> {
                match k {
                    0 => return Some(&self.qpos0),
                    1 => return Some(&self.qpos_spring),
                    _ => k -= 2,
                }
                $(
                    if k < $table::COLUMNS.len() {
                        return self.$field.column(k);
                    }
                    k -= $table::COLUMNS.len();
                )*
                let _ = k;
                None
            }

            /// Column number `k` of [`Model::column_infos`], writable.
            pub fn column_at_mut(&mut self, mut k: usize) -> Option<&mut dyn AnyColumn> {
                match k {
                    0 => return Some(&mut self.qpos0),
                    1 => return Some(&mut self.qpos_spring),
                    _ => k -= 2,
                }
                $(
                    if k < $table::COLUMNS.len() {
                        return self.$field.column_mut(k);
                    }
                    k -= $table::COLUMNS.len();
                )*
                let _ = k;
                None
            }
        }
    };
}

model! {
    /// Bodies.
    body: BodyTable,
    /// Bounding volume hierarchies.
    bvh: BvhTable,
    /// Octrees.
    oct: OctTable,
    /// Joints.
    joint: JointTable,
    /// Degrees of freedom.
    dof: DofTable,
    /// Kinematic trees.
    tree: TreeTable,
    /// Geoms.
    geom: GeomTable,
    /// Sites.
    site: SiteTable,
    /// Cameras.
    camera: CameraTable,
    /// Lights.
    light: LightTable,
    /// Flexes.
    flex: FlexTable,
    /// Meshes.
    mesh: MeshTable,
    /// Skins.
    skin: SkinTable,
    /// Height fields.
    hfield: HfieldTable,
    /// Textures.
    texture: TextureTable,
    /// Materials.
    material: MaterialTable,
    /// Predefined geom pairs.
    pair: PairTable,
    /// Excluded body pairs.
    exclude: ExcludeTable,
    /// Equality constraints.
    equality: EqualityTable,
    /// Tendons.
    tendon: TendonTable,
    /// Elements of tendon paths.
    wrap: WrapTable,
    /// Actuators.
    actuator: ActuatorTable,
    /// Sensors.
    sensor: SensorTable,
    /// Plugin instances.
    plugin: PluginTable,
    /// Custom numbers.
    numeric: NumericTable,
    /// Custom strings.
    text: TextTable,
    /// Custom tuples.
    tuple: TupleTable,
    /// Keyframes.
    key: KeyTable,
    /// Names and file names.
    names: NamesTable,
    /// Sparsity of constant matrices.
    sparse: SparseTable,
}

/// A column whose shape does not match the sizes of its model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} has shape {found:?}, but the sizes require {expected:?} ({symbols})")]
pub struct ShapeError {
    /// The reference's field name.
    pub name: &'static str,
    /// The shape it has.
    pub found: Vec<usize>,
    /// The shape it should have.
    pub expected: Vec<usize>,
    /// The sizes that determine it.
    pub symbols: &'static str,
}

impl Model {
    /// A model of the given sizes, all columns zero, options at their defaults.
    pub fn with_size(size: Size) -> Self {
        let mut model = Self {
            size,
            ..Self::default()
        };
        for (info, column) in model.columns_mut() {
            let (rows, width) = expected(info, &size);
            column.reset(rows, width);
        }
        model
    }

    /// The column of the reference's field `name`.
    pub fn column(&self, name: &str) -> Option<(&'static ColumnInfo, &dyn AnyColumn)> {
        self.columns()
            .into_iter()
            .find(|(info, _)| info.name == name)
    }

    /// The column of the reference's field `name`, writable.
    pub fn column_mut(&mut self, name: &str) -> Option<(&'static ColumnInfo, &mut dyn AnyColumn)> {
        self.columns_mut()
            .into_iter()
            .find(|(info, _)| info.name == name)
    }

    /// The two bodies of an equality constraint that acts on a point of each: connect, weld and distance. `None` for the
    /// others.
    pub fn held_bodies(&self, e: EqualityId) -> Option<[BodyId; 2]> {
        let table = &self.equality;
        if !matches!(
            table.type_[e],
            EqType::Connect | EqType::Weld | EqType::Distance
        ) {
            return None;
        }
        let ids = [table.obj1id[e], table.obj2id[e]];
        Some(ids.map(|id| match table.objtype[e] {
            ObjType::Site => self.site.bodyid[SiteId(id)],
            ObjType::Geom => self.geom.bodyid[GeomId(id)],
            _ => BodyId(id),
        }))
    }

    /// Gives every empty column the number of rows that the sizes require, filled with zeros.
    pub fn fill_empty(&mut self) {
        let size = self.size;
        // most columns have the same number of rows as the one before
        let mut last = ("", 0);
        for (info, column) in self.columns_mut() {
            if column.rows_len() > 0 {
                continue;
            }
            let symbol = info.rows_symbol();
            if symbol != last.0 {
                last = (symbol, size.resolve(symbol).unwrap_or(0));
            }
            column.reset(last.1, width(info, &size));
        }
    }

    /// Checks that every column has the shape that the sizes require.
    pub fn check_shapes(&self) -> Result<(), ShapeError> {
        // most columns have the same number of rows as the one before
        let mut last = ("", 0);
        for (info, column) in self.columns() {
            let symbol = info.rows_symbol();
            if symbol != last.0 {
                last = (symbol, self.size.resolve(symbol).unwrap_or(0));
            }
            let width = || width(info, &self.size);
            let wide = info.rank == 1 || column.width() == Some(width());
            let narrow = info.rank != 1 || column.width().is_none();
            if column.rows_len() == last.1 && wide && narrow {
                continue;
            }
            let sides = [last.1, width()];
            return Err(ShapeError {
                name: info.name,
                found: column.shape(),
                expected: sides[..info.rank.min(2)].to_vec(),
                symbols: info.shape,
            });
        }
        Ok(())
    }

    /// Bytes of all columns, each aligned to 64, as the reference counts its buffer.
    pub fn nbuffer(&self) -> i64 {
        let align = |n: usize| n.div_ceil(64) * 64;
        self.columns()
            .iter()
            .fold(0, |sum, (_, column)| align(sum) + column.bytes().len()) as i64
    }

    /// Name of object `id` of a kind; `None` if there is no such object or it has no name.
    #[doc(alias = "mj_id2name")]
    pub fn name_of(&self, kind: ObjType, id: usize) -> Option<&str> {
        self.names.name_of(kind, id)
    }

    /// The object of a kind with the name `name`.
    #[doc(alias = "mj_name2id")]
    pub fn id_of(&self, kind: ObjType, name: &str) -> Option<usize> {
        self.names.id_of(kind, name)
    }
}

/// Number of rows and width of a column in a model of these sizes.
pub(crate) fn expected(info: &ColumnInfo, size: &Size) -> (usize, usize) {
    let rows = size.resolve(info.rows_symbol()).unwrap_or(0);
    (rows, width(info, size))
}

/// The width of a column; that of most columns is part of their type.
fn width(info: &ColumnInfo, size: &Size) -> usize {
    if info.width > 0 {
        return info.width;
    }
    let symbol = info.width_symbol();
    symbol.and_then(|s| size.resolve(s)).unwrap_or(0)
}
