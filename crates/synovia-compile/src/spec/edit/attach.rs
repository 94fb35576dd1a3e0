//! Attaching: copies inside a model (`replicate`) and from another one (`attach`).
//!
//! The content of a `replicate` is read once, as a branch that is a child of the body, the branch is copied under a new suffix
//! for each number, and the original is removed. The frame of copy `i` is rotated by `i` times the angles, at the position after
//! `i` steps:
//!
//! ```text
//! q_i = euler(i · angles),   p_0 = 0,   p_{i+1} = p_i + R(q_i) offset               (1)
//! ```
//!
//! After each copy all elements that refer to the tree are tried with the names of the copy (see [`super::refs`]); then elements that found
//! all their references before and do not any more are removed. An attached model adds its assets and classes under its prefix.

use synovia_math::{Pose, Quat, Vec3};
use synovia_mjcf::Span;
use synovia_mjcf::attr::Orientation;
use synovia_mjcf::diag::{Diagnostics, NameError};
use synovia_mjcf::spec::body;
use synovia_model::budget::Budget;

use super::branch::Branch;
use super::refs::Refers;
use crate::spec::arena::{Id, List};
use crate::spec::layout::orient;
use crate::spec::names::{Affix, Named, Names, Obj};
use crate::spec::plugins::Instances;
use crate::spec::store::{Item, Spec};

/// Memory of a tree element until the model is compiled, about half of it in the model and in its origin.
pub(crate) const ELEMENT_BYTES: u64 = 2048;
/// Maximum number of elements outside the tree: the number of elements without references doubles with every copy.
const OUTSIDE_LIMIT: usize = 100_000;

/// Parameters of the copies of a branch.
pub(crate) struct Copies<'a> {
    /// Name of the default class of the contents.
    pub class: &'a str,
    /// Number of copies.
    pub count: usize,
    /// Separator between name and number.
    pub separator: &'a str,
    /// Offset from one copy to the next.
    pub offset: [f64; 3],
    /// Euler angles from one copy to the next.
    pub euler: [f64; 3],
    /// The place of the element in the source.
    pub place: Span,
    /// The place of its count in the source.
    pub span: Span,
}

impl Attachment<'_> {
    /// The affix of its names; `foreign` if the part is from another model.
    fn affix(&self, foreign: bool) -> Affix {
        Affix {
            prefix: self.prefix.to_owned(),
            suffix: self.suffix.to_owned(),
            foreign,
        }
    }
}

/// A part of another model.
#[derive(Clone, Copy)]
pub(crate) enum AttachedPart {
    /// Everything in the world.
    World,
    /// A body.
    Body(usize),
    /// A frame with its contents.
    Frame(Id<body::Frame>),
}

/// The target of an attachment.
pub(crate) struct Attachment<'a> {
    /// Prefix of its names.
    pub prefix: &'a str,
    /// Suffix of its names.
    pub suffix: &'a str,
    /// The parent body.
    pub at: usize,
    /// The enclosing frame.
    pub frame: Option<Id<body::Frame>>,
    /// The place of the element in the source.
    pub span: Span,
}

/// The info text of a frame of a replicate until its line is known.
///
/// QUIRK(replicate-info): the reference writes it in another format than that of all other elements.
pub(crate) const REPLICA: &str = "line = ";

/// A frame with this pose, inside another.
pub(crate) fn placed_frame(
    pose: Pose,
    around: Option<Id<body::Frame>>,
    settings: usize,
) -> Item<body::Frame> {
    let mut el = body::Frame::default();
    el.pos.set(pose.pos.into());
    el.quat.set(pose.quat.into());
    Item {
        el,
        frame: around,
        settings,
        ..Item::default()
    }
}

/// A generated identity frame, inside another.
fn bare_frame(around: Option<Id<body::Frame>>) -> Item<body::Frame> {
    Item {
        frame: around,
        ..Item::default()
    }
}

/// Number `i` of `count`, with as many digits as the count has.
fn number(i: usize, count: usize) -> String {
    let width = count.to_string().len();
    format!("{i:0width$}")
}

impl Spec {
    /// Replaces the branch at `template` by copies of its contents, in its parent body, inside the frame `around`.
    pub(crate) fn replicate(
        &mut self,
        template: usize,
        copies: &Copies<'_>,
        around: Option<Id<body::Frame>>,
        diag: &mut Diagnostics,
    ) {
        let at = self.bodies[template].parent;
        let own = self.bodies[template].body.settings;
        let all = self.branch_len(template).saturating_mul(copies.count);
        let count = if self.has_room(all, copies.span, diag) {
            copies.count
        } else {
            0
        };
        let mut pos = Vec3::ZERO;
        for i in 0..count {
            let angles = copies.euler.map(|angle| i as f64 * angle);
            let quat = match orient::resolve(&Orientation::Euler(angles), &self.settings[own]) {
                Ok(quat) => quat,
                Err(error) => {
                    diag.error(copies.span, error.to_string())
                        .element("replicate");
                    break;
                }
            };
            let frame = Pose::new(pos, quat);
            let step = Pose::new(Vec3::from(copies.offset), Quat::IDENTITY);
            pos = orient::accumulate(&frame, &step).pos;

            let affix = Affix {
                prefix: String::new(),
                suffix: format!("{}{}", copies.separator, number(i, copies.count)),
                foreign: false,
            };
            if !self.has_room_for_keys(diag) {
                break;
            }
            let pending = self.save_keys(&affix, diag);
            self.pending.extend(pending);
            let mut branch = self.copy(template);
            for k in self.bodies[template].bodies.clone() {
                self.forget(k);
            }
            branch.rename(&affix, false);
            let mut frame = placed_frame(frame, around, own);
            copies.class.clone_into(&mut frame.class);
            frame.el.span = copies.place;
            REPLICA.clone_into(&mut frame.info);
            let frame = self.add_frame(at, frame);
            self.insert_contents(branch, at, Some(frame));
            if !self.copy_references(&affix, copies.span, diag) {
                break;
            }
            self.copy_named(&self.plugins.named(), &affix);
            self.lengthen_keys();
        }
        self.cut_template(template, diag);
        self.counted = true;
    }

    /// Moves the numbers of all keyframes to joints, actuators and bodies; the keyframes are collected again when the model is compiled.
    ///
    /// QUIRK(replicate-key-controls): activations and controls that actuators saved before are dropped if they found all
    /// their references, those saved now are kept.
    pub(crate) fn make_keys_pending(&mut self, found: &[bool], diag: &mut Diagnostics) {
        let mut found = found.iter();
        self.actuators.for_each_mut(|_, actuator| {
            if found.next() == Some(&true) {
                actuator.saved.clear();
            }
        });
        let pending = self.save_keys(&Affix::default(), diag);
        self.pending.extend(pending);
        for key in self.keys.iter() {
            self.names.remove(Obj::Key, key.el.name.text());
        }
        self.keys.clear();
    }

    /// Whether each actuator finds all its references.
    pub(crate) fn actuators_found(&self) -> Vec<bool> {
        flags(&self.actuators, &self.names)
    }

    /// Removes the template of a replicate, and all elements that referred to it.
    pub(crate) fn cut_template(&mut self, template: usize, diag: &mut Diagnostics) {
        let before = [
            flags(&self.pairs, &self.names),
            flags(&self.excludes, &self.names),
            flags(&self.tendons, &self.names),
            flags(&self.equalities, &self.names),
            flags(&self.actuators, &self.names),
            flags(&self.sensors, &self.names),
        ];
        self.make_keys_pending(&before[4], diag);
        self.drop_branch(template);
        self.remove(template);

        let mut before = before.iter();
        macro_rules! drop_lost {
            ($($list:ident),*) => { $(
                if let Some(before) = before.next() {
                    drop_lost(&mut self.$list, before, &mut self.names, &mut self.plugins);
                }
            )* };
        }
        drop_lost!(pairs, excludes, tendons, equalities, actuators, sensors);
        self.mark_idle();
    }

    /// Attaches part of another model; returns the index of the body, or of the frame.
    pub(crate) fn attach(
        &mut self,
        other: &mut Self,
        part: AttachedPart,
        place: &Attachment<'_>,
        diag: &mut Diagnostics,
    ) -> Option<usize> {
        self.moved.clear();
        let &Attachment {
            at, frame, span, ..
        } = place;
        let affix = place.affix(true);
        let pending = other.save_keys(&affix, diag);
        self.pending.extend(pending);
        if !self.has_room(other.branch_len(other.root_of(part)), span, diag) {
            return None;
        }
        let (mut branch, taken) = other.renamed(part, &affix)?;
        let offset = self.settings.len();
        self.settings.extend(other.settings.iter().cloned());
        branch.shift_settings(offset);
        self.adopt_own(&other.plugins, &mut branch.0);
        other.forget_part(part);
        let attached = if matches!(part, AttachedPart::Body(_)) {
            Some(self.insert(branch, at, frame))
        } else {
            let frame = match part {
                // the contents of the world are placed in a new identity frame
                AttachedPart::World => Some(self.add_frame(at, bare_frame(frame))),
                _ => frame,
            };
            let frames = self.insert_contents(branch, at, frame);
            let attached = taken.and_then(|id| frames.get(id.index()).copied());
            if let (AttachedPart::Frame(part), Some(id), None) = (part, attached, frame) {
                self.keep_outer(other, part, id, offset);
            }
            attached.map(Id::index)
        };

        if !other.compiled {
            other.number_mocap();
        }
        self.keep_last_compiled(&other.last_compiled);
        self.classes.adopt(&other.classes, &affix);
        self.pending.append(&mut other.pending);
        self.declared.extend(other.declared.iter().cloned());
        self.copy_lists(other, &affix, offset, span, diag);
        self.copy_named(&other.plugins.named(), &affix);
        self.lengthen_keys();
        self.generators.extend_from_slice(&other.generators);
        self.counted = true;
        attached
    }

    /// Keeps the place of a frame that was attached to a body: it stays in enclosing frames that are in no list.
    ///
    /// QUIRK(attach-inner-frame): frames around an attached frame still move it, unless it is attached to another frame.
    fn keep_outer(
        &mut self,
        other: &Self,
        part: Id<body::Frame>,
        attached: Id<body::Frame>,
        offset: usize,
    ) {
        let body = self.frames[attached].body;
        let mut around = None;
        for id in other.around(other.frames[part].frame) {
            let mut outer = other.frames[id].clone();
            outer.frame = around;
            outer.body = body;
            outer.settings += offset;
            let copy = self.frames.insert(outer);
            if let Some(&pose) = other.last_compiled.frames.get(&id.index()) {
                self.last_compiled.frames.insert(copy.index(), pose);
            }
            around = Some(copy);
        }
        if around.is_some() {
            self.frames[attached].frame = around;
        }
    }

    /// Attaches a copy of a part of this model to itself; returns the index of the body, or of the frame.
    pub(crate) fn attach_own(
        &mut self,
        part: AttachedPart,
        place: &Attachment<'_>,
        diag: &mut Diagnostics,
    ) -> Option<usize> {
        self.moved.clear();
        let &Attachment {
            at, frame, span, ..
        } = place;
        let affix = place.affix(false);
        if !self.has_room(self.branch_len(self.root_of(part)), span, diag) {
            return None;
        }
        let pending = self.save_keys(&affix, diag);
        self.pending.extend(pending);
        let (mut branch, taken) = self.renamed(part, &affix)?;
        let plugins = self.plugins.clone();
        self.adopt_own(&plugins, &mut branch.0);
        self.forget_part(part);
        let attached = if matches!(part, AttachedPart::Body(_)) {
            Some(self.insert(branch, at, frame))
        } else {
            let outer = match part {
                AttachedPart::Frame(part) if frame.is_none() => self.frames[part].frame,
                _ => frame,
            };
            let frames = self.insert_contents(branch, at, outer);
            taken.and_then(|id| Some(frames.get(id.index())?.index()))
        };
        if !self.compiled {
            self.number_mocap();
        }
        let own = self.last_compiled.clone();
        self.keep_last_compiled(&own);
        self.copy_references(&affix, span, diag);
        self.copy_named(&plugins.named(), &affix);
        self.lengthen_keys();
        attached
    }

    /// The body of a part, or the body that contains it.
    fn root_of(&self, part: AttachedPart) -> usize {
        match part {
            AttachedPart::Body(body) => body,
            AttachedPart::Frame(frame) => self.frames[frame].body,
            AttachedPart::World => 0,
        }
    }

    /// A copy of a part under other names, and for a frame its id in the copy.
    fn renamed(
        &self,
        part: AttachedPart,
        affix: &Affix,
    ) -> Option<(Branch, Option<Id<body::Frame>>)> {
        let root = self.root_of(part);
        let mut branch = self.copy(root);
        let mut taken = None;
        if let AttachedPart::Frame(frame) = part {
            let mut of_body = self.bodies[root].frames.iter();
            let within = of_body.position(|&id| id == frame)?;
            taken = Some(branch.keep_within(Id::new(within)));
        }
        let rooted = matches!(part, AttachedPart::Body(_));
        branch.rename(affix, rooted);
        if !rooted {
            // the enclosing body is not copied, nor is its plugin
            branch.0[0].body.plugin = None;
        }
        Some((branch, taken))
    }

    /// Drops the keyframe numbers of a part, which its copy has now.
    fn forget_part(&mut self, part: AttachedPart) {
        let root = self.root_of(part);
        if matches!(part, AttachedPart::Body(_)) {
            self.forget(root);
            return;
        }
        for k in self.bodies[root].bodies.clone() {
            self.forget(k);
        }
    }

    /// Copies elements that refer to the tree, with the names of a copy inside this model; false if there are too many.
    fn copy_references(&mut self, affix: &Affix, span: Span, diag: &mut Diagnostics) -> bool {
        let mut room = self.room_outside();
        macro_rules! itself {
            ($($list:ident),*) => { $(
                let mut copied = followers(&mut self.$list, affix, &self.names, &mut room);
                self.plugins.follow(None, &mut copied);
                add_all(&mut self.$list, copied, &mut self.names, diag);
            )* };
        }
        itself!(
            flexes, pairs, excludes, tendons, equalities, actuators, sensors, tuples
        );
        fits_outside(room, span, diag)
    }

    /// Copies assets and elements that refer to the tree from another model.
    fn copy_lists(
        &mut self,
        other: &mut Self,
        affix: &Affix,
        offset: usize,
        span: Span,
        diag: &mut Diagnostics,
    ) {
        let mut room = self.room_outside();
        macro_rules! from_other {
            ($($list:ident),*) => { $(
                let mut copied = followers(&mut other.$list, affix, &self.names, &mut room);
                log(&copied, &self.$list, &mut self.moved);
                self.plugins.follow(Some(&other.plugins), &mut copied);
                for copy in &mut copied {
                    copy.settings += offset;
                }
                add_all(&mut self.$list, copied, &mut self.names, diag);
            )* };
        }
        from_other!(
            meshes, skins, flexes, hfields, textures, materials, numerics, texts, pairs, excludes,
            tendons, equalities, actuators, sensors, tuples
        );
        fits_outside(room, span, diag);
    }

    /// The number of elements that can still be added outside the tree.
    fn room_outside(&self) -> usize {
        OUTSIDE_LIMIT.saturating_sub(self.count_outside()).max(1)
    }

    /// Reports an error if `more` elements exceed the memory budget.
    pub(crate) fn has_room(&self, more: usize, span: Span, diag: &mut Diagnostics) -> bool {
        let bytes = (more as u64).saturating_mul(ELEMENT_BYTES);
        let fits = self.budget_of_rest().check(bytes);
        if let Err(over) = fits {
            diag.error(span, format!("{more} more elements: {over}"));
        }
        fits.is_ok()
    }

    /// The memory budget for everything outside the tree.
    pub(crate) fn budget_of_rest(&self) -> Budget {
        let mut budget = self.budget;
        budget.note((self.total as u64).saturating_mul(ELEMENT_BYTES));
        budget
    }
}

/// Reports an error if no room is left.
fn fits_outside(room: usize, span: Span, diag: &mut Diagnostics) -> bool {
    if room == 0 {
        let message = format!(
            "the model would have more than {OUTSIDE_LIMIT} elements outside the tree (a sensor that refers to \
             nothing, like a clock, doubles with every copy)"
        );
        diag.error(span, message);
    }
    room > 0
}

/// Copies of all elements whose references are found; the originals drop the numbers they saved.
fn followers<T: Refers>(
    list: &mut List<T>,
    affix: &Affix,
    names: &Names,
    room: &mut usize,
) -> Vec<Item<T>> {
    let mut copied = Vec::new();
    list.for_each_mut(|id, original| {
        if *room == 0 {
            return;
        }
        let mut copy = original.clone();
        copy.origin = id.index();
        copy.rename(affix);
        if copy.el.follow(affix, names) {
            original.saved.clear();
            copied.push(copy);
            *room -= 1;
        }
    });
    copied
}

/// Records the origin of copies and their new indices: at the end of the list.
fn log<T: Named>(copied: &[Item<T>], list: &List<T>, moved: &mut Vec<(Obj, usize, usize)>) {
    let entries = copied.iter().enumerate();
    moved.extend(entries.map(|(k, copy)| (T::OBJ, copy.origin, list.made() + k)));
}

/// Appends elements and reports repeated names.
fn add_all<T: Named>(
    list: &mut List<T>,
    copied: Vec<Item<T>>,
    names: &mut Names,
    diag: &mut Diagnostics,
) {
    for copy in copied {
        add_name(&copy.el, 0, names, diag);
        list.push(copy);
    }
}

/// Registers the name of an element; reports it if two elements of its kind have the same name.
pub(crate) fn add_name<T: Named>(el: &T, born: i32, names: &mut Names, diag: &mut Diagnostics) {
    names.add(T::OBJ, el.name().text(), born);
    report_if_repeated(el, names, diag);
}

/// Reports an error if two elements of this kind have the same name.
pub(crate) fn report_if_repeated<T: Named>(el: &T, names: &Names, diag: &mut Diagnostics) {
    if !el.name().text().is_empty()
        && let Some(name) = names.repeated(T::OBJ)
    {
        report_repeated(el, name, diag);
    }
}

/// Reports that two elements have the same name, once.
pub(crate) fn report_repeated<T: Named>(el: &T, name: &str, diag: &mut Diagnostics) {
    let repeated = NameError::Repeated {
        what: T::OBJ.word(),
        name: name.to_owned(),
    };
    let kind = repeated.clone().into();
    if diag.errors().iter().all(|error| error.kind != kind) {
        diag.error(el.name_span(), repeated).element(T::OBJ.word());
    }
}

/// Whether each element finds all its references.
fn flags<T: Refers>(list: &List<T>, names: &Names) -> Vec<bool> {
    list.iter().map(|item| item.el.finds_all(names)).collect()
}

/// Removes the elements that found all their references before and do not now.
fn drop_lost<T: Refers>(
    list: &mut List<T>,
    before: &[bool],
    names: &mut Names,
    plugins: &mut Instances,
) {
    let mut before = before.iter();
    let mut lost = Vec::new();
    list.retain(|item| {
        let stays = before.next() != Some(&true) || item.el.finds_all(names);
        if !stays {
            lost.push(item.el.name().text().to_owned());
            plugins.drop_own(item.plugin.as_ref());
        }
        stays
    });
    // order: names are unregistered after the whole list was examined
    for name in lost {
        names.remove(T::OBJ, &name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_as_many_digits_as_the_count() {
        assert_eq!(number(0, 9), "0");
        assert_eq!(number(3, 10), "03");
        assert_eq!(number(10, 11), "10");
        assert_eq!(number(7, 100), "007");
    }
}
