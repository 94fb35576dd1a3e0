//! Names: one buffer of characters, the addresses where names begin, and hash maps from name to id.
//!
//! The buffer starts with the model's name; then come bodies, joints, geoms and so on in the order of [`NAMED`], every name
//! terminated by 0. Each kind has its own open-addressing map of [`LOAD_MULTIPLE`]·n slots with the hash
//!
//! ```text
//! h₀ = 5381,  hₖ₊₁ = (33 hₖ mod 2⁶⁴) xor cₖ,  slot = h mod (2 n), then the next free one                    (1)
//! ```

use std::sync::Arc;

use crate::Model;
use crate::column::Col;
use crate::consts::LOAD_MULTIPLE;
use crate::enums::ObjType;
use crate::tables::NamesTable;

/// The kinds of objects that have names, in the order of the name buffer.
pub const NAMED: [ObjType; 23] = [
    ObjType::Body,
    ObjType::Joint,
    ObjType::Geom,
    ObjType::Site,
    ObjType::Camera,
    ObjType::Light,
    ObjType::Flex,
    ObjType::Mesh,
    ObjType::Skin,
    ObjType::Hfield,
    ObjType::Texture,
    ObjType::Material,
    ObjType::Pair,
    ObjType::Exclude,
    ObjType::Equality,
    ObjType::Tendon,
    ObjType::Actuator,
    ObjType::Sensor,
    ObjType::Numeric,
    ObjType::Text,
    ObjType::Tuple,
    ObjType::Key,
    ObjType::Plugin,
];

/// Equation (1), as one of `n` slots.
fn slot(name: &[u8], n: usize) -> usize {
    let hash = name.iter().fold(5381u64, |h, &c| {
        // QUIRK(name-hash-signed): characters are signed
        (h << 5).wrapping_add(h) ^ (i64::from(c as i8) as u64)
    });
    (hash % n as u64) as usize
}

impl NamesTable {
    /// Stores the model's name and the names of every kind of object; an empty string means no name.
    ///
    /// `lists` holds one list per kind of object, in any order; kinds without a list have no objects.
    pub fn build<S: AsRef<str>>(model: &str, lists: &[(ObjType, Vec<S>)]) -> Self {
        let mut names = Self::default();
        let mut chars = model.as_bytes().to_vec();
        chars.push(0);
        let mut map = Vec::new();

        for kind in NAMED {
            let list = lists
                .iter()
                .find(|(k, _)| *k == kind)
                .map_or(&[][..], |(_, list)| list);

            // fill the map: the first object with a hash gets its slot, later ones the next free slot
            let mut slots = vec![-1i32; LOAD_MULTIPLE * list.len()];
            for (id, name) in list.iter().enumerate() {
                let name = name.as_ref().as_bytes();
                if name.is_empty() {
                    continue;
                }
                let mut k = slot(name, slots.len());
                while slots[k] != -1 {
                    k = (k + 1) % slots.len();
                }
                slots[k] = id as i32;
            }
            map.extend(slots);

            // append the characters
            let mut adr = Vec::with_capacity(list.len());
            for name in list {
                adr.push(chars.len() as i32);
                chars.extend_from_slice(name.as_ref().as_bytes());
                chars.push(0);
            }
            names.set_addresses(kind, adr);
        }

        names.chars = Col::from(chars);
        names.map = Col::from(map);
        names
    }

    /// The addresses of the names of a kind of object.
    pub fn addresses(&self, kind: ObjType) -> &[i32] {
        match kind {
            ObjType::Body | ObjType::XBody => self.bodyadr.rows(),
            ObjType::Joint => self.jntadr.rows(),
            ObjType::Geom => self.geomadr.rows(),
            ObjType::Site => self.siteadr.rows(),
            ObjType::Camera => self.camadr.rows(),
            ObjType::Light => self.lightadr.rows(),
            ObjType::Flex => self.flexadr.rows(),
            ObjType::Mesh => self.meshadr.rows(),
            ObjType::Skin => self.skinadr.rows(),
            ObjType::Hfield => self.hfieldadr.rows(),
            ObjType::Texture => self.texadr.rows(),
            ObjType::Material => self.matadr.rows(),
            ObjType::Pair => self.pairadr.rows(),
            ObjType::Exclude => self.excludeadr.rows(),
            ObjType::Equality => self.eqadr.rows(),
            ObjType::Tendon => self.tendonadr.rows(),
            ObjType::Actuator => self.actuatoradr.rows(),
            ObjType::Sensor => self.sensoradr.rows(),
            ObjType::Numeric => self.numericadr.rows(),
            ObjType::Text => self.textadr.rows(),
            ObjType::Tuple => self.tupleadr.rows(),
            ObjType::Key => self.keyadr.rows(),
            ObjType::Plugin => self.pluginadr.rows(),
            _ => &[],
        }
    }

    fn set_addresses(&mut self, kind: ObjType, adr: Vec<i32>) {
        match kind {
            ObjType::Body => self.bodyadr = adr.into(),
            ObjType::Joint => self.jntadr = adr.into(),
            ObjType::Geom => self.geomadr = adr.into(),
            ObjType::Site => self.siteadr = adr.into(),
            ObjType::Camera => self.camadr = adr.into(),
            ObjType::Light => self.lightadr = adr.into(),
            ObjType::Flex => self.flexadr = adr.into(),
            ObjType::Mesh => self.meshadr = adr.into(),
            ObjType::Skin => self.skinadr = adr.into(),
            ObjType::Hfield => self.hfieldadr = adr.into(),
            ObjType::Texture => self.texadr = adr.into(),
            ObjType::Material => self.matadr = adr.into(),
            ObjType::Pair => self.pairadr = adr.into(),
            ObjType::Exclude => self.excludeadr = adr.into(),
            ObjType::Equality => self.eqadr = adr.into(),
            ObjType::Tendon => self.tendonadr = adr.into(),
            ObjType::Actuator => self.actuatoradr = adr.into(),
            ObjType::Sensor => self.sensoradr = adr.into(),
            ObjType::Numeric => self.numericadr = adr.into(),
            ObjType::Text => self.textadr = adr.into(),
            ObjType::Tuple => self.tupleadr = adr.into(),
            ObjType::Key => self.keyadr = adr.into(),
            ObjType::Plugin => self.pluginadr = adr.into(),
            _ => {}
        }
    }

    /// The characters from `adr` up to the next 0.
    fn string_at(&self, adr: i32) -> Option<&[u8]> {
        let tail = self.chars.rows().get(usize::try_from(adr).ok()?..)?;
        tail.split(|&c| c == 0).next()
    }

    /// The model's name.
    pub fn model(&self) -> &str {
        self.string_at(0)
            .and_then(|name| core::str::from_utf8(name).ok())
            .unwrap_or_default()
    }

    /// Name of object `id` of a kind; `None` if there is no such object or it has no name.
    #[doc(alias = "mj_id2name")]
    pub fn name_of(&self, kind: ObjType, id: usize) -> Option<&str> {
        let name = self.string_at(*self.addresses(kind).get(id)?)?;
        core::str::from_utf8(name)
            .ok()
            .filter(|name| !name.is_empty())
    }

    /// The object of a kind with the name `name`.
    #[doc(alias = "mj_name2id")]
    pub fn id_of(&self, kind: ObjType, name: &str) -> Option<usize> {
        let before = NAMED
            .iter()
            .take_while(|&&k| k != kind && !is_body(k, kind));
        let start: usize = before
            .map(|&k| LOAD_MULTIPLE * self.addresses(k).len())
            .sum();
        let adr = self.addresses(kind);
        let slots = self
            .map
            .rows()
            .get(start..start + LOAD_MULTIPLE * adr.len())?;
        if slots.is_empty() {
            return None;
        }

        // probe from the slot of the hash to the first free slot
        let first = slot(name.as_bytes(), slots.len());
        for k in (first..slots.len()).chain(0..first) {
            let id = usize::try_from(slots[k]).ok()?;
            if self.string_at(*adr.get(id)?)? == name.as_bytes() {
                return Some(id);
            }
        }
        None
    }
}

fn is_body(k: ObjType, kind: ObjType) -> bool {
    k == ObjType::Body && kind == ObjType::XBody
}

/// The names of the rows of a table; copies share their memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameList {
    /// By row; empty if the row has no name.
    names: Arc<[Box<str>]>,
    /// Rows that have a name, sorted by name; among equal names the first row comes first.
    order: Arc<[u32]>,
}

impl NameList {
    fn new(names: Arc<[Box<str>]>) -> Self {
        let mut order: Vec<u32> = (0..names.len() as u32)
            .filter(|&k| !names[k as usize].is_empty())
            .collect();
        order.sort_by_key(|&k| &names[k as usize]);
        let order = order.into();
        Self { names, order }
    }

    /// The row with that name.
    pub fn find(&self, name: &str) -> Option<usize> {
        let before = (self.order).partition_point(|&k| *self.names[k as usize] < *name);
        let row = *self.order.get(before)? as usize;
        (*self.names[row] == *name).then_some(row)
    }

    /// The name of a row, if it has one.
    pub fn get(&self, row: usize) -> Option<&str> {
        self.names
            .get(row)
            .map(|name| &**name)
            .filter(|name| !name.is_empty())
    }

    /// All rows that have a name, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &str)> {
        let all = self.names.iter().enumerate();
        all.map(|(k, name)| (k, &**name))
            .filter(|(_, name)| !name.is_empty())
    }
}

impl Model {
    /// Fills the name lists of the tables from `names`; call it after writing to those columns.
    pub fn index_names(&mut self) {
        let all = &self.names;
        let list = |kind: ObjType| {
            let rows = 0..all.addresses(kind).len();
            NameList::new(
                rows.map(|k| all.name_of(kind, k).unwrap_or_default().into())
                    .collect(),
            )
        };
        self.body.names = list(ObjType::Body);
        self.joint.names = list(ObjType::Joint);
        self.geom.names = list(ObjType::Geom);
        self.site.names = list(ObjType::Site);
        self.camera.names = list(ObjType::Camera);
        self.light.names = list(ObjType::Light);
        self.flex.names = list(ObjType::Flex);
        self.mesh.names = list(ObjType::Mesh);
        self.skin.names = list(ObjType::Skin);
        self.hfield.names = list(ObjType::Hfield);
        self.texture.names = list(ObjType::Texture);
        self.material.names = list(ObjType::Material);
        self.pair.names = list(ObjType::Pair);
        self.exclude.names = list(ObjType::Exclude);
        self.equality.names = list(ObjType::Equality);
        self.tendon.names = list(ObjType::Tendon);
        self.actuator.names = list(ObjType::Actuator);
        self.sensor.names = list(ObjType::Sensor);
        self.numeric.names = list(ObjType::Numeric);
        self.text.names = list(ObjType::Text);
        self.tuple.names = list(ObjType::Tuple);
        self.key.names = list(ObjType::Key);
        self.plugin.names = list(ObjType::Plugin);
    }
}
