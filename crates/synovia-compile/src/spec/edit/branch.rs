//! A branch on its way from one place of a tree to another: bodies with all that they carry, taken out of any model.

use synovia_mjcf::spec::body;

use crate::spec::arena::Id;
use crate::spec::names::{Affix, Named, Obj};
use crate::spec::store::{Carrier, Item, Whole};

/// A body of a branch. The frame of a thing is its place in `frames`, that of the body itself its place in the `frames` of its
/// parent.
pub(crate) type FreeBody = Carrier<Whole>;

impl FreeBody {
    /// Calls `visit` with kind, name and born type of everything in it, the body itself excepted.
    pub(crate) fn each_name(&self, mut visit: impl FnMut(Obj, &str, i32)) {
        fn all<T: Named>(items: &[Item<T>], visit: &mut impl FnMut(Obj, &str, i32)) {
            for item in items {
                visit(T::OBJ, item.el.name().text(), item.born);
            }
        }
        all(&self.geoms, &mut visit);
        all(&self.joints, &mut visit);
        all(&self.sites, &mut visit);
        all(&self.cameras, &mut visit);
        all(&self.lights, &mut visit);
        all(&self.frames, &mut visit);
    }

    /// Says which class it and its joints and geoms are of.
    pub(crate) fn set_class(&mut self, class: &str) {
        class.clone_into(&mut self.body.class);
        let joints = self.joints.iter_mut().map(|item| &mut item.class);
        let geoms = self.geoms.iter_mut().map(|item| &mut item.class);
        for of in joints.chain(geoms) {
            class.clone_into(of);
        }
    }

    /// Renames all it carries.
    fn rename_contents(&mut self, affix: &Affix) {
        fn all<T: Named>(items: &mut [Item<T>], affix: &Affix) {
            for item in items {
                item.el.rename(affix);
                affix.apply_class(&mut item.class);
                if let Some(used) = &mut item.plugin {
                    used.rename(affix);
                }
            }
        }
        all(&mut self.geoms, affix);
        all(&mut self.joints, affix);
        all(&mut self.sites, affix);
        all(&mut self.cameras, affix);
        all(&mut self.lights, affix);
        all(&mut self.frames, affix);
    }

    /// Counts the settings of everything from `offset` on.
    fn shift_settings(&mut self, offset: usize) {
        fn all<T>(items: &mut [Item<T>], offset: usize) {
            for item in items {
                item.settings += offset;
            }
        }
        self.body.settings += offset;
        if let Some(inertial) = &mut self.inertial {
            inertial.settings += offset;
        }
        all(&mut self.geoms, offset);
        all(&mut self.joints, offset);
        all(&mut self.sites, offset);
        all(&mut self.cameras, offset);
        all(&mut self.lights, offset);
        all(&mut self.frames, offset);
    }
}

/// True if a chain of frames leads to `within`; frames know those around them by their places.
fn leads_to(
    mut frame: Option<Id<body::Frame>>,
    within: Id<body::Frame>,
    frames: &[Item<body::Frame>],
) -> bool {
    // a chain is never longer than the number of frames
    for _ in 0..=frames.len() {
        match frame {
            Some(id) if id == within => return true,
            Some(id) => frame = frames.get(id.index()).and_then(|f| f.frame),
            None => return false,
        }
    }
    false
}

/// A branch taken out of a tree: the first is its root, indices are its own.
#[derive(Clone, Debug)]
pub(crate) struct Branch(pub Vec<FreeBody>);

impl Branch {
    /// Gives everything the names of a copy; the root itself only if it is `rooted`, a body of its own.
    pub(crate) fn rename(&mut self, affix: &Affix, rooted: bool) {
        for (k, node) in self.0.iter_mut().enumerate() {
            if k > 0 || rooted {
                node.body.el.rename(affix);
                affix.apply_class(&mut node.body.class);
                if let Some(used) = &mut node.body.plugin {
                    used.rename(affix);
                }
            }
            node.rename_contents(affix);
        }
    }

    /// Counts the settings of everything from `offset` on, because those of another model came before.
    pub(crate) fn shift_settings(&mut self, offset: usize) {
        for node in &mut self.0 {
            node.shift_settings(offset);
        }
    }

    /// Keeps of what the root carries only the frame at place `within` and what stands in it. Returns its new place.
    pub(crate) fn keep_within(&mut self, within: Id<body::Frame>) -> Id<body::Frame> {
        let frames = match self.0.first() {
            Some(root) => root.frames.clone(),
            None => return within,
        };
        let inside = |frame| leads_to(frame, within, &frames);

        // bodies: those of the root that stand in the frame, with all below them
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

        // frames, with their new places
        // order: the frame itself stands first, whatever stood before it
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
