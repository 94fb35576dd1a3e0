//! A branch that is being copied or moved: bodies with their contents, independent of any model.

use synovia_mjcf::spec::body;

use crate::spec::arena::Id;
use crate::spec::kinds::tree_kinds;
use crate::spec::names::{Affix, Obj};
use crate::spec::store::{Carrier, Item, Whole};

/// A body of a branch. The frame of an element is its index in `frames`, that of the body itself its index in the `frames` of its
/// parent.
pub(crate) type FreeBody = Carrier<Whole>;

impl FreeBody {
    /// Calls `visit` with kind, name and class type of every element in it, except for the body itself.
    pub(crate) fn each_name(&self, mut visit: impl FnMut(Obj, &str, i32)) {
        macro_rules! names {
            ($([$Obj:ident, $T:ty, $list:ident, $class:ident])*) => { $(
                for item in &self.$list {
                    visit(Obj::$Obj, item.el.name.text(), item.born);
                }
            )* };
        }
        tree_kinds!(names!);
    }

    /// Sets the default class of the body and of its joints and geoms.
    pub(crate) fn set_class(&mut self, class: &str) {
        class.clone_into(&mut self.body.class);
        let joints = self.joints.iter_mut().map(|item| &mut item.class);
        let geoms = self.geoms.iter_mut().map(|item| &mut item.class);
        for of in joints.chain(geoms) {
            class.clone_into(of);
        }
    }

    /// Renames its contents.
    fn rename_contents(&mut self, affix: &Affix) {
        macro_rules! rename {
            ($([$Obj:ident, $T:ty, $list:ident, $class:ident])*) => { $(
                self.$list.iter_mut().for_each(|item| item.rename(affix));
            )* };
        }
        tree_kinds!(rename!);
    }

    /// Shifts the settings index of all its elements by `offset`.
    fn shift_settings(&mut self, offset: usize) {
        self.body.settings += offset;
        if let Some(inertial) = &mut self.inertial {
            inertial.settings += offset;
        }
        macro_rules! shift {
            ($([$Obj:ident, $T:ty, $list:ident, $class:ident])*) => { $(
                self.$list.iter_mut().for_each(|item| item.settings += offset);
            )* };
        }
        tree_kinds!(shift!);
    }
}

/// Whether a chain of frames leads to `within`; frames refer to the enclosing frame by index.
fn leads_to(
    mut frame: Option<Id<body::Frame>>,
    within: Id<body::Frame>,
    frames: &[Item<body::Frame>],
) -> bool {
    // at most the number of frames, so the walk ends
    for _ in 0..=frames.len() {
        match frame {
            Some(id) if id == within => return true,
            Some(id) => frame = frames.get(id.index()).and_then(|f| f.frame),
            None => return false,
        }
    }
    false
}

/// A branch: the first body is its root, indices are relative to it.
#[derive(Clone, Debug)]
pub(crate) struct Branch(pub Vec<FreeBody>);

impl Branch {
    /// Renames everything for a copy; the root itself only if it is `rooted`, a body of its own.
    pub(crate) fn rename(&mut self, affix: &Affix, rooted: bool) {
        for (k, node) in self.0.iter_mut().enumerate() {
            if k > 0 || rooted {
                node.body.rename(affix);
            }
            node.rename_contents(affix);
        }
    }

    /// Shifts the settings index of everything by `offset`, because the settings of another model precede.
    pub(crate) fn shift_settings(&mut self, offset: usize) {
        for node in &mut self.0 {
            node.shift_settings(offset);
        }
    }

    /// Reduces the contents of the root to the frame `within` and its contents. Returns the new id of the frame.
    pub(crate) fn keep_within(&mut self, within: Id<body::Frame>) -> Id<body::Frame> {
        let frames = match self.0.first() {
            Some(root) => root.frames.clone(),
            None => return within,
        };
        let inside = |frame| leads_to(frame, within, &frames);

        // bodies: those of the root that are in the frame, with their subtrees
        let mut place = Vec::with_capacity(self.0.len());
        let mut kept = 0;
        for (k, node) in self.0.iter().enumerate() {
            let stays = match k {
                0 => true,
                _ if node.parent == 0 => inside(node.body.frame),
                _ => place[node.parent] != usize::MAX,
            };
            place.push(if stays { kept } else { usize::MAX });
            kept += usize::from(stays);
        }
        let mut stays = place.iter().map(|&k| k != usize::MAX);
        self.0.retain(|_| stays.next() == Some(true));
        for node in &mut self.0 {
            node.parent = place[node.parent];
            node.bodies.retain(|&child| place[child] != usize::MAX);
            for child in &mut node.bodies {
                *child = place[*child];
            }
        }

        // frames, with their new indices
        // order: the frame itself is first, whatever preceded it
        let mut moved = vec![None; frames.len()];
        let mut kept = 1;
        for (k, frame) in frames.iter().enumerate() {
            if k == within.index() {
                moved[k] = Some(Id::new(0));
            } else if inside(frame.frame) {
                moved[k] = Some(Id::new(kept));
                kept += 1;
            }
        }
        let now = |frame: Option<Id<body::Frame>>| frame.and_then(|id| moved[id.index()]);
        let root = &mut self.0[0];
        if within.index() < root.frames.len() {
            root.frames[..=within.index()].rotate_right(1);
        }
        let mut stay = core::iter::once(true).chain(
            moved
                .iter()
                .enumerate()
                .filter(|&(k, _)| k != within.index())
                .map(|(_, place)| place.is_some()),
        );
        root.frames.retain(|_| stay.next() == Some(true));
        for frame in &mut root.frames {
            frame.frame = now(frame.frame);
        }
        macro_rules! keep {
            ($($list:ident),*) => { $(
                root.$list.retain(|item| inside(item.frame));
                for item in &mut root.$list {
                    item.frame = now(item.frame);
                }
            )* };
        }
        keep!(geoms, joints, sites, cameras, lights);
        for node in self.0.iter_mut().skip(1).filter(|node| node.parent == 0) {
            node.body.frame = now(node.body.frame);
        }
        moved[within.index()].unwrap_or(within)
    }
}
