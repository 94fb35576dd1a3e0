//! Gouraud lighting: the light that vertices receive, Lambert and Blinn–Phong.
//!
//! After it, each vertex of a visible triangle has one colour for the lights without shadows, and one more for the additive
//! pass of each light with shadows.

pub(crate) mod light;
pub(crate) mod vertex_cache;
