//! Drawing: from a simulation to an image, with the options of [`look::Look`], seen from a camera.
//!
//! A depth image is grey, from black at the camera to white at a distance that is the same for all frames of a video. A
//! segmentation image has one colour per element of the model. With the element's type `t` (`mjtObj`) and its id `i`
//! the colour is
//!
//! ```text
//! rgb = (2¹⁹ t + i + 1) · 0x9e3779  mod 2²⁴                                                              (1)
//! ```
//!
//! As the factor is odd, no two elements have the same colour, and no element is black, the colour of the background.

mod caption;
pub(crate) mod picture;
pub(crate) mod style;
pub(crate) mod view;

use std::collections::BTreeSet;

use synovia::Data;
use synovia::model::Model;
use synovia::render::{Context, FrameBuffer};
use synovia::scene::enums::{category, rnd};
use synovia::scene::{Camera, GlCamera, Scene, SceneError, average_camera};

pub(crate) use picture::{Picture, Pixels, Size};
use style::{DrawStyle, ImageKind};

/// Initial and largest number of shapes in a scene.
const SHAPES: [usize; 2] = [10_000, 1 << 21];

/// Draws images of one model.
#[derive(Debug)]
pub(crate) struct FrameRenderer {
    context: Context,
    frame: FrameBuffer,
    scene: Scene,
    camera: Camera,
    look: DrawStyle,
    size: Size,
    /// Type and id of the elements in segmentation images so far.
    seen: BTreeSet<[i32; 2]>,
}

impl FrameRenderer {
    /// A painter of images of this size.
    pub(crate) fn new(model: &Model, camera: Camera, look: DrawStyle, size: Size) -> Self {
        let mut scene = Scene::new(Some(model), SHAPES[0]);
        look.apply(&mut scene);
        let mut context = Context::new(model);
        context.set_font_scale(caption::font_scale(size.height));
        Self {
            context,
            frame: FrameBuffer::new(size.width, size.height),
            scene,
            camera,
            look,
            size,
            seen: BTreeSet::new(),
        }
    }

    /// The image of `data`, whose positions must be up to date.
    pub(crate) fn draw(&mut self, model: &Model, data: &mut Data) -> Result<Picture, SceneError> {
        self.update(model, data)?;
        let viewport = self.frame.viewport();
        self.context.render(&mut self.frame, viewport, &self.scene);
        let pixels = match self.look.kind {
            ImageKind::Colour => {
                if let Some(name) = &self.look.caption {
                    caption::corner(&mut self.frame, name, data.state.time);
                }
                let mut bytes = Vec::new();
                self.frame.read_color_top_first(&mut bytes);
                Pixels::Rgb(bytes)
            }
            ImageKind::Depth(white) => {
                let white = white.unwrap_or_else(|| far_side(model, &self.scene));
                self.look.kind = ImageKind::Depth(Some(white));
                self.shades(white)
            }
            ImageKind::Segments => self.segments(),
        };
        let size = self.size;
        Ok(Picture { size, pixels })
    }

    /// The distance drawn white in depth images; `None` before the first image.
    pub(crate) fn white(&self) -> Option<f64> {
        match self.look.kind {
            ImageKind::Depth(white) => white,
            _ => None,
        }
    }

    /// Type and id of the elements in segmentation images so far.
    pub(crate) fn seen(&self) -> impl Iterator<Item = [i32; 2]> + '_ {
        self.seen.iter().copied()
    }

    /// Updates the scene, growing it until all shapes fit.
    fn update(&mut self, model: &Model, data: &mut Data) -> Result<(), SceneError> {
        // infinite planes are centred on the camera of the previous scene, and the first scene has no predecessor
        let fresh = self.scene.camera[0].frustum_near == 0.0;
        let mut turns = if fresh { 2 } else { 1 };
        while turns > 0 {
            let (options, camera) = (&self.look.options, &mut self.camera);
            let scene = &mut self.scene;
            scene.update(model, data, options, None, camera, category::ALL)?;
            let room = scene.geoms.len();
            if scene.status != 0 && room < SHAPES[1] {
                let eyes = scene.camera;
                *scene = Scene::new(Some(model), 2 * room);
                scene.camera = eyes;
                self.look.apply(scene);
            } else {
                turns -= 1;
            }
        }
        Ok(())
    }

    /// Distances as shades of grey.
    fn shades(&self, white: f64) -> Pixels {
        let eye = eye(&self.scene);
        let mut distances = Vec::new();
        let (near, far) = (eye.frustum_near, eye.frustum_far);
        self.frame.read_distance(near, far, &mut distances);
        let shade = |d: &f32| {
            (f64::from(*d) / white * 65535.0)
                .round()
                .clamp(0.0, 65535.0) as u16
        };
        let rows = distances.rchunks_exact(self.size.width);
        Pixels::Grey(rows.flat_map(|row| row.iter().map(shade)).collect())
    }

    /// Elements in their colours, equation (1).
    fn segments(&mut self) -> Pixels {
        let mut elements = Vec::new();
        self.frame.read_segmentation(&self.scene, &mut elements);
        let mut bytes = Vec::with_capacity(3 * elements.len());
        let mut last = [-1; 2];
        for row in elements.rchunks_exact(self.size.width) {
            for &[id, kind] in row {
                if id >= 0 && [kind, id] != last {
                    last = [kind, id];
                    self.seen.insert(last);
                }
                bytes.extend_from_slice(&segment_colour(kind, id));
            }
        }
        Pixels::Rgb(bytes)
    }
}

/// The colour of an element, equation (1); black if `kind` or `id` is negative.
pub(crate) fn segment_colour(kind: i32, id: i32) -> [u8; 3] {
    if id < 0 || kind < 0 {
        return [0; 3];
    }
    let number = ((kind as u32) << 19).wrapping_add(id as u32 + 1);
    let [_, r, g, b] = number.wrapping_mul(0x009e_3779).to_be_bytes();
    [r, g, b]
}

/// Distance from the camera to the far side of the model.
fn far_side(model: &Model, scene: &Scene) -> f64 {
    let center = model.stat.center.to_array();
    let eye = eye(scene).pos;
    let square: f64 = center
        .iter()
        .zip(eye)
        .map(|(c, e)| (c - f64::from(e)) * (c - f64::from(e)))
        .sum();
    let far = square.sqrt() + model.stat.extent;
    if far.is_finite() && far > 0.0 {
        far
    } else {
        1.0
    }
}

/// The average of the two stereo cameras of a scene.
fn eye(scene: &Scene) -> GlCamera {
    let [left, right] = &scene.camera;
    average_camera(left, right).unwrap_or(*left)
}

/// Rendering flags of segmentation images.
const SEGMENT_FLAGS: [usize; 2] = [rnd::SEGMENT, rnd::ID_COLOR];

#[cfg(test)]
mod tests {
    use super::*;

    fn ball() -> (synovia::Model, Data) {
        let model = synovia::Model::from_xml_str(
            "<mujoco><statistic center='0 0 0' extent='1'/><visual><global elevation='0'/></visual>
             <worldbody><geom size='.3' rgba='1 0 0 1'/></worldbody></mujoco>",
        )
        .unwrap();
        let mut data = Data::new(&model);
        synovia::forward(&model, &mut data).unwrap();
        (model, data)
    }

    const SIZE: Size = Size {
        width: 33,
        height: 31,
    };

    fn draw(look: DrawStyle) -> (FrameRenderer, Pixels) {
        let (model, mut data) = ball();
        let camera = Camera::free_default(&model);
        let mut painter = FrameRenderer::new(&model, camera, look, SIZE);
        let pixels = painter.draw(&model, &mut data).unwrap().pixels;
        (painter, pixels)
    }

    /// The pixels in the middle and in the corner.
    fn two<T: Copy>(pixels: &[T], width: usize) -> [T; 2] {
        [pixels[(15 * SIZE.width + 16) * width], pixels[0]]
    }

    #[test]
    fn a_red_ball_is_red_in_the_middle_and_the_sky_is_not() {
        let (_, Pixels::Rgb(bytes)) = draw(DrawStyle::default()) else {
            panic!("colours were requested");
        };
        let middle = (15 * SIZE.width + 16) * 3;
        let [r, g, b] = [bytes[middle], bytes[middle + 1], bytes[middle + 2]];
        assert!(r > 100 && g < r / 2 && b < r / 2, "{r} {g} {b}");
        assert!(bytes[0] < 60 && bytes.len() == 3 * 33 * 31);
    }

    #[test]
    fn depth_is_the_distance_to_the_surface() {
        let kind = ImageKind::Depth(None);
        let (painter, pixels) = draw(DrawStyle {
            kind,
            ..DrawStyle::default()
        });
        let Pixels::Grey(shades) = pixels else {
            panic!("shades of grey were requested");
        };
        // the camera is 1.5 from the centre of a ball with radius 0.3
        let white = painter.white().unwrap();
        assert!((white - 2.5).abs() < 1e-6, "{white}");
        let [middle, corner] = two(&shades, 1);
        let distance = f64::from(middle) / 65535.0 * 2.5;
        assert!((distance - 1.2).abs() < 2e-3, "{distance}");
        assert_eq!(corner, 65535);
    }

    #[test]
    fn segments_have_the_colour_of_their_element() {
        let kind = ImageKind::Segments;
        let (painter, pixels) = draw(DrawStyle {
            kind,
            ..DrawStyle::default()
        });
        let Pixels::Rgb(bytes) = pixels else {
            panic!("colours were requested");
        };
        let middle = (15 * SIZE.width + 16) * 3;
        let geom = i32::from(synovia::model::ObjType::Geom);
        assert_eq!(bytes[middle..middle + 3], segment_colour(geom, 0));
        assert_eq!(two(&bytes, 3)[1], 0);
        assert_eq!(painter.seen().collect::<Vec<_>>(), [[geom, 0]]);
    }

    #[test]
    fn colours_of_segments_differ() {
        let mut colours = BTreeSet::new();
        for kind in [5, 6, 9, 18] {
            for id in 0..5000 {
                assert!(colours.insert(segment_colour(kind, id)));
            }
        }
        assert!(!colours.contains(&[0; 3]));
    }
}
