//! The inertia matrix in other forms.

use synovia_math::kernel;
use synovia_model::Model;

use crate::data::{Data, InertiaGroup};
use crate::position::inertia::pattern;

/// Expands a matrix in the legacy order of `qM` to a dense symmetric one, `nv` × `nv`.
///
/// ```
/// use synovia::engine::inertia::full_m;
/// use synovia::model::id::BodyId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data)?;
/// let mut full = [0.0; 36];
/// full_m(&model, &mut full, data.inertia.qm.rows());
/// assert_eq!(full[0], model.body.mass[BodyId(1)]);
/// assert_eq!(full[1], 0.0);
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_fullM")]
pub fn full_m(model: &Model, out: &mut [f64], legacy: &[f64]) {
    let nv = model.dof.len();
    out.fill(0.0);
    for i in model.dof.ids() {
        let start = model.dof.madr[i] as usize;
        for (k, j) in model.dof.to_root(i).enumerate() {
            let value = legacy[start + k];
            out[i.index() * nv + j.index()] = value;
            out[j.index() * nv + i.index()] = value;
        }
    }
}

/// Adds the inertia matrix to a dense matrix, `nv` × `nv`.
///
/// ```
/// use synovia::engine::inertia::add_m;
/// use synovia::model::id::BodyId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data)?;
/// let mut full = [1.0; 36];
/// add_m(&model, &data, &mut full);
/// assert_eq!(full[0], 1.0 + model.body.mass[BodyId(1)]);
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_addM")]
pub fn add_m(model: &Model, data: &Data, out: &mut [f64]) {
    let nv = model.dof.len();
    let pattern = pattern(model);
    for i in 0..nv {
        let range = pattern.range(i);
        for (&j, value) in pattern.cols(i).iter().zip(&data.inertia.m.rows()[range]) {
            let j = j as usize;
            out[i * nv + j] += value;
            if i != j {
                out[j * nv + i] += value;
            }
        }
    }
}

/// `out = D^½ L x`, so that `out·out = x·M x`.
///
/// ```
/// use synovia::engine::inertia::mul_m2;
/// use synovia::model::id::BodyId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data)?;
/// let mut half = [0.0; 6];
/// mul_m2(&model, &data.inertia, &mut half, &[3.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
/// let doubled_energy: f64 = half.iter().map(|x| x * x).sum();
/// assert!((doubled_energy - model.body.mass[BodyId(1)] * 9.0).abs() < 1e-12);
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_mulM2")]
pub fn mul_m2(model: &Model, inertia: &InertiaGroup, out: &mut [f64], x: &[f64]) {
    let pattern = pattern(model);
    let factor = inertia.qld.rows();
    for i in 0..model.dof.len() {
        let Some((diagonal, row)) = factor[pattern.range(i)].split_last() else {
            continue;
        };
        let mut sum = x[i];
        if !row.is_empty() {
            sum += kernel::dot_sparse(row, &pattern.cols(i)[..row.len()], x);
        }
        out[i] = sum * diagonal.sqrt();
    }
}
