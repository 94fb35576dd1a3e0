//! Connects links to trees by joints, and places the trees in the world.

use super::{Link, Robot, WORLD};
use crate::diag::NameError;
use crate::read::Reader;
use crate::read::tree::NodeRef;
use crate::spec::body::Node;

/// Maximum length of a chain of links; later passes recurse to the same depth.
///
/// DIFFERENCE(urdf-chain): the reference has no limit.
const MAX_CHAIN: usize = 500;

impl<'t> Reader<'_, '_, 't> {
    /// Records the parent and child links of a joint.
    pub(super) fn connect(&mut self, node: NodeRef<'t>, robot: &mut Robot<'t>) {
        let parent = self.end_of(node, "parent", robot);
        let child = self.end_of(node, "child", robot);
        let (Some(parent), Some(child)) = (parent, child) else {
            return;
        };
        let link = &mut robot.links[child];
        if let Some((other, _)) = link.carried {
            let message = format!(
                "link \"{}\" is already the child of joint \"{}\"; a link can have only one parent",
                link.name,
                other.label()
            );
            self.error(node, message);
            return;
        }
        link.carried = Some((node, parent));
        robot.links[parent].carries.push(child);
    }

    /// The link that `<parent>` or `<child>` names.
    fn end_of(
        &mut self,
        joint: NodeRef<'t>,
        tag: &'static str,
        robot: &Robot<'t>,
    ) -> Option<usize> {
        let end = self.needed(joint, tag)?;
        let name = self.text(end, "link")?;
        let found = robot.by_name.get(name.text()).copied();
        if found.is_none() {
            let kind = NameError::Unknown {
                what: "link",
                name: name.text().to_owned(),
            };
            let report = self.attr_error(end, "link", kind);
            report.suggest(name.text(), robot.by_name.keys().map(String::as_str));
        }
        found
    }

    /// Puts every body into its parent, and those without a parent into the world.
    pub(super) fn plant(&mut self, mut robot: Robot<'t>) {
        let order = self.in_order(&robot.links);
        let world = robot.links.iter().position(|link| link.name == WORLD);

        // children before parents, so that a body is complete before it is moved into its parent
        let mut carried: Vec<Vec<Node>> = robot.links.iter().map(|_| Vec::new()).collect();
        let mut planted = Vec::new();
        for &k in order.iter().rev() {
            if Some(k) == world {
                continue;
            }
            let mut body = core::mem::take(&mut robot.links[k].body);
            body.nodes.extend(carried[k].drain(..).rev());
            let body = Node::Body(Box::new(body));
            match robot.links[k].carried {
                Some((_, parent)) if Some(parent) != world => carried[parent].push(body),
                _ => planted.push(body),
            }
        }
        if let Some(world) = world {
            self.doc.world.nodes = core::mem::take(&mut robot.links[world].body.nodes);
        }
        self.doc.world.nodes.extend(planted.into_iter().rev());
    }

    /// All links, parents before children; reports cycles.
    fn in_order(&mut self, links: &[Link<'t>]) -> Vec<usize> {
        let mut order = Vec::with_capacity(links.len());
        let mut met = vec![false; links.len()];
        let roots = (0..links.len()).filter(|&k| links[k].carried.is_none());
        let mut stack: Vec<(usize, usize)> = roots.rev().map(|k| (k, 1)).collect();
        let mut shallow = true;
        while let Some((k, depth)) = stack.pop() {
            order.push(k);
            met[k] = true;
            if depth > MAX_CHAIN && shallow {
                let message = format!("more than {MAX_CHAIN} links in one chain");
                self.error(links[k].node, message);
                shallow = false;
            }
            if shallow {
                stack.extend(links[k].carries.iter().rev().map(|&c| (c, depth + 1)));
            }
        }
        if !shallow {
            return Vec::new();
        }

        // links that no root reaches form cycles
        for k in 0..links.len() {
            if met[k] {
                continue;
            }
            let mut names = Vec::new();
            let mut at = k;
            while !met[at] {
                met[at] = true;
                names.push(links[at].name.as_str());
                at = links[at].carried.map_or(at, |(_, parent)| parent);
            }
            if names.contains(&links[at].name.as_str()) {
                names.push(&links[at].name);
                names.reverse();
                let message = format!(
                    "the joints of these links form a cycle: {}",
                    names.join(", ")
                );
                self.error(links[k].node, message);
            }
        }
        order
    }
}
