//! Recordings of pairs of convex shapes, written by `conformance/tools/golden_convex.py`.

use std::str::{FromStr, SplitAsciiWhitespace};

use synovia_geom::collide::convex::CcdOptions;
use synovia_geom::collide::{ContactPoint, ConvexMesh, HeightField, Shape, Solid};
use synovia_math::{Mat3, Quat, Vec3};

#[derive(Default)]
struct Mesh {
    vert: Vec<[f32; 3]>,
    graph: Vec<i32>,
    poly_normal: Vec<Vec3>,
    poly_vert_adr: Vec<i32>,
    poly_vert_num: Vec<i32>,
    poly_map_adr: Vec<i32>,
    poly_map_num: Vec<i32>,
}

struct Geom {
    kind: i32,
    mesh: i32,
    size: Vec3,
    rbound: f64,
}

/// Shapes of a recording.
#[derive(Default)]
pub(crate) struct World {
    meshes: Vec<Mesh>,
    poly_vert: Vec<i32>,
    poly_map: Vec<i32>,
    field: ([f64; 4], usize, usize, Vec<f32>),
    geoms: Vec<Geom>,
}

/// Two geoms with their poses.
#[derive(Debug)]
pub(crate) struct Query {
    pub(crate) geoms: [usize; 2],
    pub(crate) pos: [Vec3; 2],
    pub(crate) mat: [Mat3; 2],
}

/// A query and its expected result.
pub(crate) enum Case {
    ContactPoint {
        query: Query,
        margin: f64,
        options: CcdOptions,
        manifold: Vec<ContactPoint>,
    },
    Distance {
        query: Query,
        limit: f64,
        dist: f64,
        from: Vec3,
        to: Vec3,
    },
}

struct Words<'a>(SplitAsciiWhitespace<'a>);

impl Words<'_> {
    fn next<T: FromStr>(&mut self) -> T {
        self.0
            .next()
            .and_then(|word| word.parse().ok())
            .expect("a number")
    }

    fn rest<T: FromStr>(&mut self) -> Vec<T> {
        self.0
            .by_ref()
            .map(|word| word.parse().ok().expect("a number"))
            .collect()
    }

    fn vec3(&mut self) -> Vec3 {
        Vec3::new(self.next(), self.next(), self.next())
    }

    fn query(&mut self) -> Query {
        let geoms = [self.next(), self.next()];
        let mut pos = [Vec3::ZERO; 2];
        let mut mat = [Mat3::IDENTITY; 2];
        for k in 0..2 {
            pos[k] = self.vec3();
            let turn = Quat::new(self.next(), self.next(), self.next(), self.next());
            mat[k] = turn.normalized().to_mat();
        }
        Query { geoms, pos, mat }
    }
}

/// Reads a recording.
#[expect(clippy::too_many_lines, reason = "one arm for each word of the format")]
pub(crate) fn read(text: &str) -> (World, Vec<Case>) {
    let mut world = World::default();
    let mut cases = Vec::new();
    for line in text.lines() {
        let mut words = Words(line.split_ascii_whitespace());
        let Some(word) = words.0.next() else {
            continue;
        };
        if word == "mesh" {
            world.meshes.push(Mesh::default());
            continue;
        }
        let mesh = world.meshes.last_mut();
        match (word, mesh) {
            ("vert", Some(mesh)) => {
                mesh.vert = words
                    .rest()
                    .chunks_exact(3)
                    .map(|v| [v[0], v[1], v[2]])
                    .collect();
            }
            ("graph", Some(mesh)) => mesh.graph = words.rest(),
            ("poly_normal", Some(mesh)) => {
                let all: Vec<f64> = words.rest();
                mesh.poly_normal = all
                    .chunks_exact(3)
                    .map(|v| Vec3::new(v[0], v[1], v[2]))
                    .collect();
            }
            ("poly_vert_adr", Some(mesh)) => mesh.poly_vert_adr = words.rest(),
            ("poly_vert_num", Some(mesh)) => mesh.poly_vert_num = words.rest(),
            ("poly_map_adr", Some(mesh)) => mesh.poly_map_adr = words.rest(),
            ("poly_map_num", Some(mesh)) => mesh.poly_map_num = words.rest(),
            ("poly_vert", _) => world.poly_vert = words.rest(),
            ("poly_map", _) => world.poly_map = words.rest(),
            ("hfield", _) => {
                let (nrow, ncol) = (words.next(), words.next());
                let size = [words.next(), words.next(), words.next(), words.next()];
                world.field = (size, nrow, ncol, words.rest());
            }
            ("geom", _) => {
                let _: usize = words.next();
                let (kind, mesh) = (words.next(), words.next());
                world.geoms.push(Geom {
                    kind,
                    mesh,
                    size: words.vec3(),
                    rbound: words.next(),
                });
            }
            ("touch", _) => {
                let query = words.query();
                let margin = words.next();
                let (tolerance, iterations) = (words.next(), words.next());
                let [multi, native] = [(); 2].map(|()| words.next::<u8>() == 1);
                let options = CcdOptions {
                    tolerance,
                    iterations,
                    multi,
                    native,
                };
                let count: usize = words.next();
                let manifold: Vec<_> = (0..count)
                    .map(|_| ContactPoint::new(words.next(), words.vec3(), words.vec3()))
                    .collect();
                cases.push(Case::ContactPoint {
                    query,
                    margin,
                    options,
                    manifold,
                });
            }
            ("distance", _) => {
                let query = words.query();
                let (limit, dist) = (words.next(), words.next());
                let (from, to) = (words.vec3(), words.vec3());
                cases.push(Case::Distance {
                    query,
                    limit,
                    dist,
                    from,
                    to,
                });
            }
            _ => panic!("unknown line: {line}"),
        }
    }
    (world, cases)
}

impl World {
    /// Calls `ask` with the two solids of a query.
    pub(crate) fn with<R>(
        &self,
        query: &Query,
        ask: impl FnOnce(&Solid<'_>, &Solid<'_>) -> R,
    ) -> R {
        let meshes: Vec<_> = (0..)
            .zip(&self.meshes)
            .map(|(id, mesh)| self.mesh(id, mesh))
            .collect();
        let (size, nrow, ncol, data) = &self.field;
        let field = HeightField {
            size: *size,
            nrow: *nrow,
            ncol: *ncol,
            data,
        };
        let solid = |k: usize| {
            let geom = &self.geoms[query.geoms[k]];
            let shape = match geom.kind {
                0 => Shape::Plane,
                1 => Shape::HeightField(&field),
                2 => Shape::Sphere,
                3 => Shape::Capsule,
                4 => Shape::Ellipsoid,
                5 => Shape::Cylinder,
                6 => Shape::Box,
                _ => Shape::Mesh(&meshes[geom.mesh as usize]),
            };
            let (pos, mat) = (&query.pos[k], &query.mat[k]);
            Solid {
                shape,
                size: &geom.size,
                rbound: geom.rbound,
                pos,
                mat,
            }
        };
        ask(&solid(0), &solid(1))
    }

    fn mesh<'a>(&'a self, id: i32, mesh: &'a Mesh) -> ConvexMesh<'a> {
        ConvexMesh {
            id,
            vert: &mesh.vert,
            graph: &mesh.graph,
            convexity: synovia_geom::hull::convexity::Convexity::of(&mesh.vert, &mesh.graph),
            poly_normal: &mesh.poly_normal,
            poly_vert_adr: &mesh.poly_vert_adr,
            poly_vert_num: &mesh.poly_vert_num,
            poly_vert: &self.poly_vert,
            poly_map_adr: &mesh.poly_map_adr,
            poly_map_num: &mesh.poly_map_num,
            poly_map: &self.poly_map,
        }
    }
}
