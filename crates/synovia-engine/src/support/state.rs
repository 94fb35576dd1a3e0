//! The state as one vector: the parts selected by a signature, in the order of their bits.
//!
//! A signature is a sum of [`StateBit`]s; those of [`StateBit::INTEGRATION`] determine the future exactly, to the last bit.

use synovia_model::Model;
use synovia_model::enums::StateBit;

use crate::data::Data;

/// Why a state was not copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// The signature has an unknown bit.
    #[error("{0} is not a valid state signature")]
    Signature(i32),
    /// The vector, or a part of another simulation, has another length.
    #[error("the state needs {expected} numbers, it has {found}")]
    Length {
        /// The length that the signature requires.
        expected: usize,
        /// The length found.
        found: usize,
    },
}

/// A part of the state, read-only or writable.
enum StateComponent<Numbers, Flags> {
    Numbers(Numbers),
    Flags(Flags),
}

type Read<'a> = StateComponent<&'a [f64], &'a [u8]>;
type Write<'a> = StateComponent<&'a mut [f64], &'a mut [u8]>;

/// All parts of a state with their bits; `lend` and `flat` are the methods by which a column lends its memory.
macro_rules! parts {
    (($($borrow:tt)+) $s:expr, $one:ident, $lend:ident, $flat:ident) => {{
        let s = $($borrow)+ $s;
        [
            (StateBit::TIME, StateComponent::Numbers(core::slice::$one($($borrow)+ s.time))),
            (StateBit::QPOS, StateComponent::Numbers(s.qpos.$lend())),
            (StateBit::QVEL, StateComponent::Numbers(s.qvel.$lend())),
            (StateBit::ACT, StateComponent::Numbers(s.act.$lend())),
            (StateBit::HISTORY, StateComponent::Numbers(s.history.$lend())),
            (StateBit::WARMSTART, StateComponent::Numbers(s.qacc_warmstart.$lend())),
            (StateBit::CTRL, StateComponent::Numbers(s.ctrl.$lend())),
            (
                StateBit::QFRC_APPLIED,
                StateComponent::Numbers(s.qfrc_applied.$lend()),
            ),
            (
                StateBit::XFRC_APPLIED,
                StateComponent::Numbers(s.xfrc_applied.$flat()),
            ),
            (StateBit::EQ_ACTIVE, StateComponent::Flags(s.eq_active.$lend())),
            (StateBit::MOCAP_POS, StateComponent::Numbers(s.mocap_pos.$flat())),
            (StateBit::MOCAP_QUAT, StateComponent::Numbers(s.mocap_quat.$flat())),
            (StateBit::USERDATA, StateComponent::Numbers(s.userdata.$lend())),
            (StateBit::PLUGIN, StateComponent::Numbers(s.plugin_state.$lend())),
        ]
    }};
}

/// The parts that a signature selects.
fn named(data: &Data, signature: i32) -> impl Iterator<Item = Read<'_>> {
    let parts = parts!((&) data.state, from_ref, rows, flat);
    let named = parts
        .into_iter()
        .filter(move |(bit, _)| signature & bit != 0);
    named.map(|(_, part)| part)
}

/// The parts that a signature selects, writable.
fn named_mut(data: &mut Data, signature: i32) -> impl Iterator<Item = Write<'_>> {
    let parts = parts!((&mut) data.state, from_mut, rows_mut, flat_mut);
    let named = parts
        .into_iter()
        .filter(move |(bit, _)| signature & bit != 0);
    named.map(|(_, part)| part)
}

/// Number of elements of the parts.
fn len(data: &Data, signature: i32) -> usize {
    let len = |part: Read<'_>| match part {
        StateComponent::Numbers(x) => x.len(),
        StateComponent::Flags(x) => x.len(),
    };
    named(data, signature).map(len).sum()
}

fn check(signature: i32) -> Result<(), StateError> {
    if signature & !StateBit::INTEGRATION == 0 {
        Ok(())
    } else {
        Err(StateError::Signature(signature))
    }
}

fn check_len(expected: usize, found: usize) -> Result<(), StateError> {
    if expected == found {
        Ok(())
    } else {
        Err(StateError::Length { expected, found })
    }
}

/// Number of elements of the state that `signature` selects.
///
/// ```
/// use synovia::engine::state::state_size;
/// use synovia::model::enums::StateBit;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// assert_eq!(state_size(&model, StateBit::QPOS | StateBit::QVEL)?, 7 + 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// For unknown bits.
#[doc(alias = "mj_stateSize")]
pub fn state_size(model: &Model, signature: i32) -> Result<usize, StateError> {
    check(signature)?;
    let n = &model.size;
    let sizes = [
        (StateBit::TIME, 1),
        (StateBit::QPOS, n.nq),
        (StateBit::QVEL, n.nv),
        (StateBit::ACT, n.na),
        (StateBit::HISTORY, n.nhistory),
        (StateBit::WARMSTART, n.nv),
        (StateBit::CTRL, n.nu),
        (StateBit::QFRC_APPLIED, n.nv),
        (StateBit::XFRC_APPLIED, 6 * n.nbody),
        (StateBit::EQ_ACTIVE, n.neq),
        (StateBit::MOCAP_POS, 3 * n.nmocap),
        (StateBit::MOCAP_QUAT, 4 * n.nmocap),
        (StateBit::USERDATA, n.nuserdata),
        (StateBit::PLUGIN, n.npluginstate),
    ];
    let named = sizes.into_iter().filter(|(bit, _)| signature & bit != 0);
    Ok(named.map(|(_, len)| len as usize).sum())
}

/// Writes the state that `signature` selects to `out`.
///
/// ```
/// use synovia::engine::state::{get_state, set_state, state_size};
/// use synovia::model::enums::StateBit;
/// use synovia::model::id::DofId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body><joint/><geom size='.1' pos='1 0 0'/></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// let mut saved = vec![0.0; state_size(&model, StateBit::INTEGRATION)?];
/// get_state(&data, StateBit::INTEGRATION, &mut saved)?;
/// synovia::step(&model, &mut data)?;
/// let once = data.state.qvel[DofId(0)];
/// set_state(&mut data, StateBit::INTEGRATION, &saved)?;
/// synovia::step(&model, &mut data)?;
/// assert_eq!(data.state.qvel[DofId(0)], once);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// For unknown bits, and for a slice whose length is not [`state_size`].
#[doc(alias = "mj_getState")]
pub fn get_state(data: &Data, signature: i32, out: &mut [f64]) -> Result<(), StateError> {
    check(signature)?;
    check_len(len(data, signature), out.len())?;
    let mut rest = out;
    for part in named(data, signature) {
        let place;
        match part {
            StateComponent::Numbers(x) => {
                (place, rest) = rest.split_at_mut(x.len());
                place.copy_from_slice(x);
            }
            StateComponent::Flags(x) => {
                (place, rest) = rest.split_at_mut(x.len());
                (place.iter_mut().zip(x)).for_each(|(out, x)| *out = f64::from(*x));
            }
        }
    }
    Ok(())
}

/// Sets the state that `signature` selects; see [`get_state`] for an example.
///
/// # Errors
/// For unknown bits, and for a slice whose length is not [`state_size`].
#[doc(alias = "mj_setState")]
pub fn set_state(data: &mut Data, signature: i32, values: &[f64]) -> Result<(), StateError> {
    check(signature)?;
    check_len(len(data, signature), values.len())?;
    let mut rest = values;
    for part in named_mut(data, signature) {
        let values;
        match part {
            StateComponent::Numbers(x) => {
                (values, rest) = rest.split_at(x.len());
                x.copy_from_slice(values);
            }
            StateComponent::Flags(x) => {
                (values, rest) = rest.split_at(x.len());
                (x.iter_mut().zip(values)).for_each(|(x, value)| *x = *value as u8);
            }
        }
    }
    Ok(())
}

/// Copies the state that `signature` selects from one simulation to another of the same model.
///
/// ```
/// use synovia::engine::state::copy_state;
/// use synovia::model::enums::StateBit;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body><joint/><geom size='.1' pos='1 0 0'/></body></worldbody></mujoco>",
/// )?;
/// let (mut first, mut second) = (synovia::Data::new(&model), synovia::Data::new(&model));
/// first.state.qpos[0] = 0.3;
/// copy_state(&first, &mut second, StateBit::PHYSICS)?;
/// assert_eq!(second.state.qpos[0], 0.3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// For unknown bits, and if the simulations differ in size.
#[doc(alias = "mj_copyState")]
pub fn copy_state(from: &Data, to: &mut Data, signature: i32) -> Result<(), StateError> {
    check(signature)?;
    // check the length of every part before any is copied
    for bit in (0..14).map(|k| 1 << k).filter(|bit| signature & bit != 0) {
        check_len(len(to, bit), len(from, bit))?;
    }
    for (to, from) in named_mut(to, signature).zip(named(from, signature)) {
        match (to, from) {
            (StateComponent::Numbers(to), StateComponent::Numbers(from)) => {
                to.copy_from_slice(from);
            }
            (StateComponent::Flags(to), StateComponent::Flags(from)) => to.copy_from_slice(from),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_refused() {
        let (model, mut data) = (Model::default(), Data::default());
        assert_eq!(state_size(&model, -1), Err(StateError::Signature(-1)));
        assert_eq!(
            state_size(&model, 1 << 14),
            Err(StateError::Signature(1 << 14))
        );
        assert_eq!(state_size(&model, StateBit::TIME), Ok(1));
        let wrong = StateError::Length {
            expected: 1,
            found: 2,
        };
        assert_eq!(get_state(&data, StateBit::TIME, &mut [0.0; 2]), Err(wrong));
        assert_eq!(set_state(&mut data, StateBit::TIME, &[0.0; 2]), Err(wrong));
    }
}
