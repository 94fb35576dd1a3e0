//! Render contexts: the uploaded resources of a model, and the frame buffers that are rendered into.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use synovia_render::overlay::{self, Canvas, GridPos};
use synovia_render::{Context, Distances, FrameBuffer, Objects, Viewport};
use synovia_scene::Figure;

use crate::calls::detached;
use crate::errors::{FatalError, guard};
use crate::model::PyModel;
use crate::pixels;
use crate::scene::PyScene;

/// Longest side of a buffer.
const LONGEST: i64 = 1 << 14;

/// A context with its frame buffers.
struct RenderState {
    context: Context,
    /// Window, offscreen, then auxiliary buffers; unused ones are empty.
    buffers: Vec<FrameBuffer>,
    current: usize,
    /// The viewport of the last drawing.
    last: Viewport,
}

/// A render context for Python.
#[pyclass(frozen, name = "RenderContext", module = "synovia._synovia")]
pub(crate) struct PyRenderContext {
    state: Mutex<RenderState>,
}

/// Left, bottom, width, height.
type ViewportArg = (i32, i32, i32, i32);

fn viewport((left, bottom, width, height): ViewportArg) -> Viewport {
    Viewport {
        left,
        bottom,
        width,
        height,
    }
}

/// A frame buffer; its size is checked.
fn buffer(width: i64, height: i64) -> PyResult<FrameBuffer> {
    let allowed = 0..=LONGEST;
    if !allowed.contains(&width) || !allowed.contains(&height) {
        return Err(FatalError::new_err(format!(
            "a buffer cannot have {width} by {height} pixels: at most {LONGEST} along each side"
        )));
    }
    Ok(FrameBuffer::new(width as usize, height as usize))
}

impl RenderState {
    /// The current buffer as a canvas for overlays.
    fn canvas(&mut self) -> Option<Canvas<'_>> {
        let frame = self.buffers.get_mut(self.current)?;
        Canvas::new(frame.width(), frame.height(), frame.color_mut())
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

    /// The same, the highest row first if `top_first`.
    fn rows_from(&self, view: Viewport, top_first: bool) -> PyResult<Vec<Range<usize>>> {
        let mut rows = self.rows(view)?;
        if top_first {
            rows.reverse();
        }
        Ok(rows)
    }
}

impl PyRenderContext {
    fn state(&self) -> MutexGuard<'_, RenderState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `f` without the interpreter: another thread may be drawing with this context.
    fn with<T: Send>(&self, f: impl FnOnce(&mut RenderState) -> PyResult<T> + Send) -> PyResult<T> {
        detached(|| guard(|| f(&mut self.state())))
    }

    /// Runs `f` with the interpreter, for what is read into arrays; it is released while another thread draws.
    fn reading<T>(
        &self,
        py: Python<'_>,
        f: impl FnOnce(&RenderState) -> PyResult<T>,
    ) -> PyResult<T> {
        loop {
            match self.state.try_lock() {
                Ok(state) => return guard(|| f(&state)),
                Err(TryLockError::Poisoned(error)) => return guard(|| f(&error.into_inner())),
                Err(TryLockError::WouldBlock) => py.detach(|| drop(self.state())),
            }
        }
    }
}

#[pymethods]
impl PyRenderContext {
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
            state: Mutex::new(RenderState {
                context,
                last: buffers[0].viewport(),
                buffers,
                current: 0,
            }),
        })
    }

    /// Makes buffer `k` the current one.
    fn set_buffer(&self, k: usize) -> PyResult<()> {
        self.with(|state| {
            if k >= state.buffers.len() {
                return Err(FatalError::new_err("there is no such buffer"));
            }
            state.current = k;
            Ok(())
        })
    }

    /// Resizes buffer `k`; it is created if it does not exist.
    fn resize(&self, k: usize, width: i64, height: i64) -> PyResult<()> {
        let frame = buffer(width, height)?;
        self.with(|state| {
            while state.buffers.len() <= k.min(32) {
                state.buffers.push(FrameBuffer::new(0, 0));
            }
            state.buffers[k.min(32)] = frame;
            Ok(())
        })
    }

    /// Columns and rows of the current buffer.
    fn size(&self) -> PyResult<(usize, usize)> {
        self.with(|state| {
            let frame = &state.buffers[state.current];
            Ok((frame.width(), frame.height()))
        })
    }

    /// Draws a scene into the current buffer.
    fn render(&self, view: ViewportArg, scene: &PyScene) -> PyResult<()> {
        scene.with(|scene| {
            self.with(|state| {
                let frame = &mut state.buffers[state.current];
                state.context.render(frame, viewport(view), scene);
                state.last = viewport(view);
                Ok(())
            })
        })
    }

    /// Colours of a part of the current buffer, the lowest row first.
    fn read_color<'py>(&self, py: Python<'py>, view: ViewportArg) -> PyResult<Bound<'py, PyBytes>> {
        self.reading(py, |state| {
            let rows = state.rows(viewport(view))?;
            let color = state.buffers[state.current].color();
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
        view: ViewportArg,
        channels: usize,
        top_first: bool,
    ) -> PyResult<bool> {
        self.reading(out.py(), |state| {
            let rows = state.rows_from(viewport(view), top_first)?;
            let color = state.buffers[state.current].color();
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
        view: ViewportArg,
        zero_near: bool,
    ) -> PyResult<bool> {
        self.reading(out.py(), |state| {
            let rows = state.rows(viewport(view))?;
            let depth = state.buffers[state.current].depth();
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

    /// The same for distances along the view direction \[m\], the highest row first, of a camera with these planes.
    fn fill_distances(
        &self,
        out: &Bound<'_, PyAny>,
        view: ViewportArg,
        near: f32,
        far: f32,
    ) -> PyResult<bool> {
        let distances = Distances::new(near, far);
        self.reading(out.py(), |state| {
            let rows = state.rows_from(viewport(view), true)?;
            let depth = state.buffers[state.current].depth();
            Ok(pixels::fill(out, &rows, 1, |row, to: &mut [f32]| {
                distances.fill(&depth[row], to);
            }))
        })
    }

    /// The same for ids and types of the objects of a segmentation image, the highest row first.
    fn fill_objects(
        &self,
        out: &Bound<'_, PyAny>,
        view: ViewportArg,
        scene: &PyScene,
    ) -> PyResult<bool> {
        let objects = scene.with(|scene| Ok(Objects::new(scene)))?;
        self.reading(out.py(), |state| {
            let rows = state.rows_from(viewport(view), true)?;
            let color = state.buffers[state.current].color();
            Ok(pixels::fill(out, &rows, 2, |row, to: &mut [i32]| {
                objects.fill(&color[3 * row.start..3 * row.end], to.as_chunks_mut().0);
            }))
        })
    }

    /// Writes colours and depths of a part of the current buffer.
    fn draw_pixels(
        &self,
        view: ViewportArg,
        rgb: Option<&[u8]>,
        depth: Option<&[u8]>,
    ) -> PyResult<()> {
        self.with(|state| {
            let rows = state.rows(viewport(view))?;
            let frame = &mut state.buffers[state.current];
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
        src: ViewportArg,
        dst: ViewportArg,
        color: bool,
        depth: bool,
    ) -> PyResult<()> {
        self.with(|state| {
            let [Some(source), Some(target)] = [from, to].map(|k| state.buffers.get(k)) else {
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
            let target = &mut state.buffers[to];
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
    fn rectangle(&self, view: ViewportArg, rgba: [f32; 4]) -> PyResult<()> {
        self.with(|state| {
            let view = viewport(view);
            if view.is_empty() {
                return Ok(());
            }
            state.last = view;
            if let Some(mut canvas) = state.canvas() {
                canvas.fill(view, rgba);
            }
            Ok(())
        })
    }

    /// Draws a line of text.
    fn text(&self, font: i32, text: &str, at: [f32; 2], rgb: [f32; 3]) -> PyResult<()> {
        self.with(|state| {
            let (font, last) = (state.context.fonts().font(font), state.last);
            if let Some(mut canvas) = state.canvas() {
                overlay::text(&mut canvas, last, font, text, at, rgb);
            }
            Ok(())
        })
    }

    /// Fills a rectangle and draws centred text.
    fn label(
        &self,
        view: ViewportArg,
        font: i32,
        text: &str,
        ground: [f32; 4],
        rgb: [f32; 3],
    ) -> PyResult<()> {
        self.with(|state| {
            let (font, view) = (state.context.fonts().font(font), viewport(view));
            state.last = view;
            if let Some(mut canvas) = state.canvas() {
                overlay::label(&mut canvas, view, font, text, ground, rgb);
            }
            Ok(())
        })
    }

    /// Draws text blocks at a grid position.
    fn overlay(
        &self,
        font: i32,
        corner: i32,
        view: ViewportArg,
        first: &str,
        second: &str,
    ) -> PyResult<()> {
        let corner = GridPos::from_i32(corner)
            .ok_or_else(|| PyValueError::new_err(format!("there is no grid position {corner}")))?;
        self.with(|state| {
            let font = state.context.fonts().font(font);
            if let Some(mut canvas) = state.canvas() {
                overlay::overlay(&mut canvas, viewport(view), font, corner, [first, second]);
            }
            Ok(())
        })
    }

    /// Draws a figure; returns it with the ranges of its axes.
    fn figure<'py>(
        &self,
        py: Python<'py>,
        view: ViewportArg,
        figure: &[u8],
    ) -> PyResult<Bound<'py, PyBytes>> {
        let mut drawn = Figure::boxed();
        let memory = bytemuck::bytes_of_mut(&mut *drawn);
        if memory.len() != figure.len() {
            return Err(PyValueError::new_err(
                "not a figure: the record has another size",
            ));
        }
        memory.copy_from_slice(figure);
        self.with(|state| {
            let fonts = state.context.fonts();
            if let Some(mut canvas) = state.canvas() {
                overlay::figure(&mut canvas, viewport(view), &mut drawn, &fonts);
            }
            Ok(())
        })?;
        Ok(PyBytes::new(py, bytemuck::bytes_of(&*drawn)))
    }

    /// Changes the font size.
    fn change_font(&self, scale: i32) -> PyResult<()> {
        self.with(|state| {
            state.context.set_font_scale(scale);
            Ok(())
        })
    }

    /// Width and height of a character.
    fn char_size(&self, font: i32) -> PyResult<(i32, i32)> {
        self.with(|state| {
            let font = state.context.fonts().font(font);
            Ok((font.advance(), font.height()))
        })
    }

    /// Uploads a mesh, texture or height field again.
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
            let context = &mut self.state().context;
            match what {
                "mesh" => context.upload_mesh(model, id),
                "texture" => context.upload_texture(model, id),
                _ => context.upload_hfield(model, id),
            }
            Ok(())
        })
    }
}
