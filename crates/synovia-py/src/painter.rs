//! Contexts that draw: a model's surfaces, and the buffers that pictures are drawn into.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use synovia_render::flat::{self, Corner, Sheet};
use synovia_render::{Context, Distances, FrameBuffer, Objects, Viewport};
use synovia_scene::Figure;

use crate::calls::detached;
use crate::errors::{FatalError, guard};
use crate::model::PyModel;
use crate::pixels;
use crate::scene::PyScene;

/// Longest side of a buffer.
const LONGEST: i64 = 1 << 14;

/// What is drawn with, and on.
struct Studio {
    context: Context,
    /// Window, off screen, then auxiliary ones; those that were not asked for are empty.
    buffers: Vec<FrameBuffer>,
    current: usize,
    /// Where a picture was drawn last.
    last: Viewport,
}

/// A model ready to be drawn.
#[pyclass(frozen, name = "Painter", module = "synovia._synovia")]
pub(crate) struct PyPainter {
    studio: Mutex<Studio>,
}

/// Left, bottom, width, height.
type Corners = (i32, i32, i32, i32);

fn viewport((left, bottom, width, height): Corners) -> Viewport {
    Viewport {
        left,
        bottom,
        width,
        height,
    }
}

/// A buffer of a size that is allowed.
fn buffer(width: i64, height: i64) -> PyResult<FrameBuffer> {
    let allowed = 0..=LONGEST;
    if !allowed.contains(&width) || !allowed.contains(&height) {
        return Err(FatalError::new_err(format!(
            "a buffer of {width} by {height} pixels: sides go up to {LONGEST}"
        )));
    }
    Ok(FrameBuffer::new(width as usize, height as usize))
}

impl Studio {
    /// The current buffer as a sheet to draw on.
    fn sheet(&mut self) -> Option<Sheet<'_>> {
        let frame = self.buffers.get_mut(self.current)?;
        Sheet::new(frame.width(), frame.height(), frame.color_mut())
    }

    /// The rows of a viewport in the current buffer, as ranges of pixels. All of it has to be inside.
    fn rows(&self, view: Viewport) -> PyResult<Vec<Range<usize>>> {
        let frame = &self.buffers[self.current];
        frame.rows(view).map(Iterator::collect).ok_or_else(|| {
            FatalError::new_err(format!(
                "the viewport (left {}, bottom {}, {} by {}) is not inside the buffer of {} by {} pixels",
                view.left,
                view.bottom,
                view.width,
                view.height,
                frame.width(),
                frame.height()
            ))
        })
    }

    /// The same, the highest row first if so wished.
    fn rows_from(&self, view: Viewport, top_first: bool) -> PyResult<Vec<Range<usize>>> {
        let mut rows = self.rows(view)?;
        if top_first {
            rows.reverse();
        }
        Ok(rows)
    }
}

impl PyPainter {
    fn studio(&self) -> MutexGuard<'_, Studio> {
        self.studio.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `f` without the interpreter: another thread may be drawing with this context.
    fn with<T: Send>(&self, f: impl FnOnce(&mut Studio) -> PyResult<T> + Send) -> PyResult<T> {
        detached(|| guard(|| f(&mut self.studio())))
    }

    /// Runs `f` with the interpreter, for what is read into arrays; it is released while another thread draws.
    fn reading<T>(&self, py: Python<'_>, f: impl FnOnce(&Studio) -> PyResult<T>) -> PyResult<T> {
        loop {
            match self.studio.try_lock() {
                Ok(studio) => return guard(|| f(&studio)),
                Err(TryLockError::Poisoned(error)) => return guard(|| f(&error.into_inner())),
                Err(TryLockError::WouldBlock) => py.detach(|| drop(self.studio())),
            }
        }
    }
}

#[pymethods]
impl PyPainter {
    #[new]
    fn new(model: &PyModel, fontscale: i32, width: i64, height: i64) -> PyResult<Self> {
        let (context, off) = model.read_sound(|model| {
            let global = &model.vis.global;
            let off = [i64::from(global.offwidth), i64::from(global.offheight)];
            let mut context = Context::new(model);
            context.set_font_scale(fontscale);
            Ok((context, off))
        })?;
        let buffers = vec![buffer(width, height)?, buffer(off[0], off[1])?];
        Ok(Self {
            studio: Mutex::new(Studio {
                context,
                last: buffers[0].viewport(),
                buffers,
                current: 0,
            }),
        })
    }

    /// Draws to buffer `k` from now on.
    fn set_buffer(&self, k: usize) -> PyResult<()> {
        self.with(|studio| {
            if k >= studio.buffers.len() {
                return Err(FatalError::new_err("there is no such buffer"));
            }
            studio.current = k;
            Ok(())
        })
    }

    /// Gives buffer `k` a new size; it is made if it is not there.
    fn resize(&self, k: usize, width: i64, height: i64) -> PyResult<()> {
        let frame = buffer(width, height)?;
        self.with(|studio| {
            while studio.buffers.len() <= k.min(32) {
                studio.buffers.push(FrameBuffer::new(0, 0));
            }
            studio.buffers[k.min(32)] = frame;
            Ok(())
        })
    }

    /// Columns and rows of the current buffer.
    fn size(&self) -> PyResult<(usize, usize)> {
        self.with(|studio| {
            let frame = &studio.buffers[studio.current];
            Ok((frame.width(), frame.height()))
        })
    }

    /// Draws a scene into the current buffer.
    fn render(&self, view: Corners, scene: &PyScene) -> PyResult<()> {
        scene.with(|scene| {
            self.with(|studio| {
                let frame = &mut studio.buffers[studio.current];
                studio.context.render(frame, viewport(view), scene);
                studio.last = viewport(view);
                Ok(())
            })
        })
    }

    /// Colours of a part of the current buffer, the lowest row first.
    fn read_color<'py>(&self, py: Python<'py>, view: Corners) -> PyResult<Bound<'py, PyBytes>> {
        self.reading(py, |studio| {
            let rows = studio.rows(viewport(view))?;
            let color = studio.buffers[studio.current].color();
            let width = rows.first().map_or(0, |row| 3 * row.len());
            PyBytes::new_with(py, width * rows.len(), |bytes| {
                for (to, row) in bytes.chunks_exact_mut(width.max(1)).zip(rows) {
                    to.copy_from_slice(&color[3 * row.start..3 * row.end]);
                }
                Ok(())
            })
        })
    }

    /// Writes the colours of a part of the current buffer into an array; a fourth channel is opaque. False if its rows cannot be
    /// written in place.
    fn fill_colors(
        &self,
        out: &Bound<'_, PyAny>,
        view: Corners,
        channels: usize,
        top_first: bool,
    ) -> PyResult<bool> {
        self.reading(out.py(), |studio| {
            let rows = studio.rows_from(viewport(view), top_first)?;
            let color = studio.buffers[studio.current].color();
            Ok(pixels::fill(out, &rows, channels, |row, to: &mut [u8]| {
                let from = &color[3 * row.start..3 * row.end];
                if channels == 3 {
                    to.copy_from_slice(from);
                } else {
                    let pixels = to.chunks_exact_mut(channels).zip(from.chunks_exact(3));
                    for (to, from) in pixels {
                        to.fill(u8::MAX);
                        to[..3].copy_from_slice(from);
                    }
                }
            }))
        })
    }

    /// The same for depths, the lowest row first: 1 at the near plane, or 0 if `zero_near`.
    fn fill_depths(
        &self,
        out: &Bound<'_, PyAny>,
        view: Corners,
        zero_near: bool,
    ) -> PyResult<bool> {
        self.reading(out.py(), |studio| {
            let rows = studio.rows(viewport(view))?;
            let depth = studio.buffers[studio.current].depth();
            Ok(pixels::fill(out, &rows, 1, |row, to: &mut [f32]| {
                to.copy_from_slice(&depth[row]);
                if zero_near {
                    for z in to {
                        *z = 1.0 - *z;
                    }
                }
            }))
        })
    }

    /// The same for distances along the view \[m\], the highest row first, of a camera with these planes.
    fn fill_distances(
        &self,
        out: &Bound<'_, PyAny>,
        view: Corners,
        near: f32,
        far: f32,
    ) -> PyResult<bool> {
        let distances = Distances::new(near, far);
        self.reading(out.py(), |studio| {
            let rows = studio.rows_from(viewport(view), true)?;
            let depth = studio.buffers[studio.current].depth();
            Ok(pixels::fill(out, &rows, 1, |row, to: &mut [f32]| {
                distances.fill(&depth[row], to);
            }))
        })
    }

    /// The same for ids and types of the objects of a segmentation image, the highest row first.
    fn fill_objects(
        &self,
        out: &Bound<'_, PyAny>,
        view: Corners,
        scene: &PyScene,
    ) -> PyResult<bool> {
        let objects = scene.with(|scene| Ok(Objects::new(scene)))?;
        self.reading(out.py(), |studio| {
            let rows = studio.rows_from(viewport(view), true)?;
            let color = studio.buffers[studio.current].color();
            Ok(pixels::fill(out, &rows, 2, |row, to: &mut [i32]| {
                objects.fill(&color[3 * row.start..3 * row.end], to.as_chunks_mut().0);
            }))
        })
    }

    /// Writes colours and depths of a part of the current buffer.
    fn draw_pixels(&self, view: Corners, rgb: Option<&[u8]>, depth: Option<&[u8]>) -> PyResult<()> {
        self.with(|studio| {
            let rows = studio.rows(viewport(view))?;
            let frame = &mut studio.buffers[studio.current];
            let size: usize = rows.iter().map(ExactSizeIterator::len).sum();
            if rgb.is_some_and(|rgb| rgb.len() != 3 * size)
                || depth.is_some_and(|z| z.len() != 4 * size)
            {
                return Err(PyValueError::new_err(
                    "the arrays have another size than the viewport",
                ));
            }
            let mut at = 0;
            for row in rows {
                let n = row.len();
                if let Some(rgb) = rgb {
                    let to = &mut frame.color_mut()[3 * row.start..3 * row.end];
                    to.copy_from_slice(&rgb[3 * at..3 * (at + n)]);
                }
                if let Some(depth) = depth {
                    let to = &mut frame.depth_mut()[row];
                    let from = depth[4 * at..4 * (at + n)].chunks_exact(4);
                    for (to, from) in to.iter_mut().zip(from) {
                        *to = f32::from_ne_bytes([from[0], from[1], from[2], from[3]]);
                    }
                }
                at += n;
            }
            Ok(())
        })
    }

    /// Copies a part of buffer `from` to a part of buffer `to`, the nearest pixel for each.
    fn blit(
        &self,
        from: usize,
        to: usize,
        src: Corners,
        dst: Corners,
        color: bool,
        depth: bool,
    ) -> PyResult<()> {
        self.with(|studio| {
            let [Some(source), Some(target)] = [from, to].map(|k| studio.buffers.get(k)) else {
                return Err(FatalError::new_err("there is no such buffer"));
            };
            let (src, dst) = (viewport(src), viewport(dst));
            if src.width <= 0 || src.height <= 0 {
                return Ok(());
            }
            let inside = |frame: &FrameBuffer, x: i64, y: i64| {
                let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
                (x < frame.width() && y < frame.height()).then_some(y * frame.width() + x)
            };
            let mut moves = Vec::new();
            for y in 0..i64::from(dst.height.min(target.height() as i32)) {
                for x in 0..i64::from(dst.width.min(target.width() as i32)) {
                    let at = |k: i64, n: i32, m: i32| k * i64::from(m) / i64::from(n.max(1));
                    let sx = i64::from(src.left) + at(x, dst.width, src.width);
                    let sy = i64::from(src.bottom) + at(y, dst.height, src.height);
                    let put = inside(target, i64::from(dst.left) + x, i64::from(dst.bottom) + y);
                    if let (Some(s), Some(t)) = (inside(source, sx, sy), put) {
                        let rgb = [0, 1, 2].map(|k| source.color()[3 * s + k]);
                        moves.push((t, rgb, source.depth()[s]));
                    }
                }
            }
            let target = &mut studio.buffers[to];
            for (t, rgb, z) in moves {
                if color {
                    target.color_mut()[3 * t..3 * t + 3].copy_from_slice(&rgb);
                }
                if depth {
                    target.depth_mut()[t] = z;
                }
            }
            Ok(())
        })
    }

    /// Fills a part of the current buffer.
    fn rectangle(&self, view: Corners, rgba: [f32; 4]) -> PyResult<()> {
        self.with(|studio| {
            let view = viewport(view);
            if view.is_empty() {
                return Ok(());
            }
            studio.last = view;
            if let Some(mut sheet) = studio.sheet() {
                sheet.fill(view, rgba);
            }
            Ok(())
        })
    }

    /// Draws a line of text.
    fn text(&self, font: i32, text: &str, at: [f32; 2], rgb: [f32; 3]) -> PyResult<()> {
        self.with(|studio| {
            let (font, last) = (studio.context.fonts().font(font), studio.last);
            if let Some(mut sheet) = studio.sheet() {
                flat::text(&mut sheet, last, font, text, at, rgb);
            }
            Ok(())
        })
    }

    /// Fills a rectangle and draws a text in its middle.
    fn label(
        &self,
        view: Corners,
        font: i32,
        text: &str,
        ground: [f32; 4],
        rgb: [f32; 3],
    ) -> PyResult<()> {
        self.with(|studio| {
            let (font, view) = (studio.context.fonts().font(font), viewport(view));
            studio.last = view;
            if let Some(mut sheet) = studio.sheet() {
                flat::label(&mut sheet, view, font, text, ground, rgb);
            }
            Ok(())
        })
    }

    /// Draws blocks of text in a corner.
    fn overlay(
        &self,
        font: i32,
        corner: i32,
        view: Corners,
        first: &str,
        second: &str,
    ) -> PyResult<()> {
        let corner = Corner::from_i32(corner)
            .ok_or_else(|| PyValueError::new_err(format!("there is no grid position {corner}")))?;
        self.with(|studio| {
            let font = studio.context.fonts().font(font);
            if let Some(mut sheet) = studio.sheet() {
                flat::overlay(&mut sheet, viewport(view), font, corner, [first, second]);
            }
            Ok(())
        })
    }

    /// Draws a diagram; returns it with the ranges of its axes.
    fn figure<'py>(
        &self,
        py: Python<'py>,
        view: Corners,
        figure: &[u8],
    ) -> PyResult<Bound<'py, PyBytes>> {
        let mut drawn = Figure::boxed();
        let memory = bytemuck::bytes_of_mut(&mut *drawn);
        if memory.len() != figure.len() {
            return Err(PyValueError::new_err("not a diagram"));
        }
        memory.copy_from_slice(figure);
        self.with(|studio| {
            let fonts = studio.context.fonts();
            if let Some(mut sheet) = studio.sheet() {
                flat::figure(&mut sheet, viewport(view), &mut drawn, &fonts);
            }
            Ok(())
        })?;
        Ok(PyBytes::new(py, bytemuck::bytes_of(&*drawn)))
    }

    /// Changes the size of letters.
    fn change_font(&self, scale: i32) -> PyResult<()> {
        self.with(|studio| {
            studio.context.set_font_scale(scale);
            Ok(())
        })
    }

    /// Width and height of a letter.
    fn char_size(&self, font: i32) -> PyResult<(i32, i32)> {
        self.with(|studio| {
            let font = studio.context.fonts().font(font);
            Ok((font.advance(), font.height()))
        })
    }

    /// Takes a mesh, texture or height field from the model again.
    fn upload(&self, model: &PyModel, what: &str, id: i64) -> PyResult<()> {
        model.read_sound(|model| {
            let count = match what {
                "mesh" => model.mesh.len(),
                "texture" => model.texture.len(),
                "hfield" => model.hfield.len(),
                _ => return Err(PyKeyError::new_err(what.to_owned())),
            };
            let id = usize::try_from(id).ok().filter(|id| *id < count);
            let id = id.ok_or_else(|| {
                FatalError::new_err(format!("there is no such {what} in the model"))
            })?;
            let context = &mut self.studio().context;
            match what {
                "mesh" => context.upload_mesh(model, id),
                "texture" => context.upload_texture(model, id),
                _ => context.upload_hfield(model, id),
            }
            Ok(())
        })
    }
}
