//! Attaching: copies inside a model (`replicate`) and from another one (`attach`).
//!
//! `replicate` writes its content once, as a branch that hangs from the body like any child, copies the branch under a new suffix
//! for each number, and removes the original. The frame of copy `i` is turned by `i` times the angles, at the place where
//! walking `i` steps leads:
//!
//! ```text
//! q_i = euler(i · angles),   p_0 = 0,   p_{i+1} = p_i + R(q_i) offset               (1)
//! ```
//!
//! After each copy all that refers into the tree is tried in the names of the copy (see [`super::refs`]); after that, what found
//! everything before and does not any more is dropped. An attached model adds its assets and classes under its prefix.

use synovia_math::{Pose, Quat, Vec3};
use synovia_mjcf::Span;
use synovia_mjcf::attr::Orientation;
use synovia_mjcf::diag::{Diagnostics, NameError};

use super::draft::{Draft, Link, Loose};
use super::names::{Affix, Named, Names};
use super::orient;
use super::plugins::Instances;
use super::refs::Refers;
use super::scene::Settings;

/// More elements than this are refused.
pub(super) const LIMIT: usize = 1_000_000;
/// More elements than this outside the tree are refused: what refers to nothing doubles with every copy.
const OUTSIDE_LIMIT: usize = 100_000;

/// Where copies of a branch go.
pub(super) struct Copies<'a> {
    /// Number of copies.
    pub count: usize,
    /// What separates name and number.
    pub separator: &'a str,
    /// Offset from one copy to the next.
    pub offset: [f64; 3],
    /// Euler angles from one copy to the next.
    pub euler: [f64; 3],
    /// Where the element was written.
    pub span: Span,
}

/// What is copied, and into which frames.
pub(super) struct Replicas<'a> {
    /// The branch.
    pub template: usize,
    /// Frames around all copies.
    pub chain: &'a [Link],
    /// Name of the class of what is inside.
    pub class: &'a str,
}

/// Where a part of another model goes.
pub(super) struct Attachment<'a> {
    /// Prefix of its names.
    pub prefix: &'a str,
    /// The body that carries it.
    pub at: usize,
    /// Frames around it.
    pub chain: &'a [Link],
    /// Where the element was written.
    pub span: Span,
}

/// Number `i` of `count`, with as many digits as the count has.
fn number(i: usize, count: usize) -> String {
    let width = count.to_string().len();
    format!("{i:0width$}")
}

impl Draft {
    /// Replaces a branch by copies of what it carries, in the body around it.
    pub(super) fn replicate(
        &mut self,
        place: &Replicas<'_>,
        copies: &Copies<'_>,
        settings: &Settings,
        diag: &mut Diagnostics,
    ) {
        let template = place.template;
        let at = self.bodies[template].parent;
        let all = self.branch_len(template).saturating_mul(copies.count);
        let count = if self.has_room(all, copies.span, diag) {
            copies.count
        } else {
            0
        };
        let mut pos = Vec3::ZERO;
        for i in 0..count {
            let angles = copies.euler.map(|angle| i as f64 * angle);
            let quat = match orient::resolve(&Orientation::Euler(angles), settings) {
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
            let pending = self.save_keys(&affix, diag);
            self.pending.extend(pending);
            let mut branch = self.copy(template);
            for k in self.bodies[template].bodies.clone() {
                self.forget(k);
            }
            branch.rename(&affix, false);
            let around = self.inside(place.chain, Some(frame));
            self.bare_frame(at, &around, place.class);
            self.insert_contents(branch, at, &around);
            if !self.copy_references(&affix, copies.span, diag) {
                break;
            }
            let plugins = self.plugins.clone();
            self.copy_named(&plugins, &affix);
            self.lengthen_keys();
        }
        self.cut_template(template, diag);
    }

    /// Cuts the template of a replicate off, and all that referred to it.
    fn cut_template(&mut self, template: usize, diag: &mut Diagnostics) {
        let before = [
            flags(&self.pairs, &self.names),
            flags(&self.excludes, &self.names),
            flags(&self.tendons, &self.names),
            flags(&self.equalities, &self.names),
            flags(&self.actuators, &self.names),
            flags(&self.sensors, &self.names),
        ];
        // QUIRK(replicate-key-controls): activations and controls of keyframes saved before are dropped, those saved now stay
        for (actuator, found) in self.actuators.iter_mut().zip(&before[4]) {
            if *found {
                actuator.saved.clear();
            }
        }
        let pending = self.save_keys(&Affix::default(), diag);
        self.pending.extend(pending);
        for key in self.keys.drain(..) {
            self.names
                .remove(super::names::Obj::Key, key.el.name.text());
        }
        self.drop_branch(template);
        self.remove(template);

        let [pairs, excludes, tendons, equalities, actuators, sensors] = &before;
        drop_lost(&mut self.pairs, pairs, &mut self.names, &mut self.plugins);
        drop_lost(
            &mut self.excludes,
            excludes,
            &mut self.names,
            &mut self.plugins,
        );
        drop_lost(
            &mut self.tendons,
            tendons,
            &mut self.names,
            &mut self.plugins,
        );
        drop_lost(
            &mut self.equalities,
            equalities,
            &mut self.names,
            &mut self.plugins,
        );
        drop_lost(
            &mut self.actuators,
            actuators,
            &mut self.names,
            &mut self.plugins,
        );
        drop_lost(
            &mut self.sensors,
            sensors,
            &mut self.names,
            &mut self.plugins,
        );
        self.mark_idle();
    }

    /// Attaches `branch_root` of another model, or all that its world carries.
    pub(super) fn attach(
        &mut self,
        other: &mut Self,
        branch_root: Option<usize>,
        place: &Attachment<'_>,
        diag: &mut Diagnostics,
    ) {
        let &Attachment {
            prefix,
            at,
            chain,
            span,
        } = place;
        let affix = Affix {
            prefix: prefix.to_owned(),
            suffix: String::new(),
            foreign: true,
        };
        let pending = other.save_keys(&affix, diag);
        self.pending.extend(pending);

        let root = branch_root.unwrap_or(0);
        if !self.has_room(other.branch_len(root), span, diag) {
            return;
        }
        let mut branch = other.copy(root);
        branch.rename(&affix, branch_root.is_some());
        if branch_root.is_none() {
            // the world stays behind, with its plugin
            branch.0[0].body.plugin = None;
        }
        self.adopt_own(&other.plugins, &mut branch.0);
        if branch_root.is_some() {
            other.forget(root);
            self.insert(branch, at, chain);
        } else {
            for k in other.bodies[root].bodies.clone() {
                other.forget(k);
            }
            // all that the world carries stands in a frame of its own
            let inside = self.inside(chain, None);
            self.bare_frame(at, &inside, "");
            self.insert_contents(branch, at, &inside);
        }

        self.classes.adopt(&other.classes, &affix);
        self.pending.append(&mut other.pending);
        self.declared.extend(other.declared.iter().cloned());
        self.copy_lists(other, &affix, span, diag);
        self.copy_named(&other.plugins, &affix);
        self.lengthen_keys();
    }

    /// Copies what refers into the tree under the names of a copy inside this model; false if that becomes too much.
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

    /// Copies assets and what refers into the tree from another model.
    fn copy_lists(&mut self, other: &mut Self, affix: &Affix, span: Span, diag: &mut Diagnostics) {
        let mut room = self.room_outside();
        macro_rules! from_other {
            ($($list:ident),*) => { $(
                let mut copied = followers(&mut other.$list, affix, &self.names, &mut room);
                self.plugins.follow(Some(&other.plugins), &mut copied);
                add_all(&mut self.$list, copied, &mut self.names, diag);
            )* };
        }
        from_other!(
            meshes, skins, flexes, hfields, textures, materials, numerics, texts, pairs, excludes,
            tendons, equalities, actuators, sensors, tuples
        );
        fits_outside(room, span, diag);
    }

    /// How many elements may still come outside the tree.
    fn room_outside(&self) -> usize {
        OUTSIDE_LIMIT.saturating_sub(self.count_outside()).max(1)
    }

    /// Reports it if `more` elements are too many.
    pub(super) fn has_room(&self, more: usize, span: Span, diag: &mut Diagnostics) -> bool {
        let fits = self.total.saturating_add(more) <= LIMIT;
        if !fits {
            let message = format!("the model would have more than {LIMIT} elements");
            diag.error(span, message);
        }
        fits
    }
}

/// Reports it if no room is left.
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

/// The copies of all elements that find what they refer to; their originals forget what they saved.
fn followers<T: Refers>(
    list: &mut [Loose<T>],
    affix: &Affix,
    names: &Names,
    room: &mut usize,
) -> Vec<Loose<T>> {
    let mut copied = Vec::new();
    for original in list {
        if *room == 0 {
            break;
        }
        let mut copy = original.clone();
        copy.el.rename(affix);
        affix.apply_class(&mut copy.class);
        if let Some(used) = &mut copy.plugin {
            used.rename(affix);
        }
        if copy.el.follow(affix, names) {
            original.saved.clear();
            copied.push(copy);
            *room -= 1;
        }
    }
    copied
}

/// Appends, reporting names that are then taken twice.
fn add_all<T: Named>(
    list: &mut Vec<Loose<T>>,
    copied: Vec<Loose<T>>,
    names: &mut Names,
    diag: &mut Diagnostics,
) {
    for copy in copied {
        add_name(&copy.el, 0, names, diag);
        list.push(copy);
    }
}

/// Registers the name of an element; reports it if any two elements of its kind now have the same name.
pub(super) fn add_name<T: Named>(el: &T, born: i32, names: &mut Names, diag: &mut Diagnostics) {
    let name = el.name().text();
    names.add(T::OBJ, name, born);
    if !name.is_empty()
        && let Some(name) = names.repeated(T::OBJ)
    {
        report_repeated(el, name, diag);
    }
}

/// Reports that two elements have the same name, once.
pub(super) fn report_repeated<T: Named>(el: &T, name: &str, diag: &mut Diagnostics) {
    let repeated = NameError::Repeated {
        what: T::OBJ.word(),
        name: name.to_owned(),
    };
    let kind = repeated.clone().into();
    if diag.errors().iter().all(|error| error.kind != kind) {
        diag.error(el.name_span(), repeated).element(T::OBJ.word());
    }
}

/// Which elements find all that they refer to.
fn flags<T: Refers>(list: &[Loose<T>], names: &Names) -> Vec<bool> {
    list.iter().map(|loose| loose.el.finds_all(names)).collect()
}

/// Drops the elements that found everything before and do not now.
fn drop_lost<T: Refers>(
    list: &mut Vec<Loose<T>>,
    before: &[bool],
    names: &mut Names,
    plugins: &mut Instances,
) {
    let mut before = before.iter();
    let mut lost = Vec::new();
    list.retain(|loose| {
        let stays = before.next() != Some(&true) || loose.el.finds_all(names);
        if !stays {
            lost.push(loose.el.name().text().to_owned());
            plugins.drop_own(loose.plugin.as_ref());
        }
        stays
    });
    // order: names go after the whole list was looked at
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
