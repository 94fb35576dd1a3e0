//! Images of many simulations at once.

use std::sync::{Mutex, PoisonError};

use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use synovia::batch::{PictureError, Pictures, View};
use synovia_engine::Data;
use synovia_model::Model;
use synovia_scene::{Camera, Options};

use crate::data::PyData;
use crate::errors::FatalError;
use crate::model::PyModel;
use crate::scene::record;

/// Most pixels of an image.
const MAX_PIXELS: usize = 1 << 26;
/// Most shapes of a scene.
const MAX_GEOMS: usize = 1 << 24;

/// A view from Python: records of camera and options, and rendering flags with their values.
type ViewArg = (Vec<u8>, Vec<u8>, Vec<(usize, u8)>);

/// Renders many simulations of one model.
#[pyclass(frozen, name = "Pictures", module = "synovia._synovia")]
pub(crate) struct PyPictures {
    pictures: Mutex<Pictures>,
}

fn failed(error: PictureError) -> PyErr {
    match error {
        PictureError::Room { .. } => PyValueError::new_err(error.to_string()),
        _ => FatalError::new_err(error.to_string()),
    }
}

impl PyPictures {
    /// Renders with `draw` into the memory of an array.
    fn fill<T: numpy::Element + Copy + Default>(
        &self,
        py: Python<'_>,
        model: &Bound<'_, PyModel>,
        list: &[Bound<'_, PyData>],
        out: &Bound<'_, PyArray1<T>>,
        draw: impl FnOnce(&mut Pictures, &Model, &mut [&mut Data], &mut [T]) -> Result<(), PictureError>
        + Send,
    ) -> PyResult<()> {
        let size = out.readonly().len()?;
        let mut memory = vec![T::default(); size];
        let models = vec![model.clone(); list.len()];
        PyData::with_all(py, list, &models, |models, data| {
            let Some(model) = models.first() else {
                return Ok(());
            };
            let mut pictures = self.pictures.lock().unwrap_or_else(PoisonError::into_inner);
            draw(&mut pictures, model, data, &mut memory).map_err(failed)
        })?;
        let mut out = out
            .try_readwrite()
            .map_err(|e| PyTypeError::new_err(e.to_string()))?;
        out.as_slice_mut()?.copy_from_slice(&memory);
        Ok(())
    }
}

#[pymethods]
impl PyPictures {
    #[new]
    fn new(model: &PyModel, width: usize, height: usize, max_geom: usize) -> PyResult<Self> {
        if width
            .checked_mul(height)
            .is_none_or(|n| n == 0 || n > MAX_PIXELS)
            || max_geom > MAX_GEOMS
        {
            let message = format!(
                "cannot render images of {width} by {height} pixels with {max_geom} shapes: at most {MAX_PIXELS} pixels and {MAX_GEOMS} shapes"
            );
            return Err(PyValueError::new_err(message));
        }
        let pictures =
            model.read_sound(|model| Ok(Pictures::new(model, width, height, max_geom)))?;
        Ok(Self {
            pictures: Mutex::new(pictures),
        })
    }

    /// Colours of all simulations.
    fn colors(
        &self,
        py: Python<'_>,
        model: &Bound<'_, PyModel>,
        data: Vec<Bound<'_, PyData>>,
        view_arg: ViewArg,
        out: &Bound<'_, PyArray1<u8>>,
    ) -> PyResult<()> {
        let view = view(view_arg)?;
        self.fill(py, model, &data, out, |pictures, model, data, out| {
            pictures.colors(model, data, &view, out)
        })
    }

    /// Distances of all simulations.
    fn distances(
        &self,
        py: Python<'_>,
        model: &Bound<'_, PyModel>,
        data: Vec<Bound<'_, PyData>>,
        view_arg: ViewArg,
        out: &Bound<'_, PyArray1<f32>>,
    ) -> PyResult<()> {
        let view = view(view_arg)?;
        self.fill(py, model, &data, out, |pictures, model, data, out| {
            pictures.distances(model, data, &view, out)
        })
    }

    /// Ids and types of all simulations.
    fn segmentations(
        &self,
        py: Python<'_>,
        model: &Bound<'_, PyModel>,
        data: Vec<Bound<'_, PyData>>,
        view_arg: ViewArg,
        out: &Bound<'_, PyArray1<i32>>,
    ) -> PyResult<()> {
        let view = view(view_arg)?;
        self.fill(py, model, &data, out, |pictures, model, data, out| {
            pictures.segmentations(model, data, &view, out)
        })
    }
}

fn view((camera, options, effects): ViewArg) -> PyResult<View> {
    Ok(View {
        camera: record::<Camera>(&camera)?,
        options: record::<Options>(&options)?,
        effects,
    })
}
