//! The distance of two convex bodies: Gilbert, Johnson and Keerthi.
//!
//! The bodies overlap if their difference `D = { a − b }` holds the origin; otherwise their distance is that of `D` from
//! the origin. From a point `x` of `D` the support in direction `−x` gives a new corner `s`, and the next `x` is the
//! nearest point of the simplex of old and new corners.
//!
//! ```text
//! |x|² − |x*|² ≤ 2 x·(x − s)                       duality gap: when small, x is the answer      (1)
//! x·s > 0                                          a plane across x keeps D from the origin      (2)
//! ```
//!
//! Where only the contact matters, (2) ends the search, and as soon as there is a tetrahedron the search goes on by
//! faces: the corner behind the face that is worst seen from the origin is replaced until the origin is inside.

use synovia_math::{MIN_VAL, Vec3};

use super::simplex::{combine, nearest};
use super::support::{Body, Point};

/// Bodies are far apart.
pub(super) const FAR: f64 = f64::MAX;

/// Normals whose square is outside of these bounds are not trusted.
const NORMAL_BOUNDS: core::ops::Range<f64> = MIN_VAL * MIN_VAL..1e20;

/// Where a search stands.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// Distance; 0 if the bodies overlap, [`FAR`] if it was not needed.
    pub dist: f64,
    /// Nearest point of the first body: on entry, a point inside.
    pub a: Vec3,
    /// The same of the second.
    pub b: Vec3,
    /// True if `a` and `b` are the nearest points.
    pub known: bool,
    /// Corners of the difference around or next to the origin.
    pub simplex: [Point; 4],
    /// How many of them.
    pub len: usize,
    /// Unit vector from the first to the second, across a plane between them, if one was found.
    pub apart: Vec3,
}

impl Search {
    pub(super) fn between(a: &Body<'_>, b: &Body<'_>) -> Self {
        Self {
            dist: FAR,
            a: a.center(),
            b: b.center(),
            known: false,
            simplex: [Point::ZERO; 4],
            len: 0,
            apart: Vec3::ZERO,
        }
    }

    fn far(&mut self, apart: Vec3) {
        self.dist = FAR;
        self.known = false;
        self.len = 0;
        self.apart = apart;
    }

    /// The search. Distances are wanted up to `cutoff`; with 0 only whether the bodies overlap.
    pub(super) fn run(
        &mut self,
        a: &mut Body<'_>,
        b: &mut Body<'_>,
        tolerance: f64,
        iterations: usize,
        cutoff: f64,
    ) {
        let distances = cutoff > 0.0;
        let mut walk_left = !distances;
        // bodies with corners only: the search ends exactly
        let discrete = a.is_discrete() && b.is_discrete();
        let epsilon = if discrete {
            0.0
        } else {
            0.5 * tolerance * tolerance
        };

        let mut x = self.a - self.b;
        let mut weights = [1.0, 0.0, 0.0, 0.0];
        let mut norm = 0.0;
        let mut n = 0;
        let mut k = 0;
        while k < iterations {
            let norm2 = x.norm_squared();
            norm = norm2;
            if norm2 < MIN_VAL * MIN_VAL {
                break;
            }
            norm = norm2.sqrt();
            let dir = -(x * (1.0 / norm));
            let corner = Point::support(a, b, dir);
            let s = corner.gap;
            self.simplex[n] = corner;

            // nothing to gain, equation (1)
            if x.dot(x - s) < epsilon {
                if k == 0 {
                    n = 1;
                }
                self.apart = dir;
                break;
            }

            // far enough, equation (2)
            let reach = x.dot(s);
            let enough = if distances {
                cutoff < FAR && reach > 0.0 && reach * reach / norm2 >= cutoff * cutoff
            } else {
                reach > 0.0
            };
            if enough {
                return self.far(dir);
            }

            // a tetrahedron: whether it can hold the origin is found faster face by face
            if n == 3 && walk_left {
                walk_left = false;
                match self.walk(a, b, &mut k, iterations) {
                    Walk::Inside => {
                        self.known = false;
                        self.dist = 0.0;
                        return;
                    }
                    Walk::Outside(dir) => return self.far(dir),
                    Walk::Unsure => {}
                }
            }

            // keep the corners that the nearest point needs
            let found = nearest(&self.simplex, n, s);
            weights = found.weights;
            n = self.keep(&mut weights);
            if n == 0 {
                return self.far(Vec3::ZERO);
            }

            let next = found.point;
            let moved = next - x;
            if moved.x.abs() < MIN_VAL && moved.y.abs() < MIN_VAL && moved.z.abs() < MIN_VAL {
                self.apart = dir;
                break;
            }
            x = next;
            if n == 4 {
                norm = 0.0;
                break;
            }
            k += 1;
        }

        if n > 0 {
            self.a = self.weighted(weights, n, |point| point.a);
            self.b = self.weighted(weights, n, |point| point.b);
        }
        self.known = true;
        self.len = n;
        self.dist = norm;
    }

    /// Moves the corners with a weight to the front, in order, and their weights likewise; returns their number.
    #[inline]
    fn keep(&mut self, weights: &mut [f64; 4]) -> usize {
        let [p, q, r, s] = weights.map(|weight| weight != 0.0);
        let count = usize::from(p) + usize::from(q) + usize::from(r) + usize::from(s);
        // most often they are where they belong
        if (p || !q) && (q || !r) && (r || !s) {
            return count;
        }
        let mut n = 0;
        for (i, kept) in [p, q, r, s].into_iter().enumerate() {
            if kept {
                self.simplex[n] = self.simplex[i];
                weights[n] = weights[i];
                n += 1;
            }
        }
        n
    }

    #[inline]
    fn weighted(&self, weights: [f64; 4], n: usize, part: impl Fn(&Point) -> Vec3) -> Vec3 {
        let [p, q, r, s] = &self.simplex;
        match n {
            1 => part(p) * weights[0],
            2 => combine([weights[0], weights[1]], [part(p), part(q)]),
            3 => combine(
                [weights[0], weights[1], weights[2]],
                [part(p), part(q), part(r)],
            ),
            _ => combine(weights, [part(p), part(q), part(r), part(s)]),
        }
    }

    /// Moves the tetrahedron towards the origin, face by face; the simplex changes only if it holds the origin.
    fn walk(
        &mut self,
        a: &mut Body<'_>,
        b: &mut Body<'_>,
        k: &mut usize,
        iterations: usize,
    ) -> Walk {
        let before = self.simplex;
        let s = &mut self.simplex;
        while *k < iterations {
            // heights of the faces over the origin; a face without a normal does not count
            let faces = [
                height(s[2].gap, s[1].gap, s[3].gap),
                height(s[0].gap, s[2].gap, s[3].gap),
                height(s[1].gap, s[0].gap, s[3].gap),
                height(s[0].gap, s[1].gap, s[2].gap),
            ];
            if faces.iter().any(|face| face.0 == 0.0) {
                break;
            }
            let nearer = |p: usize, q: usize| if faces[p].0 < faces[q].0 { p } else { q };
            let worst = nearer(nearer(0, 1), nearer(2, 3));
            let (dist, normal) = faces[worst];
            if dist > 0.0 {
                self.len = 4;
                return Walk::Inside;
            }

            // a new corner beyond the worst face, in place of the one opposite to it
            let corner = Point::support(a, b, normal);
            s[worst] = corner;
            if normal.dot(corner.gap) < 0.0 {
                return Walk::Outside(normal);
            }
            // the new corner is on the other side of the face: turn the tetrahedron around
            s.swap((worst + 1) & 3, (worst + 2) & 3);
            *k += 1;
        }
        self.simplex = before;
        Walk::Unsure
    }
}

/// How a walk ended.
enum Walk {
    Inside,
    /// The normal of a plane between the bodies.
    Outside(Vec3),
    Unsure,
}

/// Height of a face over the origin, and its unit normal; a face too small or too large for one is far away.
#[inline]
fn height(p: Vec3, q: Vec3, r: Vec3) -> (f64, Vec3) {
    let normal = (r - p).cross(q - p);
    let norm2 = normal.norm_squared();
    if norm2 > NORMAL_BOUNDS.start && norm2 < NORMAL_BOUNDS.end {
        let unit = normal * (1.0 / norm2.sqrt());
        (unit.dot(p), unit)
    } else {
        (FAR, normal)
    }
}
