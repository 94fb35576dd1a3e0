//! The sizes of a model.

/// Declares the sizes, each once.
macro_rules! sizes {
    ($( $(#[doc = $doc:literal])+ $name:ident, )*) => {
        /// The sizes of a model, in the reference's order and with its names.
        #[allow(non_snake_case, reason = "matrices keep their capital")]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Size {
            $( $(#[doc = $doc])+ pub $name: i64, )*
        }

        impl Size {
            /// The names of all sizes, in the reference's order.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// The description of each size.
            pub const DOCS: &'static [&'static str] = &[$(concat!($($doc),+)),*];

            /// The size called `name`.
            pub fn get(&self, name: &str) -> Option<i64> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// The size called `name`, writable.
            pub fn get_mut(&mut self, name: &str) -> Option<&mut i64> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }

            /// Names and values, in the reference's order.
            pub fn iter(&self) -> impl Iterator<Item = (&'static str, i64)> + use<> {
                [$((stringify!($name), self.$name)),*].into_iter()
            }
        }
    };
}

sizes! {
    /// Numbers in `qpos`.
    nq,
    /// Numbers in `qvel`: dofs.
    nv,
    /// Actuators: numbers in `ctrl`.
    nu,
    /// Activation variables: numbers in `act`.
    na,
    /// Bodies, with the world.
    nbody,
    /// Nodes of all bounding volume hierarchies.
    nbvh,
    /// Nodes whose boxes are constant.
    nbvhstatic,
    /// Nodes whose boxes move: those of flexes.
    nbvhdynamic,
    /// Cells of all octrees.
    noct,
    /// Joints.
    njnt,
    /// Kinematic trees.
    ntree,
    /// Nonzeros of the inertia matrix in the legacy order.
    nM,
    /// Nonzeros of the body × dof matrix.
    nB,
    /// Nonzeros of the lower triangle of the inertia matrix, without dofs whose rows are diagonal.
    nC,
    /// Nonzeros of both triangles of the inertia matrix.
    nD,
    /// Geoms.
    ngeom,
    /// Sites.
    nsite,
    /// Cameras.
    ncam,
    /// Lights.
    nlight,
    /// Flexes.
    nflex,
    /// Nodes of all flexes.
    nflexnode,
    /// Vertices of all flexes.
    nflexvert,
    /// Edges of all flexes.
    nflexedge,
    /// Elements of all flexes.
    nflexelem,
    /// Vertex numbers of the elements of all flexes.
    nflexelemdata,
    /// Edge numbers of the elements of all flexes.
    nflexelemedge,
    /// Vertex numbers of the shells of all flexes.
    nflexshelldata,
    /// Pairs of element and vertex of all flexes.
    nflexevpair,
    /// Texture coordinates of all flexes.
    nflextexcoord,
    /// Nonzeros of the flex edge Jacobian.
    nJfe,
    /// Nonzeros of the flex vertex Jacobian.
    nJfv,
    /// Meshes.
    nmesh,
    /// Vertices of all meshes.
    nmeshvert,
    /// Normals of all meshes.
    nmeshnormal,
    /// Texture coordinates of all meshes.
    nmeshtexcoord,
    /// Triangles of all meshes.
    nmeshface,
    /// Numbers in the convex hulls of all meshes.
    nmeshgraph,
    /// Polygons of all meshes.
    nmeshpoly,
    /// Vertex numbers of all polygons.
    nmeshpolyvert,
    /// Polygon numbers at all vertices.
    nmeshpolymap,
    /// Skins.
    nskin,
    /// Vertices of all skins.
    nskinvert,
    /// Texture coordinates of all skins.
    nskintexvert,
    /// Triangles of all skins.
    nskinface,
    /// Bones of all skins.
    nskinbone,
    /// Vertex weights of all bones.
    nskinbonevert,
    /// Height fields.
    nhfield,
    /// Elevations of all height fields.
    nhfielddata,
    /// Textures.
    ntex,
    /// Bytes of all textures.
    ntexdata,
    /// Materials.
    nmat,
    /// Predefined geom pairs.
    npair,
    /// Excluded body pairs.
    nexclude,
    /// Equality constraints.
    neq,
    /// Tendons.
    ntendon,
    /// Elements of all tendon paths.
    nwrap,
    /// Sensors.
    nsensor,
    /// Custom numeric fields.
    nnumeric,
    /// Numbers in all custom numeric fields.
    nnumericdata,
    /// Custom text fields.
    ntext,
    /// Characters in all custom text fields, with the final zeros.
    ntextdata,
    /// Custom tuples.
    ntuple,
    /// Objects in all custom tuples.
    ntupledata,
    /// Keyframes.
    nkey,
    /// Mocap bodies.
    nmocap,
    /// Plugin instances.
    nplugin,
    /// Characters of all plugin configurations.
    npluginattr,
    /// User data per body.
    nuser_body,
    /// User data per joint.
    nuser_jnt,
    /// User data per geom.
    nuser_geom,
    /// User data per site.
    nuser_site,
    /// User data per camera.
    nuser_cam,
    /// User data per tendon.
    nuser_tendon,
    /// User data per actuator.
    nuser_actuator,
    /// User data per sensor.
    nuser_sensor,
    /// Characters of all names, with the final zeros.
    nnames,
    /// Characters of all file names, with the final zeros.
    npaths,
    /// Slots of all name maps.
    nnames_map,
    /// Nonzeros of the actuator moment matrix.
    nJmom,
    /// Bodies with gravity compensation.
    ngravcomp,
    /// Upper bound on the rows of equality constraints.
    nemax,
    /// Rows of the constraint Jacobian as set by `<size>`; −1 if not set.
    njmax,
    /// Contacts as set by `<size>`; −1 if not set.
    nconmax,
    /// Numbers reserved for the user in the state.
    nuserdata,
    /// Numbers in `sensordata`.
    nsensordata,
    /// Numbers in the plugin state.
    npluginstate,
    /// Numbers in the history buffer.
    nhistory,
    /// Bytes of the reference's arena.
    narena,
    /// Bytes of the reference's model buffer.
    nbuffer,
}

impl Size {
    /// The value of one dimension of a shape: `nbody`, `3`, `mjNREF` or `nmocap*3`; a negative size yields 0.
    pub fn resolve(&self, symbol: &str) -> Option<usize> {
        symbol.split('*').try_fold(1usize, |product, factor| {
            let factor = if let Ok(number) = factor.parse::<usize>() {
                number
            } else if let Some(number) = crate::consts::constant(factor) {
                number
            } else {
                usize::try_from(self.get(factor)?.max(0)).ok()?
            };
            product.checked_mul(factor)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Size;

    #[test]
    fn shape_symbols_resolve_to_sizes_constants_and_products() {
        let size = Size {
            nbody: 7,
            nmocap: 2,
            njmax: -1,
            ..Size::default()
        };
        assert_eq!(size.resolve("nbody"), Some(7));
        assert_eq!(size.resolve("mjNIMP"), Some(5));
        assert_eq!(size.resolve("nmocap*3"), Some(6));
        assert_eq!(size.resolve("21"), Some(21));
        assert_eq!(size.resolve("njmax"), Some(0));
        assert_eq!(size.resolve("nonsense"), None);
    }
}
