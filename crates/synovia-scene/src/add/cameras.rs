//! Cameras: a box with a lens, their frustum if they have a resolution, and their frames.

use synovia_math::Vec3;
use synovia_model::id::CameraId;
use synovia_model::{GeomType, ObjType, Projection};

use crate::builder::{At, Builder, Link};
use crate::camera::intrinsic_bounds;
use crate::enums::{frame, label, vis};
use crate::single;

pub(crate) fn add(cx: &mut Builder<'_>) {
    if !cx.shows(vis::CAMERA) {
        return;
    }
    let (length, width) = cx.axes_size();
    for c in cx.model.camera.ids() {
        let Some(at) = cx.camera(c.index()) else {
            continue;
        };
        let mut rgba = cx.model.vis.rgba.camera;
        if cx.model.camera.resolution[c].iter().any(|&n| n > 1) {
            rgba[3] = 0.3;
            add_view(cx, c, at);
        }
        let unit = cx.mean_size() * cx.model.vis.scale.camera;
        let size = |share: [f64; 3]| share.map(|share| (f64::from(unit) * share) as f32);

        let Some(mut geom) = cx.decor(ObjType::Camera, c.index()) else {
            return;
        };
        geom.kind = GeomType::Box;
        geom.size = size([1.0, 0.8, 0.4]);
        geom.place(at.pos, at.mat);
        geom.rgba = rgba;
        cx.name(&mut geom, label::CAMERA, ObjType::Camera, c.index());
        cx.put(geom);

        let Some(mut geom) = cx.decor(ObjType::Camera, c.index()) else {
            return;
        };
        geom.kind = GeomType::Cylinder;
        geom.size = size([0.4, 0.4, 0.3]);
        geom.mat = single::matrix(at.mat);
        geom.pos = single::vector(at.pos - at.mat.col(2) * (f64::from(unit) * 0.6));
        geom.rgba = [rgba[0] * 0.5, rgba[1] * 0.5, rgba[2] * 0.5, rgba[3]];
        cx.put(geom);

        if cx.options.frame == frame::CAMERA {
            cx.axes(c.index(), at, length, width);
        }
    }
}

/// Half heights and half widths of the image: below, above; left, right.
struct Bounds {
    ver: [f32; 2],
    hor: [f32; 2],
}

impl Bounds {
    /// The corners of the image at a depth, counterclockwise from the lower left.
    fn corners(&self, at: At<'_>, depth: f64) -> [Vec3; 4] {
        let center = at.pos + at.mat.col(2) * -depth;
        let [left, right] = [-f64::from(self.hor[0]), f64::from(self.hor[1])];
        let [below, above] = [-f64::from(self.ver[0]), f64::from(self.ver[1])];
        let corner = |x: f64, y: f64| center + at.mat.col(0) * x + at.mat.col(1) * y;
        [
            corner(left, below),
            corner(right, below),
            corner(right, above),
            corner(left, above),
        ]
    }
}

/// The frustum of a camera: four sides and their edges.
fn add_view(cx: &mut Builder<'_>, c: CameraId, at: At<'_>) {
    let (cameras, vis) = (&cx.model.camera, &cx.model.vis);
    let fovy = cameras.fovy[c];
    let near = f64::from(vis.map.znear) * cx.model.stat.extent;
    let mut far = f64::from(vis.scale.frustum * cx.mean_size());
    let [columns, rows] = cameras.resolution[c];
    let aspect = columns as f32 / rows as f32;
    let [width, height] = cameras.sensorsize[c];
    let flat = cameras.projection[c] == Projection::Orthographic;

    let mut bounds = if flat {
        Bounds {
            ver: [(fovy / 2.0) as f32; 2],
            hor: [(fovy * f64::from(aspect) / 2.0) as f32; 2],
        }
    } else if width != 0.0 && height != 0.0 {
        let (ver, hor) = intrinsic_bounds(near as f32, cameras.intrinsic[c], [width, height]);
        Bounds { ver, hor }
    } else {
        let half = (near * libm::tan(fovy * core::f64::consts::PI / 360.0)) as f32;
        Bounds {
            ver: [half; 2],
            hor: [half * aspect; 2],
        }
    };
    let front = bounds.corners(at, near);
    if flat {
        far = f64::from((bounds.hor[0] + bounds.ver[0]) / 2.0);
    } else {
        let grown = |side: f32| (f64::from(side) * (far / near)) as f32;
        bounds.hor = bounds.hor.map(grown);
        bounds.ver = bounds.ver.map(grown);
    }
    let back = bounds.corners(at, far);

    let (kind, id, rgba) = (ObjType::Camera, c.index(), vis.rgba.frustum);
    for e in 0..4 {
        let n = (e + 1) % 4;
        cx.triangle(kind, id, [front[e], back[e], front[n]], rgba);
        cx.triangle(kind, id, [back[e], back[n], front[n]], rgba);
        for (from, to) in [
            (front[e], front[n]),
            (back[e], back[n]),
            (front[e], back[e]),
        ] {
            let line = Link {
                kind: GeomType::Line,
                width: 3.0,
                from,
                to,
                rgba,
            };
            cx.link((kind, id), line);
        }
    }
}
