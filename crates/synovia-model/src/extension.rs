//! Features of Synovia that MuJoCo 3.5.0 does not have.
//!
//! The reference refuses to load, or to step, a model that uses one of these. They are accepted unless loading is strict.

use core::sync::atomic::{AtomicBool, Ordering};

use crate::enums::{EqType, Integrator, Solver};
use crate::model::Model;

static STRICT: AtomicBool = AtomicBool::new(false);

/// True if loading refuses extensions, for the whole process.
pub fn strict() -> bool {
    STRICT.load(Ordering::Relaxed)
}

/// Sets whether loading refuses extensions, for the whole process.
pub fn set_strict(strict: bool) {
    STRICT.store(strict, Ordering::Relaxed);
}

/// An extension of MJCF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Extension {
    /// The exact solver.
    ActiveSet,
    /// The integrator that treats springs implicitly.
    ImplicitSpring,
    /// The equality constraint that keeps two points at a distance.
    Distance,
    /// Exact inertias of meshes by default: an attribute of older versions of the reference.
    ExactMeshInertia,
}

impl Extension {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::ActiveSet,
        Self::ImplicitSpring,
        Self::Distance,
        Self::ExactMeshInertia,
    ];

    /// The extension as it is written in MJCF.
    pub const fn text(self) -> &'static str {
        match self {
            Self::ActiveSet => "<option solver=\"ActiveSet\">",
            Self::ImplicitSpring => "<option integrator=\"implicitspring\">",
            Self::Distance => "<equality><distance>",
            Self::ExactMeshInertia => "<compiler exactmeshinertia=\"true\">",
        }
    }

    /// True if `word` is an extension: an element or attribute that MJCF does not have inside an element with this tag.
    pub fn adds(tag: &str, word: &str) -> bool {
        matches!(
            (tag, word),
            ("equality", "distance") | ("compiler", "exactmeshinertia")
        )
    }

    /// True if a compiled model shows that it uses the extension.
    pub fn is_in(self, model: &Model) -> bool {
        match self {
            Self::ActiveSet => model.opt.solver == Solver::ActiveSet,
            Self::ImplicitSpring => model.opt.integrator == Integrator::ImplicitSpring,
            Self::Distance => model.equality.type_.iter().any(|&t| t == EqType::Distance),
            // only the inertias of the meshes remain of it
            Self::ExactMeshInertia => false,
        }
    }

    /// The extensions that a compiled model shows.
    ///
    /// ```
    /// use synovia_model::extension::Extension;
    /// let mut model = synovia_model::Model::default();
    /// model.opt.integrator = synovia_model::enums::Integrator::ImplicitSpring;
    /// assert!(Extension::of(&model).eq([Extension::ImplicitSpring]));
    /// ```
    pub fn of(model: &Model) -> impl Iterator<Item = Self> {
        Self::ALL
            .into_iter()
            .filter(|extension| extension.is_in(model))
    }

    /// The message of a strict loader that refuses it.
    pub fn refusal(self) -> String {
        format!(
            "{} is an extension of Synovia that MuJoCo does not have, and strict loading refuses it",
            self.text()
        )
    }
}
