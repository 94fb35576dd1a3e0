//! A picture of a simulation as PNG, drawn with the rays of the engine.
//!
//! Every pixel is the mean of a grid of rays. What a ray meets is lit by a sun with soft shadows and by the sky, as far as
//! the sky is not hidden by what is near; distant ground fades into the horizon.

mod camera;
mod light;
mod scene;
mod soft;
mod triangles;

use std::io;

use synovia::Data;
use synovia::model::Model;

pub(crate) use camera::Camera;
use light::Light;
use scene::Scene;

/// Rays along each side of a pixel.
const GRID: usize = 4;

/// Width and height in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl Size {
    /// Largest side: a slip of the keyboard should not fill the memory.
    const MOST: usize = 8192;

    /// Reads `WIDTHxHEIGHT`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let sides = text.split_once('x');
        let sides = sides.and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
        match sides {
            Some((width, height))
                if (1..=Self::MOST).contains(&width) && (1..=Self::MOST).contains(&height) =>
            {
                Ok(Self { width, height })
            }
            _ => Err(format!(
                "expected WIDTHxHEIGHT, each from 1 to {}",
                Self::MOST
            )),
        }
    }
}

/// The picture of `data`, of which positions are up to date, as a PNG file.
pub(crate) fn draw(model: &Model, data: &Data, camera: &Camera, size: Size) -> io::Result<Vec<u8>> {
    let scene = Scene::new(model, data);
    let light = Light::of(model, data);
    let mut pixels = vec![0; 3 * size.width * size.height];
    let threads = std::thread::available_parallelism().map_or(1, Into::into);
    // rows in turn, so that every thread has its share of the sky
    std::thread::scope(|scope| {
        let mut shares: Vec<Vec<(usize, &mut [u8])>> = (0..threads).map(|_| Vec::new()).collect();
        for (y, row) in pixels.chunks_exact_mut(3 * size.width).enumerate() {
            shares[y % threads].push((y, row));
        }
        for share in shares {
            scope.spawn(|| {
                for (y, row) in share {
                    for (x, pixel) in row.as_chunks_mut().0.iter_mut().enumerate() {
                        *pixel = colour(&scene, &light, camera, size, x, y);
                    }
                }
            });
        }
    });
    encode(&pixels, size)
}

/// The colour of one pixel.
fn colour(
    scene: &Scene<'_>,
    light: &Light,
    camera: &Camera,
    size: Size,
    x: usize,
    y: usize,
) -> [u8; 3] {
    let mut sum = [0.0; 3];
    for sample in 0..GRID * GRID {
        let (across, down) = (sample % GRID, sample / GRID);
        let place = |k: usize, sub: usize| k as f64 + (sub as f64 + 0.5) / GRID as f64;
        let ray = camera.ray(size, place(x, across), place(y, down));
        let seen = light::shade(scene, light, &ray, x + 7919 * y, sample, GRID * GRID);
        for (sum, seen) in sum.iter_mut().zip(seen) {
            *sum += seen;
        }
    }
    sum.map(|s| byte(s / (GRID * GRID) as f64))
}

/// Light as a number of the sRGB standard.
fn byte(linear: f64) -> u8 {
    let value = if linear <= 0.003_130_8 {
        12.92 * linear
    } else {
        1.055 * linear.powf(1.0 / 2.4) - 0.055
    };
    (255.0 * value.clamp(0.0, 1.0)).round() as u8
}

fn encode(pixels: &[u8], size: Size) -> io::Result<Vec<u8>> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, size.width as u32, size.height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_two_numbers() {
        let (width, height) = (640, 480);
        assert_eq!(Size::parse("640x480"), Ok(Size { width, height }));
        for wrong in ["640", "0x5", "5x", "99999x5", "-1x5"] {
            assert!(Size::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_red_ball_is_red_in_the_middle_and_the_sky_is_not() {
        let model = synovia::Model::from_xml_str(
            "<mujoco><statistic center='0 0 0' extent='1'/><visual><global elevation='0'/></visual>
             <worldbody><geom size='.3' rgba='1 0 0 1'/></worldbody></mujoco>",
        )
        .unwrap();
        let mut data = Data::new(&model);
        synovia::forward(&model, &mut data).unwrap();
        let size = Size {
            width: 33,
            height: 33,
        };
        let camera = Camera::free(&model);
        let (scene, light) = (Scene::new(&model, &data), Light::of(&model, &data));
        let [r, g, b] = colour(&scene, &light, &camera, size, 16, 16);
        assert!(r > 60 && g < 40 && b < 40, "{r} {g} {b}");
        let [r, g, b] = colour(&scene, &light, &camera, size, 2, 2);
        assert!(b >= r && g > 100, "{r} {g} {b}");
        let file = draw(&model, &data, &camera, size).unwrap();
        assert!(file.starts_with(b"\x89PNG"));
    }
}
