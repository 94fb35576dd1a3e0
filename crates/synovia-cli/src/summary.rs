//! The contents of a model for `synovia info`, gathered from its tables.

use serde_json::{Map, Value, json};
use synovia::model::enums::{Disable, Enable};
use synovia::model::record::Record;
use synovia::model::{
    Cone, DType, EqType, GeomType, Integrator, Jacobian, JointType, Model, ObjType, Opt,
    SensorType, Solver, TrnType, WrapType,
};

/// Number of elements of one kind, in total and per type.
#[derive(Debug)]
pub(crate) struct Count {
    /// Name of the kind, in the plural.
    pub label: &'static str,
    /// Name of the size in the model (`nq`, `nv`, …), for the well-known ones.
    pub symbol: Option<&'static str>,
    /// Total number.
    pub total: usize,
    /// Number of each type that occurs, in the order of the reference's enumeration.
    pub kinds: Vec<(String, usize)>,
}

impl Count {
    fn called(self, symbol: &'static str) -> Self {
        let symbol = Some(symbol);
        Self { symbol, ..self }
    }
}

/// Key figures of a mesh.
#[derive(Debug)]
pub(crate) struct MeshFacts {
    /// Its name.
    pub name: String,
    /// Number of vertices.
    pub vertices: i32,
    /// Number of triangles.
    pub faces: i32,
}

/// Key figures of a keyframe.
#[derive(Debug)]
pub(crate) struct KeyFacts {
    /// Its name, or its number if it has no name.
    pub name: String,
    /// Its time \[s\].
    pub time: f64,
}

/// The summary of a model.
#[derive(Debug)]
pub(crate) struct Summary {
    /// The name of the model.
    pub name: String,
    /// Number of elements of each kind.
    pub counts: Vec<Count>,
    /// Every mesh.
    pub meshes: Vec<MeshFacts>,
    /// Every keyframe.
    pub keyframes: Vec<KeyFacts>,
    /// Mass of all bodies \[kg\].
    pub mass: f64,
    /// Size of the tables \[bytes\].
    pub memory: u64,
    /// Options that differ from their defaults.
    pub options: Vec<(&'static str, Value)>,
    /// Default features that are disabled.
    pub disabled: Vec<String>,
    /// Optional features that are enabled.
    pub enabled: Vec<String>,
}

impl Summary {
    /// Gathers the summary of a model.
    pub(crate) fn of(model: &Model) -> Self {
        let name = |kind: ObjType, id: usize| {
            let name = model.name_of(kind, id).unwrap_or_default();
            if name.is_empty() {
                format!("#{id}")
            } else {
                name.to_owned()
            }
        };
        let meshes = model
            .mesh
            .vertnum
            .iter()
            .zip(model.mesh.facenum.iter())
            .enumerate();
        Self {
            name: model.names.model().to_owned(),
            counts: counts(model),
            meshes: meshes
                .map(|(k, (&vertices, &faces))| MeshFacts {
                    name: name(ObjType::Mesh, k),
                    vertices,
                    faces,
                })
                .collect(),
            keyframes: (model.key.time.iter().enumerate())
                .map(|(k, &time)| KeyFacts {
                    name: name(ObjType::Key, k),
                    time,
                })
                .collect(),
            // start from +0, so that an empty model has mass 0 and not -0
            mass: model.body.mass.iter().fold(0.0, |sum, mass| sum + mass),
            memory: model
                .columns()
                .iter()
                .map(|(_, column)| column.bytes().len() as u64)
                .sum(),
            options: changed_options(&model.opt),
            disabled: flags(model.opt.disableflags, Disable::VALUES),
            enabled: flags(model.opt.enableflags, Enable::VALUES),
        }
    }

    /// The same as JSON.
    pub(crate) fn to_json(&self) -> Value {
        let object = |pairs: &[(String, usize)]| -> Map<String, Value> {
            pairs
                .iter()
                .map(|(kind, n)| (kind.clone(), json!(n)))
                .collect()
        };
        let mut counts = Map::new();
        let mut kinds = Map::new();
        for count in &self.counts {
            let key = count.label.replace(' ', "_");
            counts.insert(key.clone(), json!(count.total));
            if !count.kinds.is_empty() {
                kinds.insert(key, Value::Object(object(&count.kinds)));
            }
        }
        let meshes: Vec<Value> = (self.meshes.iter())
            .map(|m| json!({ "name": m.name, "vertices": m.vertices, "faces": m.faces }))
            .collect();
        let keyframes: Vec<Value> = (self.keyframes.iter())
            .map(|k| json!({ "name": k.name, "time": k.time }))
            .collect();
        let options: Map<String, Value> = self
            .options
            .iter()
            .map(|(k, v)| ((*k).to_owned(), v.clone()))
            .collect();
        json!({
            "name": self.name,
            "counts": counts,
            "kinds": kinds,
            "meshes": meshes,
            "keyframes": keyframes,
            "mass": self.mass,
            "memory": self.memory,
            "options": options,
            "disabled": self.disabled,
            "enabled": self.enabled,
        })
    }
}

/// Number of elements of each kind, in the order in which a model is described.
fn counts(model: &Model) -> Vec<Count> {
    let size = &model.size;
    let plain = |label, n: i64| Count {
        label,
        symbol: None,
        total: usize::try_from(n).unwrap_or(0),
        kinds: Vec::new(),
    };
    // a spatial tendon starts at a site, a fixed one at a joint
    let tendons = model.tendon.adr.iter().map(|&adr| {
        let first = usize::try_from(adr)
            .ok()
            .and_then(|k| model.wrap.type_.get(k));
        usize::from(first != Some(&WrapType::Joint))
    });
    vec![
        plain("bodies", size.nbody),
        plain("trees", size.ntree),
        typed(
            "joints",
            &ids(&model.joint.type_),
            &names(JointType::VALUES),
        ),
        plain("positions", size.nq).called("nq"),
        plain("dofs", size.nv).called("nv"),
        typed("geoms", &ids(&model.geom.type_), &names(GeomType::VALUES)),
        plain("meshes", size.nmesh),
        plain("height fields", size.nhfield),
        plain("skins", size.nskin),
        plain("textures", size.ntex),
        plain("materials", size.nmat),
        plain("sites", size.nsite),
        plain("cameras", size.ncam),
        plain("lights", size.nlight),
        typed(
            "tendons",
            &tendons.map(|kind| kind as i32).collect::<Vec<_>>(),
            &[("fixed".to_owned(), 0), ("spatial".to_owned(), 1)],
        ),
        typed(
            "actuators",
            &ids(&model.actuator.trntype),
            &names(TrnType::VALUES),
        )
        .called("nu"),
        plain("activations", size.na).called("na"),
        typed(
            "sensors",
            &ids(&model.sensor.type_),
            &names(SensorType::VALUES),
        ),
        typed(
            "equalities",
            &ids(&model.equality.type_),
            &names(EqType::VALUES),
        ),
        plain("contact pairs", size.npair),
        plain("exclusions", size.nexclude),
        plain("keyframes", size.nkey),
    ]
}

/// The numeric values of an enumeration column.
fn ids<Id, T: Copy + Into<i32>>(column: &synovia::model::Col<Id, T>) -> Vec<i32> {
    column.iter().map(|&kind| kind.into()).collect()
}

/// Keywords and numbers of an enumeration: `mjJNT_HINGE` is `hinge`.
fn names<T: Copy + Into<i32>>(values: &[(&str, T)]) -> Vec<(String, i32)> {
    values
        .iter()
        .map(|&(name, value)| (word(name), value.into()))
        .collect()
}

/// The reference's name of a value, without the prefix of its enumeration, in lower case.
fn word(name: &str) -> String {
    let tail = name.split_once('_').map_or(name, |(_, tail)| tail);
    tail.to_lowercase()
}

/// Counts the elements of each type.
fn typed(label: &'static str, found: &[i32], all: &[(String, i32)]) -> Count {
    let kinds = (all.iter())
        .map(|(word, value)| (word.clone(), found.iter().filter(|v| *v == value).count()))
        .filter(|&(_, n)| n > 0)
        .collect();
    Count {
        label,
        symbol: None,
        total: found.len(),
        kinds,
    }
}

/// The keywords of the bits that are set.
fn flags(bits: i32, all: &[(&str, i32)]) -> Vec<String> {
    let set = all.iter().filter(|(_, bit)| bits & bit != 0);
    set.map(|(name, _)| word(name)).collect()
}

/// Options that differ from their defaults, without the flags.
fn changed_options(opt: &Opt) -> Vec<(&'static str, Value)> {
    let default = Opt::default();
    let mut changed = Vec::new();
    for (k, info) in Opt::FIELDS.iter().enumerate() {
        let is_flag = matches!(info.name, "disableflags" | "enableflags");
        if is_flag || opt.field(k) == default.field(k) {
            continue;
        }
        let value = match info.name {
            "integrator" => keyword(
                opt.integrator.keyword(),
                opt.integrator,
                Integrator::REFERENCE,
            ),
            "cone" => keyword(opt.cone.keyword(), opt.cone, Cone::REFERENCE),
            "jacobian" => keyword(opt.jacobian.keyword(), opt.jacobian, Jacobian::REFERENCE),
            "solver" => keyword(opt.solver.keyword(), opt.solver, Solver::REFERENCE),
            _ => scalars(opt.field(k).unwrap_or_default(), info.dtype, info.width),
        };
        changed.push((info.name, value));
    }
    changed
}

/// The keyword of a value, or its number if it has no keyword.
fn keyword(word: Option<&'static str>, value: impl Into<i32>, reference: &str) -> Value {
    let number: i32 = value.into();
    json!(word.map_or_else(|| format!("{reference}({number})"), str::to_owned))
}

/// The contents of a field: one number, or a list of numbers.
fn scalars(bytes: &[u8], dtype: DType, width: usize) -> Value {
    let numbers: Vec<Value> = match dtype {
        DType::F64 => chunks(bytes)
            .map(|b| json!(f64::from_ne_bytes(b)))
            .collect(),
        DType::F32 => chunks(bytes)
            .map(|b| json!(f32::from_ne_bytes(b)))
            .collect(),
        DType::I64 => chunks(bytes)
            .map(|b| json!(i64::from_ne_bytes(b)))
            .collect(),
        DType::I32 => chunks(bytes)
            .map(|b| json!(i32::from_ne_bytes(b)))
            .collect(),
        DType::U8 => bytes.iter().map(|b| json!(b)).collect(),
    };
    match (width, numbers.as_slice()) {
        (0, [one]) => one.clone(),
        _ => Value::Array(numbers),
    }
}

/// Splits memory into pieces of `N` bytes.
fn chunks<const N: usize>(bytes: &[u8]) -> impl Iterator<Item = [u8; N]> + '_ {
    bytes.as_chunks().0.iter().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lose_the_prefix_of_their_enumeration() {
        assert_eq!(word("mjJNT_HINGE"), "hinge");
        assert_eq!(word("mjDSBL_FRICTIONLOSS"), "frictionloss");
    }

    #[test]
    fn only_what_differs_from_the_defaults_is_told() {
        let mut opt = Opt::default();
        assert!(changed_options(&opt).is_empty());
        opt.timestep = 0.005;
        opt.gravity.z = -1.0;
        opt.solver = Solver::Cg;
        opt.disableflags = Disable::CONTACT;
        let changed = changed_options(&opt);
        assert_eq!(
            changed,
            [
                ("timestep", json!(0.005)),
                ("gravity", json!([0.0, 0.0, -1.0])),
                ("solver", json!("CG")),
            ]
        );
        assert_eq!(flags(opt.disableflags, Disable::VALUES), ["contact"]);
    }

    #[test]
    fn types_that_do_not_occur_are_left_out() {
        let all = names(JointType::VALUES);
        let count = typed("joints", &[0, 3, 3], &all);
        assert_eq!(count.total, 3);
        assert_eq!(
            count.kinds,
            [("free".to_owned(), 1), ("hinge".to_owned(), 2)]
        );
    }
}
