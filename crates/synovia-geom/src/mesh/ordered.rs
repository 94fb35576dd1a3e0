//! A balanced search tree for an order that is not transitive.
//!
//! Sides of a mesh are looked up by their normal with a tolerance. "Neither before nor after" is then not transitive,
//! and the side that is found depends on the path through the tree.
//!
//! QUIRK(mesh-side-lookup): the paths are those of a red–black tree (Cormen et al., *Introduction to Algorithms*,
//! chapter 13) in which a search descends to the left unless the node is before the key.

/// Marks a missing node.
const NONE: u32 = u32::MAX;

struct Node {
    child: [u32; 2],
    parent: u32,
    red: bool,
}

/// A tree of the items 0, 1, 2, …, numbered in the order of insertion.
pub(super) struct Tree {
    node: Vec<Node>,
    root: u32,
}

impl Tree {
    pub(super) fn new() -> Self {
        Self {
            node: Vec::new(),
            root: NONE,
        }
    }

    /// The item that is neither before nor after the key, if one is on the search path.
    ///
    /// `before` returns whether an item is before the key, `after` whether it is after the key.
    pub(super) fn find(
        &self,
        before: impl Fn(u32) -> bool,
        after: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        let mut found = NONE;
        let mut at = self.root;
        while at != NONE {
            if before(at) {
                at = self.node[at as usize].child[1];
            } else {
                found = at;
                at = self.node[at as usize].child[0];
            }
        }
        (found != NONE && !after(found)).then_some(found)
    }

    /// Inserts the next item unless an equal one is in its place; returns whether it was inserted.
    pub(super) fn insert(
        &mut self,
        before: impl Fn(u32) -> bool,
        after: impl Fn(u32) -> bool,
    ) -> bool {
        let new = self.node.len() as u32;
        let mut parent = NONE;
        let mut side = 0;
        let mut at = self.root;
        while at != NONE {
            parent = at;
            side = if after(at) {
                0
            } else if before(at) {
                1
            } else {
                return false;
            };
            at = self.node[at as usize].child[side];
        }
        self.node.push(Node {
            child: [NONE; 2],
            parent,
            red: true,
        });
        if parent == NONE {
            self.root = new;
        } else {
            self.node[parent as usize].child[side] = new;
        }
        self.balance(new);
        true
    }

    /// All items, in sorted order.
    pub(super) fn in_order(&self) -> Vec<u32> {
        let mut out = Vec::with_capacity(self.node.len());
        let mut path = Vec::new();
        let mut at = self.root;
        loop {
            while at != NONE {
                path.push(at);
                at = self.node[at as usize].child[0];
            }
            let Some(top) = path.pop() else { return out };
            out.push(top);
            at = self.node[top as usize].child[1];
        }
    }

    fn parent(&self, k: u32) -> u32 {
        self.node[k as usize].parent
    }

    fn is_red(&self, k: u32) -> bool {
        k != NONE && self.node[k as usize].red
    }

    /// Restores the invariants after an insertion: no red node has a red parent, and the root is black.
    fn balance(&mut self, mut k: u32) {
        while k != self.root && self.is_red(self.parent(k)) {
            let parent = self.parent(k);
            let above = self.parent(parent);
            let side = usize::from(self.node[above as usize].child[1] == parent);
            let uncle = self.node[above as usize].child[1 - side];
            if self.is_red(uncle) {
                self.node[parent as usize].red = false;
                self.node[uncle as usize].red = false;
                self.node[above as usize].red = true;
                k = above;
                continue;
            }
            let mut top = parent;
            if self.node[parent as usize].child[1 - side] == k {
                self.rotate(parent, side);
                top = k;
            }
            self.node[top as usize].red = false;
            self.node[above as usize].red = true;
            self.rotate(above, 1 - side);
            break;
        }
        let root = self.root as usize;
        self.node[root].red = false;
    }

    /// Rotates `k` down to the given side; its child on the other side takes its place.
    fn rotate(&mut self, k: u32, side: usize) {
        let up = self.node[k as usize].child[1 - side];
        let inner = self.node[up as usize].child[side];
        let parent = self.parent(k);
        self.node[k as usize].child[1 - side] = inner;
        if inner != NONE {
            self.node[inner as usize].parent = k;
        }
        self.node[up as usize].child[side] = k;
        self.node[up as usize].parent = parent;
        self.node[k as usize].parent = up;
        if parent == NONE {
            self.root = up;
        } else {
            let slot = usize::from(self.node[parent as usize].child[1] == k);
            self.node[parent as usize].child[slot] = up;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_come_back_sorted_and_once(keys in prop::collection::vec(0_u32..200, 0..300)) {
            let mut tree = Tree::new();
            let mut kept: Vec<u32> = Vec::new();
            for &key in &keys {
                let known = kept.contains(&key);
                let found = tree.find(|k| kept[k as usize] < key, |k| kept[k as usize] > key);
                prop_assert_eq!(found.map(|k| kept[k as usize]), known.then_some(key));
                let new = tree.insert(|k| kept[k as usize] < key, |k| kept[k as usize] > key);
                prop_assert_eq!(new, !known);
                if new {
                    kept.push(key);
                }
            }
            let order: Vec<u32> = tree.in_order().iter().map(|&k| kept[k as usize]).collect();
            let mut sorted = kept.clone();
            sorted.sort_unstable();
            prop_assert_eq!(order, sorted);
            // a red–black tree is at most twice as high as a perfect tree
            let depth = |mut k: u32| { let mut d = 0; while k != NONE { k = tree.parent(k); d += 1; } d };
            let deepest = (0..kept.len() as u32).map(depth).max().unwrap_or(0);
            prop_assert!(f64::from(deepest) <= 2.0 * (kept.len() as f64 + 1.0).log2() + 1.0);
        }
    }
}
