//! Names of model elements in tables, and suggestions for misspelled names.

use synovia::model::{JointType, Model, ObjType};

/// The name of element `id`, or its number if it has no name.
pub(crate) fn of(model: &Model, kind: ObjType, id: usize) -> String {
    match model.name_of(kind, id) {
        Some(name) if !name.is_empty() => name.to_owned(),
        _ => id.to_string(),
    }
}

/// All names of elements of one kind; unnamed elements are skipped.
pub(crate) fn all(model: &Model, kind: ObjType, n: usize) -> Vec<&str> {
    (0..n)
        .filter_map(|id| model.name_of(kind, id))
        .filter(|name| !name.is_empty())
        .collect()
}

/// The element with this name, or with this number.
pub(crate) fn find(model: &Model, kind: ObjType, n: usize, name: &str) -> Option<usize> {
    let number = || name.parse().ok().filter(|&id: &usize| id < n);
    model.id_of(kind, name).or_else(number)
}

/// Labels of the coordinates of `qpos`: the joint, and the axis for joints with several coordinates.
pub(crate) fn positions(model: &Model) -> Vec<String> {
    coordinates(
        model,
        &["x", "y", "z", "qw", "qx", "qy", "qz"],
        &["qw", "qx", "qy", "qz"],
    )
}

/// Labels of the coordinates of `qvel`.
pub(crate) fn velocities(model: &Model) -> Vec<String> {
    coordinates(
        model,
        &["x", "y", "z", "rx", "ry", "rz"],
        &["rx", "ry", "rz"],
    )
}

fn coordinates(model: &Model, free: &[&str], ball: &[&str]) -> Vec<String> {
    let mut names = Vec::new();
    for j in model.joint.ids() {
        let joint = of(model, ObjType::Joint, j.index());
        let axes = match model.joint.type_[j] {
            JointType::Free => free,
            JointType::Ball => ball,
            _ => {
                names.push(joint);
                continue;
            }
        };
        names.extend(axes.iter().map(|axis| format!("{joint}.{axis}")));
    }
    names
}

/// Labels of the numbers in `sensordata`.
pub(crate) fn readings(model: &Model) -> Vec<String> {
    let mut names = vec![String::new(); model.size.nsensordata as usize];
    for s in model.sensor.ids() {
        let (adr, dim) = (model.sensor.adr[s], model.sensor.dim[s]);
        let sensor = of(model, ObjType::Sensor, s.index());
        for k in 0..dim {
            if let Some(name) = names.get_mut((adr + k) as usize) {
                *name = if dim == 1 {
                    sensor.clone()
                } else {
                    format!("{sensor}.{k}")
                };
            }
        }
    }
    names
}

/// `; did you mean "…"?` if a candidate is close to `found`, otherwise a list of the candidates.
pub(crate) fn meant(found: &str, candidates: &[&str]) -> String {
    const SHOWN: usize = 8;
    if let Some(near) = synovia::nearest(found, candidates.iter().copied()) {
        return format!("; did you mean {near:?}?");
    }
    if candidates.is_empty() {
        return "; the model has no named ones".to_owned();
    }
    let more = if candidates.len() > SHOWN {
        ", …"
    } else {
        ""
    };
    let shown = candidates[..candidates.len().min(SHOWN)].join(", ");
    format!("; available: {shown}{more}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_coordinate_has_a_name() {
        let model = crate::demo::model().unwrap();
        let (q, v, s) = (positions(&model), velocities(&model), readings(&model));
        assert_eq!(q.len(), model.size.nq as usize);
        assert_eq!(v.len(), model.size.nv as usize);
        assert_eq!((q[0].as_str(), q[6].as_str()), ("root.x", "root.qz"));
        assert_eq!(v[5], "root.rz");
        assert!(s.iter().all(|name| !name.is_empty()));
        assert_eq!(s[0], "position.0");
    }

    #[test]
    fn a_slip_is_answered_with_the_right_name() {
        assert_eq!(
            meant("hme", &["home", "strike"]),
            "; did you mean \"home\"?"
        );
        assert_eq!(
            meant("zzz", &["home", "strike"]),
            "; available: home, strike"
        );
        assert_eq!(meant("zzz", &[]), "; the model has no named ones");
    }
}
