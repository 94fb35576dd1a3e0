//! Rays of range finders with their hit points and normals, and shortest line segments between geoms.

use synovia_engine::ray::{Pixels, Ray};
use synovia_math::{Mat3, Vec3};
use synovia_model::enums::RayData;
use synovia_model::id::{CameraId, SensorId};
use synovia_model::{GeomType, ObjType, SensorType};

use crate::builder::{Builder, Link};
use crate::enums::vis;

pub(crate) fn add(cx: &mut Builder<'_>) {
    if !cx.shows(vis::RANGEFINDER) {
        return;
    }
    let sensors = &cx.model.sensor;
    for s in sensors.ids() {
        match (sensors.type_[s], sensors.objtype[s]) {
            (SensorType::Rangefinder, ObjType::Site) => add_site(cx, s),
            (SensorType::Rangefinder, ObjType::Camera) => add_camera(cx, s),
            (SensorType::GeomFromTo, _) => add_shortest(cx, s),
            _ => {}
        }
    }
}

/// The readings of one ray; those that the sensor outputs.
struct Reading {
    dist: Option<f64>,
    point: Option<Vec3>,
    normal: Option<Vec3>,
}

impl Reading {
    /// Reads the readings of one ray; `fields` specifies which they are.
    fn new(fields: i32, slot: &[f64]) -> Self {
        const WIDTHS: [(RayData, usize); 6] = [
            (RayData::Dist, 1),
            (RayData::Dir, 3),
            (RayData::Origin, 3),
            (RayData::Point, 3),
            (RayData::Normal, 3),
            (RayData::Depth, 1),
        ];
        let find = |wanted: RayData| {
            let has = |field: RayData| fields & (1 << field.to_i32()) != 0;
            let before = WIDTHS.iter().take_while(|(field, _)| *field != wanted);
            let at: usize = before
                .filter(|(f, _)| has(*f))
                .map(|(_, width)| width)
                .sum();
            has(wanted).then(|| slot.get(at..)).flatten()
        };
        let vector = |wanted| {
            let &[x, y, z] = find(wanted)?.first_chunk()?;
            Some(Vec3::new(x, y, z))
        };
        Self {
            dist: find(RayData::Dist).and_then(|at| at.first().copied()),
            point: vector(RayData::Point),
            normal: vector(RayData::Normal),
        }
    }

    /// Numbers per ray.
    fn width(fields: i32) -> usize {
        let bit = |field: RayData| usize::from(fields & (1 << field.to_i32()) != 0);
        let single = bit(RayData::Dist) + bit(RayData::Depth);
        let wide =
            bit(RayData::Dir) + bit(RayData::Origin) + bit(RayData::Point) + bit(RayData::Normal);
        single + 3 * wide
    }
}

fn add_site(cx: &mut Builder<'_>, s: SensorId) {
    let sensors = &cx.model.sensor;
    let Some(at) = usize::try_from(sensors.objid[s])
        .ok()
        .and_then(|k| cx.site(k))
    else {
        return;
    };
    let ray = Ray {
        from: at.pos,
        dir: at.mat.col(2),
    };
    let reading = Reading::new(sensors.intprm[s][0], cx.data.reading(cx.model, s));
    add_ray(cx, s, &ray, &reading, 1.5);
}

fn add_camera(cx: &mut Builder<'_>, s: SensorId) {
    let (model, data) = (cx.model, cx.data);
    let fields = model.sensor.intprm[s][0];
    let camera = CameraId(model.sensor.objid[s]);
    let known = camera.get().is_some_and(|c| c.index() < model.camera.len());
    let width = Reading::width(fields);
    if !known || width == 0 {
        return;
    }
    let [columns, _] = model.camera.resolution[camera];
    let Some(columns) = usize::try_from(columns).ok().filter(|&n| n > 0) else {
        return;
    };
    let pixels = Pixels::new(model, &data.kin, camera);
    for (k, slot) in data.reading(model, s).chunks_exact(width).enumerate() {
        let ray = pixels.ray(k / columns, k % columns);
        add_ray(cx, s, &ray, &Reading::new(fields, slot), 1.3);
    }
}

/// A line to the hit point, a sphere there and an arrow along the normal, as far as they are read.
fn add_ray(cx: &mut Builder<'_>, s: SensorId, ray: &Ray, reading: &Reading, ball: f64) {
    let (kind, id, rgba) = (ObjType::Sensor, s.index(), cx.model.vis.rgba.rangefinder);
    let (length, width) = cx.axes_size();
    let (length, width) = (f64::from(length), f64::from(width));

    let mut point = None;
    if let Some(dist) = reading.dist.filter(|&dist| dist >= 0.0) {
        let to = ray.at(dist);
        point = Some(to);
        let line = Link {
            kind: GeomType::Line,
            width: 3.0,
            from: ray.from,
            to,
            rgba,
        };
        cx.link((kind, id), line);
    }
    if let Some(met) = reading.point.filter(|&met| met != Vec3::ZERO) {
        point = Some(met);
        if let Some(mut geom) = cx.decor(kind, id) {
            geom.kind = GeomType::Sphere;
            geom.size = [(ball * width) as f32; 3];
            geom.place(met, &Mat3::IDENTITY);
            geom.rgba = rgba;
            cx.put(geom);
        }
    }
    if let (Some(from), Some(normal)) = (point, reading.normal) {
        let arrow = Link {
            kind: GeomType::Arrow1,
            width,
            from,
            to: from + normal * (2.0 * length),
            rgba,
        };
        cx.link((kind, id), arrow);
    }
}

/// The shortest connection of two geoms, unless they are too far apart.
fn add_shortest(cx: &mut Builder<'_>, s: SensorId) {
    let reading = cx.data.reading(cx.model, s);
    let Some(&[a, b, c, x, y, z]) = reading.first_chunk() else {
        return;
    };
    let (from, to) = (Vec3::new(a, b, c), Vec3::new(x, y, z));
    if from == Vec3::ZERO && to == Vec3::ZERO {
        return;
    }
    let line = Link {
        kind: GeomType::Line,
        width: 3.0,
        from,
        to,
        rgba: cx.model.vis.rgba.rangefinder,
    };
    cx.link((ObjType::Sensor, s.index()), line);
}
