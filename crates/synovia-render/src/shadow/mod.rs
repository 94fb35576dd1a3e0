//! The shadow pass: shadow-map tests of visible fragments, evaluated on demand.
//!
//! The reference renders a shadow map for each light and looks up one texel for each pixel. Here only the texels that visible
//! fragments fall into are evaluated: fragments become shadow queries, sorted into a grid in light space, and the triangles of
//! shadow casters are tested against them. This is an irregular z-buffer (Johnson et al. 2005; Aila and Laine 2004) at the texel
//! centres of an ordinary shadow map: the answers are those of the map, and no map is filled.
//!
//! After it, each fragment has a bit mask of the lights that do not reach it.

pub(crate) mod query_grid;
pub(crate) mod shadow_bounds;
pub(crate) mod shadow_map;
