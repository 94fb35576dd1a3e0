//! Renders models: the time of a frame, and a checksum of its bits.
//!
//! ```text
//! cargo run --release -p synovia-render --example frames -- [size=640x480] [count=10] MODEL.xml...
//! ```
//!
//! One line for each model: milliseconds of the scene update and of the frame, the minimum of `count`, a checksum of its colours
//! and depths, and one of the segmentation image. Programs that print the same checksums render the same bits.

#![allow(clippy::print_stdout, reason = "this is a program")]

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

use synovia::{Data, Model};
use synovia_render::{Context, FrameBuffer};
use synovia_scene::enums::{category, rnd};
use synovia_scene::{Camera, Options, Scene};

fn main() -> Result<(), Box<dyn Error>> {
    let (mut size, mut count) = ([640, 480], 10);
    for argument in std::env::args().skip(1) {
        if let Some(text) = argument.strip_prefix("size=") {
            let (w, h) = text.split_once('x').ok_or("WIDTHxHEIGHT")?;
            size = [w.parse()?, h.parse()?];
        } else if let Some(text) = argument.strip_prefix("count=") {
            count = text.parse()?;
        } else {
            measure(&argument, size, count)?;
        }
    }
    Ok(())
}

/// Renders the initial state of a model from its free camera.
fn measure(path: &str, size: [usize; 2], count: usize) -> Result<(), Box<dyn Error>> {
    let model = Model::from_xml_path(path)?;
    let mut data = Data::new(&model);
    synovia::engine::forward(&model, &mut data)?;
    let mut scene = Scene::new(Some(&model), 10_000);
    let mut camera = Camera::free_default(&model);
    let options = Options::default();
    let context = Context::new(&model);
    let mut frame = FrameBuffer::new(size[0], size[1]);
    let (mut update, mut render) = (Duration::MAX, Duration::MAX);
    for _ in 0..count.max(1) {
        let start = Instant::now();
        scene.update(
            &model,
            &mut data,
            &options,
            None,
            &mut camera,
            category::ALL,
        )?;
        update = update.min(start.elapsed());
        let start = Instant::now();
        watched(&context, &mut frame, &scene);
        render = render.min(start.elapsed());
    }
    let filled = hash(&frame);
    scene.flags[rnd::SEGMENT] = 1;
    watched(&context, &mut frame, &scene);
    let ids = hash(&frame);
    let ms = |t: Duration| 1e3 * t.as_secs_f64();
    println!(
        "{:8.2} {:8.2} {filled:016x} {ids:016x} {path}",
        ms(update),
        ms(render)
    );
    Ok(())
}

/// The measured function, which a profiler finds by its name.
#[inline(never)]
fn watched(context: &Context, frame: &mut FrameBuffer, scene: &Scene) {
    let viewport = frame.viewport();
    context.render(black_box(frame), viewport, black_box(scene));
}

/// A checksum of all bits of a frame: a sum with odd weights.
fn hash(frame: &FrameBuffer) -> u64 {
    let color = frame.color().iter().map(|&c| u64::from(c));
    let depth = frame.depth().iter().map(|z| u64::from(z.to_bits()));
    let weights = (0..).map(|k: u64| 2 * k + 1);
    let terms = color.chain(depth).zip(weights);
    terms.fold(0, |sum, (v, w)| sum.wrapping_add(v.wrapping_mul(w)))
}
