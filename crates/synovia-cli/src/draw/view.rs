//! The camera that an image is taken from.

use synovia::model::{Model, ObjType};
use synovia::scene::Camera;
use synovia::scene::enums::camera as kind;

use crate::drive::finite;
use crate::names;

/// Name of the free camera.
const FREE: &str = "free";

/// Arguments about the camera.
#[derive(clap::Args)]
#[group(skip)]
#[command(next_help_heading = "Camera")]
pub(crate) struct Args {
    /// Camera by name or number, or free [default: the model's default camera, else free]
    #[arg(long, value_name = "NAME")]
    camera: Option<String>,
    /// Body that the free camera follows, by name or number
    #[arg(long, conflicts_with = "camera", value_name = "BODY")]
    follow: Option<String>,
    /// Azimuth of the free camera [deg]
    #[arg(long, conflicts_with = "camera", value_parser = finite, allow_negative_numbers = true, value_name = "DEG")]
    azimuth: Option<f64>,
    /// Elevation of the free camera [deg]
    #[arg(long, conflicts_with = "camera", value_parser = finite, allow_negative_numbers = true, value_name = "DEG")]
    elevation: Option<f64>,
    /// Distance of the free camera from its lookat point [m]
    #[arg(long, conflicts_with = "camera", value_parser = finite, value_name = "M")]
    distance: Option<f64>,
    /// Lookat point of the free camera
    #[arg(long, conflicts_with_all = ["camera", "follow"], value_parser = point, allow_hyphen_values = true, value_name = "X,Y,Z")]
    lookat: Option<[f64; 3]>,
}

/// The model has no such camera or body.
#[derive(Debug, thiserror::Error)]
#[error("--{option}: the model has no {what} {found:?}{meant}")]
pub(crate) struct CameraError {
    option: &'static str,
    what: &'static str,
    found: String,
    meant: String,
}

/// Parses three numbers.
fn point(text: &str) -> Result<[f64; 3], String> {
    let numbers: Result<Vec<f64>, String> = text.split(',').map(finite).collect();
    let numbers = <[f64; 3]>::try_from(numbers?);
    numbers.map_err(|_| "expected three numbers such as 0,0,0.5".to_owned())
}

impl Args {
    /// The requested camera.
    pub(crate) fn camera(&self, model: &Model) -> Result<Camera, CameraError> {
        let moved = self.follow.is_some()
            || self.lookat.is_some()
            || [self.azimuth, self.elevation, self.distance] != [None; 3];
        if !moved {
            return camera(model, self.camera.as_deref());
        }
        let mut camera = Camera::free_default(model);
        camera.azimuth = self.azimuth.unwrap_or(camera.azimuth);
        camera.elevation = self.elevation.unwrap_or(camera.elevation);
        camera.distance = self.distance.unwrap_or(camera.distance);
        camera.lookat = self.lookat.unwrap_or(camera.lookat);
        if let Some(wanted) = &self.follow {
            let nbody = model.size.nbody as usize;
            camera.kind = kind::TRACKING;
            camera.trackbodyid = find(model, ("follow", ObjType::Body, nbody), wanted)?;
        }
        Ok(camera)
    }
}

/// The camera named `wanted`; without a name, the model's default camera.
pub(crate) fn camera(model: &Model, wanted: Option<&str>) -> Result<Camera, CameraError> {
    let ncam = model.size.ncam as usize;
    let of_model = model.vis.global.cameraid;
    let fixedcamid = match wanted {
        None if (0..ncam as i32).contains(&of_model) => of_model,
        None => return Ok(Camera::free_default(model)),
        Some(name) => match find(model, ("camera", ObjType::Camera, ncam), name) {
            Ok(id) => id,
            Err(_) if name == FREE => return Ok(Camera::free_default(model)),
            Err(error) => return Err(error),
        },
    };
    Ok(Camera {
        kind: kind::FIXED,
        fixedcamid,
        ..Camera::default()
    })
}

/// The name of a camera.
pub(crate) fn name(model: &Model, camera: &Camera) -> String {
    match camera.kind {
        kind::FIXED => names::of(model, ObjType::Camera, camera.fixedcamid.max(0) as usize),
        kind::TRACKING => {
            let body = names::of(model, ObjType::Body, camera.trackbodyid.max(0) as usize);
            format!("following {body}")
        }
        _ => FREE.to_owned(),
    }
}

/// The id of the element named `wanted`, given the option, the type and the number of elements.
fn find(
    model: &Model,
    (option, kind, n): (&'static str, ObjType, usize),
    wanted: &str,
) -> Result<i32, CameraError> {
    let found = names::find(model, kind, n, wanted);
    found.map(|id| id as i32).ok_or_else(|| CameraError {
        option,
        what: kind.keyword().unwrap_or("element"),
        found: wanted.to_owned(),
        meant: names::meant(wanted, &names::all(model, kind, n)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_camera_is_the_one_asked_for_else_that_of_the_model() {
        let xml = |global: &str| {
            let text = format!(
                "<mujoco><visual><global {global}/></visual><worldbody><geom size='1'/>
                 <camera name='up'/><camera name='down'/></worldbody></mujoco>"
            );
            synovia::Model::from_xml_str(&text).unwrap()
        };
        let (plain, chosen) = (xml(""), xml("cameraid='1'"));
        let seen = |model: &Model, wanted| name(model, &camera(model, wanted).unwrap());
        assert_eq!(seen(&plain, None), "free");
        assert_eq!(seen(&chosen, None), "down");
        assert_eq!(seen(&chosen, Some("free")), "free");
        assert_eq!(seen(&plain, Some("0")), "up");
        let told = camera(&plain, Some("dwn")).unwrap_err().to_string();
        assert_eq!(
            told,
            "--camera: the model has no camera \"dwn\"; did you mean \"down\"?"
        );
    }

    #[test]
    fn a_point_is_three_numbers() {
        assert_eq!(point("0,-1,2.5"), Ok([0.0, -1.0, 2.5]));
        assert!(point("1,2").is_err() && point("1,2,x").is_err() && point("1,2,nan").is_err());
    }
}
