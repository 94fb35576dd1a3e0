//! Triangles in a tree of boxes, and where a ray meets the first of them.

use synovia::engine::ray::Ray;
use synovia::math::{Quat, Vec3};
use synovia_geom::bvh::{Bvh, Leaf};
use synovia_geom::ray::Screen;

use super::scene::Look;

/// A triangle to be seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triangle {
    /// Corners.
    pub corner: [Vec3; 3],
    /// Normals at the corners, of length 1.
    pub normal: [Vec3; 3],
    /// How it looks at the corners.
    pub look: [Look; 3],
}

/// What a ray meets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Struck {
    /// How far away.
    pub dist: f64,
    /// The smooth normal there; either way.
    pub normal: Vec3,
    /// How it looks there.
    pub look: Look,
}

/// Many triangles.
#[derive(Debug, Default)]
pub(super) struct Triangles {
    list: Vec<Triangle>,
    tree: Bvh,
}

impl Triangles {
    pub(super) fn new(list: Vec<Triangle>) -> Self {
        let leaves: Vec<Leaf> = list
            .iter()
            .enumerate()
            .map(|(k, t)| {
                let [a, b, c] = t.corner;
                let (low, high) = (a.min(b).min(c), a.max(b).max(c));
                let center = (low + high) * 0.5;
                Leaf {
                    id: k as i32,
                    pos: center,
                    quat: None,
                    center,
                    half: (high - low) * 0.5,
                }
            })
            .collect();
        Self {
            tree: Bvh::new(&leaves, Vec3::ZERO, Quat::IDENTITY),
            list,
        }
    }

    /// The first triangle on a ray, nearer than `reach`.
    pub(super) fn meet(&self, ray: &Ray, reach: f64) -> Option<Struck> {
        let (k, dist) = self.first(ray, reach, false)?;
        let Triangle {
            corner,
            normal,
            look,
        } = self.list[k];
        let weight = barycentric(ray.from + ray.dir * dist, corner);
        let mix = |value: &dyn Fn(usize) -> f64| (0..3).map(|i| weight[i] * value(i)).sum::<f64>();
        let smooth = (0..3).fold(Vec3::ZERO, |sum, i| sum + normal[i] * weight[i]);
        Some(Struck {
            dist,
            normal: smooth.normalized(),
            look: Look {
                colour: core::array::from_fn(|c| mix(&|i| look[i].colour[c])),
                specular: look[0].specular,
            },
        })
    }

    /// Whether a triangle lies on a ray nearer than `reach`.
    pub(super) fn hides(&self, ray: &Ray, reach: f64) -> bool {
        self.first(ray, reach, true).is_some()
    }

    /// The first triangle on a ray, or any.
    fn first(&self, ray: &Ray, reach: f64, any: bool) -> Option<(usize, f64)> {
        let screen = Screen::new(ray);
        let mut nearest: Option<(usize, f64)> = None;
        let mut within = reach;
        let mut stack = vec![0];
        while let Some(node) = stack.pop() {
            let Some(bounds) = self.tree.aabb.get(node) else {
                continue;
            };
            if !crosses(ray, bounds, within) {
                continue;
            }
            if let Ok(k) = usize::try_from(self.tree.nodeid[node]) {
                if let Some((dist, _)) = screen.triangle(self.list[k].corner)
                    && dist > 0.0
                    && dist < within
                {
                    nearest = Some((k, dist));
                    within = dist;
                    if any {
                        return nearest;
                    }
                }
            } else {
                stack.extend(
                    self.tree.child[node]
                        .iter()
                        .filter_map(|&c| usize::try_from(c).ok()),
                );
            }
        }
        nearest
    }
}

/// Whether a ray crosses a box, given by midpoint and half sizes, nearer than `reach`.
fn crosses(ray: &Ray, bounds: &[f64; 6], reach: f64) -> bool {
    let (from, dir) = (ray.from.to_array(), ray.dir.to_array());
    let (mut near, mut far) = (0.0_f64, reach);
    for i in 0..3 {
        let way = bounds[i] - from[i];
        if dir[i].abs() < 1e-12 {
            if way.abs() > bounds[i + 3] {
                return false;
            }
            continue;
        }
        let (a, b) = (
            (way - bounds[i + 3]) / dir[i],
            (way + bounds[i + 3]) / dir[i],
        );
        near = near.max(a.min(b));
        far = far.min(a.max(b));
    }
    near <= far
}

/// The shares of the corners in a point of a triangle.
fn barycentric(point: Vec3, [a, b, c]: [Vec3; 3]) -> [f64; 3] {
    let (u, v, w) = (b - a, c - a, point - a);
    let (uu, uv, vv) = (u.dot(u), u.dot(v), v.dot(v));
    let det = uu * vv - uv * uv;
    if det <= 0.0 {
        return [1.0, 0.0, 0.0];
    }
    let (wu, wv) = (w.dot(u), w.dot(v));
    let second = (vv * wu - uv * wv) / det;
    let third = (uu * wv - uv * wu) / det;
    [1.0 - second - third, second, third]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_of_two_triangles_is_met_and_its_corners_are_mixed() {
        let plain = Look {
            colour: [0.0; 3],
            specular: 0.0,
        };
        let red = Look {
            colour: [1.0, 0.0, 0.0],
            specular: 0.0,
        };
        let at = |z: f64| Triangle {
            corner: [
                Vec3::new(0.0, 0.0, z),
                Vec3::new(1.0, 0.0, z),
                Vec3::new(0.0, 1.0, z),
            ],
            normal: [Vec3::Z; 3],
            look: [plain, red, plain],
        };
        let all = Triangles::new(vec![at(1.0), at(2.0)]);
        let down = Ray {
            from: Vec3::new(0.25, 0.25, 5.0),
            dir: -Vec3::Z,
        };
        let met = all.meet(&down, f64::INFINITY).unwrap();
        assert!((met.dist - 3.0).abs() < 1e-12);
        assert!((met.look.colour[0] - 0.25).abs() < 1e-12);
        assert!(all.hides(&down, 3.1) && !all.hides(&down, 2.9));
        let aside = Ray {
            from: Vec3::new(2.0, 2.0, 5.0),
            dir: -Vec3::Z,
        };
        assert!(all.meet(&aside, f64::INFINITY).is_none());
    }
}
