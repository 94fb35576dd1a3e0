//! Elements by name and by number.
//!
//! Both tables are made when they are first asked for, and follow single edits. The number of an element is
//!
//! ```text
//! after                                    elements of the tree        others
//! reading, adding to the tree              none (−1), the world 0      place in their list
//! deleting, attaching, copying             place in the tree           place in their list
//! compiling                                row of the model            row of the model, or place in their list
//! ```
//!
//! and frames have none.

use std::collections::HashMap;

use synovia::spec::{Obj, Order, Spec};

/// What elements of the tree are numbered by.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Numbered {
    /// Not at all.
    #[default]
    Unknown,
    /// Their places.
    Counted,
    /// Their rows.
    Compiled,
}

/// Names and numbers of elements.
#[derive(Clone, Default)]
pub(crate) struct Index {
    names: HashMap<Obj, HashMap<String, Vec<usize>>>,
    places: HashMap<Obj, HashMap<usize, usize>>,
    signature: Option<u64>,
    numbered: Numbered,
}

/// Whether bodies carry elements of a kind.
pub(crate) fn in_tree(obj: Obj) -> bool {
    use Obj::{Body, Camera, Frame, Geom, Joint, Light, Site};
    matches!(obj, Body | Joint | Geom | Site | Camera | Light | Frame)
}

/// Whether elements of a kind without a name have that of their file.
fn named_by_file(obj: Obj) -> bool {
    matches!(obj, Obj::Mesh | Obj::Texture)
}

impl Index {
    /// The structure has changed in many places.
    pub(crate) fn changed(&mut self, numbered: Numbered) {
        *self = Self {
            numbered,
            ..Self::default()
        };
    }

    /// An element without a name was added.
    pub(crate) fn added(&mut self, obj: Obj, index: usize) {
        self.signature = None;
        if in_tree(obj) {
            self.numbered = Numbered::Unknown;
            self.places.remove(&obj);
        } else if let Some(places) = self.places.get_mut(&obj) {
            let last = places.len();
            places.insert(index, last);
        }
    }

    /// An element was deleted, with those of these names.
    pub(crate) fn deleted(&mut self, obj: Obj, names: &[(Obj, usize, String)]) {
        for (obj, index, name) in names {
            self.forget(*obj, *index, name);
        }
        if obj == Obj::Body {
            // what referred to something of it is gone, too
            self.names.retain(|&obj, _| in_tree(obj));
        }
        self.signature = None;
        // places in the tree apply to all kinds from now on
        self.places.clear();
        self.numbered = Numbered::Counted;
    }

    /// An element has another name.
    pub(crate) fn renamed(&mut self, obj: Obj, index: usize, old: &str, new: &str) {
        if named_by_file(obj) {
            self.names.remove(&obj);
            return;
        }
        self.forget(obj, index, old);
        if !new.is_empty()
            && let Some(names) = self.names.get_mut(&obj)
        {
            names.entry(new.to_owned()).or_default().push(index);
        }
    }

    /// Names of all kinds have to be looked up again.
    pub(crate) fn renamed_all(&mut self) {
        self.names.clear();
    }

    /// Names of a kind have to be looked up again.
    pub(crate) fn forget_names(&mut self, obj: Obj) {
        self.names.remove(&obj);
    }

    fn forget(&mut self, obj: Obj, index: usize, name: &str) {
        if named_by_file(obj) {
            self.names.remove(&obj);
        } else if let Some(names) = self.names.get_mut(&obj)
            && let Some(same) = names.get_mut(name)
        {
            same.retain(|&other| other != index);
            if same.is_empty() {
                names.remove(name);
            }
        }
    }

    /// The handle of the first element of a kind and name.
    pub(crate) fn find(&mut self, spec: &Spec, obj: Obj, name: &str) -> Option<usize> {
        if name.is_empty() {
            let unnamed = |(_, name): &(usize, String)| name.is_empty();
            return spec
                .names_of(obj)
                .into_iter()
                .find(unnamed)
                .map(|(id, _)| id);
        }
        let same = self.named(spec, obj).get(name)?;
        if let [only] = same[..] {
            return Some(only);
        }
        let same = same.clone();
        let places = self.places(spec, obj);
        same.into_iter().min_by_key(|id| places.get(id).copied())
    }

    /// Whether another element of the kind has this name.
    pub(crate) fn taken(&mut self, spec: &Spec, obj: Obj, index: usize, name: &str) -> bool {
        let same = self.named(spec, obj).get(name);
        same.is_some_and(|same| same.iter().any(|&other| other != index))
    }

    fn named(&mut self, spec: &Spec, obj: Obj) -> &HashMap<String, Vec<usize>> {
        self.names.entry(obj).or_insert_with(|| {
            let mut names: HashMap<String, Vec<usize>> = HashMap::new();
            for (id, name) in spec.names_of(obj) {
                if !name.is_empty() {
                    names.entry(name).or_default().push(id);
                }
            }
            names
        })
    }

    fn places(&mut self, spec: &Spec, obj: Obj) -> &HashMap<usize, usize> {
        let places = self.places.entry(obj);
        places.or_insert_with(|| {
            let ids = spec.all_of(obj).into_iter().enumerate();
            ids.map(|(place, id)| (id, place)).collect()
        })
    }

    /// The number of an element; −1 if it has none.
    pub(crate) fn number(&mut self, spec: &Spec, order: &Order, obj: Obj, index: usize) -> i64 {
        let tree = in_tree(obj);
        if obj == Obj::Frame || (tree && self.numbered == Numbered::Unknown) {
            return if (obj, index) == (Obj::Body, 0) {
                0
            } else {
                -1
            };
        }
        if self.numbered == Numbered::Compiled {
            let row = order.row(obj, index);
            if tree || row.is_some() {
                return row.map_or(-1, |row| row as i64);
            }
        }
        let place = self.places(spec, obj).get(&index);
        place.map_or(-1, |&place| place as i64)
    }

    /// A number that distinguishes models of different structure.
    pub(crate) fn signature(&mut self, spec: &Spec) -> u64 {
        *self.signature.get_or_insert_with(|| {
            // FNV-1a over the handles of all kinds
            let mut hash = 0xcbf2_9ce4_8422_2325_u64;
            for obj in Obj::ALL {
                for id in spec.all_of(obj) {
                    hash = (hash ^ (id as u64 + 1)).wrapping_mul(0x0100_0000_01b3);
                }
                hash = hash.wrapping_mul(0x0100_0000_01b3);
            }
            hash
        })
    }
}
