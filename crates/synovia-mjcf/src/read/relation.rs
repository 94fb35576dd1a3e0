//! Reads `contact`, `equality` and `tendon`.
//!
//! References to bodies, geoms, sites, joints and tendons are stored as names; whether these exist is decided by the compiler, when
//! copies and attachments have been made.

use super::Reader;
use super::tree::NodeRef;
use crate::Attr;
use crate::spec::relation::{
    Equality, EqualityKind, Exclude, Tendon, TendonKind, Wrap, WrapGeom, WrapJoint, WrapPulley,
    WrapSite,
};

impl<'t> Reader<'_, '_, 't> {
    /// Reads one `contact` section.
    pub(super) fn contact(&mut self, section: NodeRef<'t>) {
        for node in section.children() {
            match node.tag() {
                "pair" => {
                    let pair = self.element(node);
                    self.doc.pairs.push(pair);
                }
                "exclude" => {
                    let exclude: Exclude = self.element(node);
                    self.require(node, "body1");
                    self.require(node, "body2");
                    self.doc.excludes.push(exclude);
                }
                _ => {}
            }
        }
    }

    /// Reads one `equality` section; each kind of constraint requires other attributes.
    pub(super) fn equality(&mut self, section: NodeRef<'t>) {
        for node in section.children() {
            let Some(kind) = EqualityKind::from_tag(node.tag()) else {
                continue;
            };
            let mut equality: Equality = self.element(node);
            equality.kind = kind;
            match kind {
                EqualityKind::Connect | EqualityKind::Weld => {
                    self.check_bodies_or_sites(node, &equality);
                }
                EqualityKind::Joint => self.require(node, "joint1"),
                EqualityKind::Tendon => self.require(node, "tendon1"),
                EqualityKind::Flex | EqualityKind::FlexVert => self.require(node, "flex"),
                EqualityKind::Distance => self.check_sites_or_geoms(node, &equality),
            }
            self.doc.equalities.push(equality);
        }
    }

    /// `connect` and `weld` constrain two bodies or two sites; their attributes cannot be mixed.
    fn check_bodies_or_sites(&mut self, node: NodeRef<'t>, eq: &Equality) {
        // a form is complete if all its attributes are set; exactly one of the two must be
        let any_site = eq.site1.is_set() || eq.site2.is_set();
        let any_body =
            eq.body1.is_set() || eq.body2.is_set() || eq.anchor.is_set() || eq.relpose.is_set();
        let connect = eq.kind == EqualityKind::Connect;
        let sites = eq.site1.is_set() && eq.site2.is_set();
        let bodies = eq.body1.is_set() && (eq.anchor.is_set() || !connect);
        if any_site && any_body {
            self.conflict(node, "found attributes of both bodies and sites; remove site1 and site2, or body1, body2, anchor and relpose");
        } else if sites == bodies {
            let body = if connect { "body1 and anchor" } else { "body1" };
            self.conflict(node, &format!("expected {body}, or site1 and site2"));
        }
    }

    /// `distance` constrains two sites or two geoms.
    fn check_sites_or_geoms(&mut self, node: NodeRef<'t>, eq: &Equality) {
        let any = |a: &Attr<String>, b: &Attr<String>| a.is_set() || b.is_set();
        let both = |a: &Attr<String>, b: &Attr<String>| a.is_set() && b.is_set();
        let sites = both(&eq.site1, &eq.site2) && !any(&eq.geom1, &eq.geom2);
        let geoms = both(&eq.geom1, &eq.geom2) && !any(&eq.site1, &eq.site2);
        if !sites && !geoms {
            self.conflict(node, "expected site1 and site2, or geom1 and geom2");
        }
        if eq.distance.get().is_some_and(|&d| d < 0.0) {
            self.attr_error(node, "distance", "must not be negative");
        }
    }

    /// Reads one `tendon` section with the paths of its tendons.
    pub(super) fn tendon(&mut self, section: NodeRef<'t>) {
        for node in section.children() {
            let Some(kind) = TendonKind::from_tag(node.tag()) else {
                continue;
            };
            let mut tendon: Tendon = self.element(node);
            tendon.kind = kind;
            for child in node.children() {
                // the order of the children is the path
                let wrap = match child.tag() {
                    "site" => {
                        self.require(child, "site");
                        Wrap::Site(self.element::<WrapSite>(child))
                    }
                    "geom" => {
                        self.require(child, "geom");
                        Wrap::Geom(self.element::<WrapGeom>(child))
                    }
                    "pulley" => {
                        self.require_number(child, "divisor");
                        Wrap::Pulley(self.element::<WrapPulley>(child))
                    }
                    "joint" => {
                        self.require(child, "joint");
                        self.require_number(child, "coef");
                        Wrap::Joint(self.element::<WrapJoint>(child))
                    }
                    _ => continue,
                };
                tendon.path.push(wrap);
            }
            self.doc.tendons.push(tendon);
        }
    }
}
