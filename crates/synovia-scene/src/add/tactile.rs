//! Tactile sensors: the triangles of their meshes, coloured by their readings.
//!
//! Each of the first three channels is a colour channel: the mean of the nonzero readings at the corners, relative to the largest
//! normal reading.

use synovia_math::MIN_VAL;
use synovia_model::id::SensorId;
use synovia_model::{MeshId, ObjType, SensorType};

use crate::builder::Builder;
use crate::color::Rgba;
use crate::enums::vis;
use crate::single;

pub(crate) fn add(cx: &mut Builder<'_>) {
    if !cx.shows(vis::CONTACT_POINT) {
        return;
    }
    for s in cx.model.sensor.ids() {
        if cx.model.sensor.type_[s] == SensorType::Tactile {
            // an element that is out of range has no triangles
            let _ = add_one(cx, s);
        }
    }
}

fn add_one(cx: &mut Builder<'_>, s: SensorId) -> Option<()> {
    let (model, data) = (cx.model, cx.data);
    let mesh = MeshId(model.sensor.objid[s]).get()?;
    let g = usize::try_from(model.sensor.refid[s]).ok()?;
    let at = cx.geom(g)?;
    if mesh.index() >= model.mesh.len() {
        return None;
    }
    let vert = model.mesh.vert.rows().get(model.mesh.verts(mesh))?;
    let face = model.mesh.face.rows().get(model.mesh.faces(mesh))?;
    let readings = data.reading(model, s);
    let channels = (readings.len() / vert.len().max(1)).min(3);

    let normal = readings.iter().take(vert.len());
    let largest = normal.fold(0.0, |most: f64, x| most.max(x.abs()));
    if largest == 0.0 || *model.geom.rbound.get(g)? < MIN_VAL {
        return None;
    }
    for face in face {
        let corner = |k: usize| {
            let v = vert.get(usize::try_from(face[k]).ok()?)?;
            Some(at.point(single::wide(*v)))
        };
        let (Some(a), Some(b), Some(c)) = (corner(0), corner(1), corner(2)) else {
            continue;
        };
        let rgba = felt(readings, vert.len(), channels, face, largest);
        cx.triangle(ObjType::Sensor, s.index(), [a, b, c], rgba);
    }
    Some(())
}

fn felt(readings: &[f64], verts: usize, channels: usize, face: &[i32; 3], largest: f64) -> Rgba {
    let mut rgba = [0.0f32, 0.0, 0.0, 1.0];
    for (r, shade) in rgba.iter_mut().enumerate().take(channels) {
        let mut count = 0.0;
        for &v in face {
            let value = readings.get(r * verts + v as usize).copied().unwrap_or(0.0);
            *shade = (f64::from(*shade) + value.abs() / largest) as f32;
            count += f64::from(u8::from(value != 0.0));
        }
        if count > 0.0 {
            *shade = (f64::from(*shade) / count) as f32;
        }
    }
    if rgba[..3] == [0.0; 3] {
        rgba[3] = 0.1;
    }
    rgba
}
