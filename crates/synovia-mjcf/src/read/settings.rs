//! Reads `compiler`, `option`, `size`, `statistic` and `visual`.
//!
//! Repeated sections are merged, the later value wins; lists of disabled actuator groups are combined.
//!
//! Checks are those that the reference makes when it reads a section: signs, lengths and values that contradict each other. Everything
//! else is left to the compiler.

use super::Reader;
use super::tree::NodeRef;
use crate::diag::SchemaError;
use crate::keyword::Coordinate;
use crate::spec::settings::{Compiler, Flag, LengthRange, OptionSection, Size, Statistic};
use crate::{Attr, Element};
use synovia_model::enums::{Cone, Solver};

/// The largest actuator group that can be disabled.
const LAST_GROUP: i32 = 30;

impl<'t> Reader<'_, '_, 't> {
    /// Reads all settings sections of a model.
    pub(super) fn settings(&mut self, root: NodeRef<'t>) {
        for section in root.tagged("compiler") {
            self.compiler(section);
        }
        for section in root.tagged("option") {
            self.option(section);
        }
        // checked after all sections are merged
        self.solver_needs_its_cone();
        for section in root.tagged("size") {
            self.size(section);
        }
        for section in root.tagged("visual") {
            self.visual(section);
        }
        for section in root.tagged("statistic") {
            let new: Statistic = self.element(section);
            if new.extent.get().is_some_and(|&x| x <= 0.0) {
                self.attr_error(section, "extent", "must be strictly positive");
            }
            self.doc.statistic.overlay(&new);
        }
    }

    /// Reads one `compiler` section and merges it with earlier ones.
    pub(super) fn compiler(&mut self, node: NodeRef<'t>) {
        let new: Compiler = self.element(node);
        if new.coordinate.get() == Some(&Coordinate::Global) {
            self.attr_error(
                node,
                "coordinate",
                "global coordinates are no longer supported; use local coordinates",
            );
        }
        if new.eulerseq.get().is_some_and(|seq| seq.len() != 3) {
            self.attr_error(node, "eulerseq", "must have three characters, such as xyz");
        }
        // a later assetdir overrides directories specified before it
        if new.assetdir.is_set() {
            self.doc.compiler.meshdir.clear();
            self.doc.compiler.texturedir.clear();
        }
        self.doc.compiler.overlay(&new);
        for child in node.tagged("lengthrange") {
            let new: LengthRange = self.element(child);
            self.doc.lengthrange.overlay(&new);
        }
    }

    /// Reads one `option` section with its flags, and merges it with earlier ones.
    pub(super) fn option(&mut self, node: NodeRef<'t>) {
        let mut new: OptionSection = self.element(node);
        if let Some(groups) = new.actuatorgroupdisable.get_mut() {
            // an empty or invalid list is still merged with earlier ones
            let wrong = groups
                .iter()
                .copied()
                .find(|g| !(0..=LAST_GROUP).contains(g));
            // the length is checked before lists are combined
            let many = groups.len() > LAST_GROUP as usize + 1;
            if let Some(before) = self.doc.option.actuatorgroupdisable.get() {
                groups.extend_from_slice(before);
            }
            groups.sort_unstable();
            groups.dedup();
            if let Some(group) = wrong {
                let text = format!("group {group} is out of range, expected 0 to {LAST_GROUP}");
                self.attr_error(node, "actuatorgroupdisable", text);
            }
            if many {
                self.attr_error(
                    node,
                    "actuatorgroupdisable",
                    "too many values, expected at most 31 groups",
                );
            }
        }
        self.doc.option.overlay(&new);
        for child in node.tagged("flag") {
            let new: Flag = self.element(child);
            self.doc.flag.overlay(&new);
        }
    }

    /// The active-set solver supports pyramidal cones only.
    pub(super) fn solver_needs_its_cone(&mut self) {
        let option = &self.doc.option;
        if option.solver.get() == Some(&Solver::ActiveSet)
            && option.cone.get() == Some(&Cone::Elliptic)
        {
            let text = "solver=\"ActiveSet\" requires cone=\"pyramidal\", found cone=\"elliptic\"";
            let span = option.cone.span();
            self.job
                .diag
                .error(span, SchemaError::Conflict(text.to_owned()))
                .element("option")
                .attr("cone");
        }
    }

    /// Reads one `size` section and merges it with earlier ones.
    pub(super) fn size(&mut self, node: NodeRef<'t>) {
        let new: Size = self.element(node);
        // −1 means automatic; smaller numbers have no meaning
        let least: [(&str, &Attr<i32>); 11] = [
            ("njmax", &new.njmax),
            ("nconmax", &new.nconmax),
            ("nstack", &new.nstack),
            ("nuser_body", &new.nuser_body),
            ("nuser_jnt", &new.nuser_jnt),
            ("nuser_geom", &new.nuser_geom),
            ("nuser_site", &new.nuser_site),
            ("nuser_cam", &new.nuser_cam),
            ("nuser_tendon", &new.nuser_tendon),
            ("nuser_actuator", &new.nuser_actuator),
            ("nuser_sensor", &new.nuser_sensor),
        ];
        for (name, value) in least {
            if value.get().is_some_and(|&n| n < -1) {
                self.attr_error(node, name, "must not be less than -1");
            }
        }
        self.doc.size.overlay(&new);
        // the old sizes of stack and constraints contradict the memory of the arena, also from an earlier section
        let memory = self.doc.size.memory.get().is_some_and(|m| m.0 != -1);
        for (name, value) in [("nstack", &new.nstack), ("njmax", &new.njmax)] {
            if memory && value.get().is_some_and(|&n| n != -1) {
                self.conflict(
                    node,
                    &format!("both memory and {name} are set; remove one of them"),
                );
            }
        }
    }

    /// Reads one `visual` section; its child elements are merged kind by kind.
    fn visual(&mut self, section: NodeRef<'t>) {
        macro_rules! merge {
            ($node:expr, $part:ident $(, $field:ident $rule:literal)?) => {{
                let new = self.element($node);
                self.doc.visual.$part.overlay(&new);
                $( if new.$field.get().is_some_and(|&x| x <= 0.0) {
                    self.attr_error($node, stringify!($field), $rule);
                } )?
            }};
        }
        for node in section.children() {
            match node.tag() {
                "global" => merge!(node, global, realtime "must be greater than 0"),
                "quality" => merge!(node, quality),
                "headlight" => merge!(node, headlight),
                "map" => merge!(node, map, znear "must be strictly positive"),
                "scale" => merge!(node, scale),
                "rgba" => merge!(node, rgba),
                _ => {}
            }
        }
    }
}
