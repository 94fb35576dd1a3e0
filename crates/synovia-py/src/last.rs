//! The model that was last loaded from XML, kept for saving.
//!
//! A model that was compiled from it is saved with its own values; any other model is ignored, and the compiled
//! values are saved.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use synovia::{Origin, Precision, WriteError, write};
use synovia_model::Model;

use crate::errors::{FatalError, guard};
use crate::given::{self, Argument};

/// The model that was loaded last.
struct Last {
    origin: Origin,
    /// The compiled model without the pixels of its textures: they are not written, and may be most of it.
    model: Model,
}

static LAST: Mutex<Option<Arc<Last>>> = Mutex::new(None);

/// Stores the loaded model, replacing the previous one.
pub(crate) fn remember(origin: Origin, model: &mut Model) {
    let pixels = std::mem::take(&mut model.texture.data);
    let copy = model.clone();
    model.texture.data = pixels;
    let model = copy;
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let before = last.replace(Arc::new(Last { origin, model }));
    drop(last);
    drop(before);
}

/// The last model as MJCF, with the values of `model`; with full precision if `full` is set.
#[pyfunction]
#[pyo3(signature = (model, full=false))]
pub(crate) fn _last_xml(model: &Argument<'_>, full: bool) -> PyResult<String> {
    let model = given::bound_model("mj_saveLastXML", model)?;
    guard(|| {
        let precision = if full {
            Precision::Full
        } else {
            Precision::Short
        };
        let last = LAST.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let last = last.ok_or_else(|| FatalError::new_err("No XML model loaded"))?;
        let text = model.get().read(|model| {
            let text = match write(&last.origin, model, precision) {
                Err(WriteError::OtherModel { .. }) => {
                    let mut compiled = last.model.clone();
                    let pixels = usize::try_from(compiled.size.ntexdata).unwrap_or(0);
                    compiled.texture.data.resize(pixels);
                    write(&last.origin, &compiled, precision)
                }
                text => text,
            };
            text.map_err(|error| FatalError::new_err(error.to_string()))
        })?;
        Ok(text)
    })
}
