//! Symbolic analysis of matrices that are sparse along a forest, and the numeric phases that use it.
//!
//! [`ldl`](crate::ldl) derives from the pattern, in every call and for every row, which rows are chains and where the columns
//! of an ancestor are. The pattern of a model never changes: [`Symbolic`] stores this once. If the rows of a tree are
//! numbered depth first, the descendants of row `i` are the rows `i+1 … e_i−1`, and elimination can be arranged by the
//! row that changes ("left-looking") instead of the row that is eliminated:
//!
//! ```text
//! M[i][0…i] −= Σ_k  L[k][i] · M[k][0…i]        k = e_i−1 … i+1                                  (1)
//! L[k][·] = M[k][·] / D_k
//! ```
//!
//! The row stays in registers during the sum. Each element has the terms of [`ldl`](crate::ldl) in the same order, so that the
//! bits are equal.
//!
//! A segment is a chain of at most eight rows without a branch. All descendants of a segment contain its columns at the same
//! place, one after the other: products of the factor with vectors are sums over descendants as well, with the elements of
//! a segment in registers.

#![expect(
    clippy::inline_always,
    reason = "loops are compiled for the selected SIMD level"
)]

mod chain;
mod factor;
mod product;
mod solve;
#[cfg(test)]
mod tests;

use fearless_simd::{Simd, f64x4, prelude::*};

use crate::Csr;

/// Longest row that is supported: a path from a leaf to the root.
const LONGEST: usize = 64;

/// Most rows of a segment: two vectors of four.
const SEGMENT: usize = 8;

/// Rows of a tree whose root is a free joint: see [`root_chain`](crate::root_chain).
const ROOT: usize = 6;

/// The symbolic analysis of one pattern.
#[derive(Clone, Debug, Default)]
pub struct Symbolic {
    /// Trees, in the order of their rows; neighbouring rows without ancestors and descendants are one entry.
    trees: Vec<Tree>,
    /// Segments of trees of several rows, in the order of their rows.
    segments: Vec<Segment>,
    /// Ancestors of the segments that are not contiguous with them.
    ancestors: Vec<u32>,
    /// All rows.
    rows: Vec<Row>,
    /// The rows of each tree, counted from its first row, in the order of their height above the leaves: the sums (1) of rows of
    /// different limbs alternate, so that one does not wait for the division of the other.
    order: Vec<u32>,
    /// Rows of one tree, padded, for (1).
    padded: Vec<[f64; 4]>,
}

/// One row.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// Address of its first number.
    adr: usize,
    /// How many there are.
    len: usize,
    /// Number of its descendants, which are the rows that follow.
    below: usize,
}

/// Some rows that no other rows refer to.
#[derive(Clone, Copy, Debug)]
struct Tree {
    /// How its rows are treated.
    kind: Kind,
    /// First row.
    first: usize,
    /// End of the rows.
    end: usize,
    /// Number of vectors of four of the longest row.
    vectors: usize,
    /// True if the first segment is a chain of six rows.
    rooted: bool,
    /// Its segments, a range.
    segments: (usize, usize),
}

/// How the rows of a tree are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Every row has a diagonal only.
    Diagonal,
    /// Two to five rows are a chain.
    Chain2,
    Chain3,
    Chain4,
    Chain5,
    /// Six rows are a chain.
    Root,
    /// Any other tree.
    Rows,
}

/// A chain of rows, each the only child of the one before.
#[derive(Clone, Copy, Debug)]
struct Segment {
    /// First row.
    first: usize,
    /// End of the rows.
    end: usize,
    /// End of the rows of which these are ancestors.
    below: usize,
    /// Number of ancestors of the first row.
    depth: usize,
    /// Where the ancestors are listed; `None` if they are the rows before the first one.
    ancestors: Option<usize>,
    /// End of the chain of the first six rows of the tree, or its first row if there is no such chain.
    root_end: usize,
}

impl Symbolic {
    /// The analysis of a pattern; `None` if its rows are not contiguous, not numbered depth first, or too long.
    pub fn new(pattern: Csr<'_>) -> Option<Self> {
        let n = pattern.nrow();
        let mut all = Self::default();
        let mut children = vec![0_u32; n];
        let mut next = pattern.rowadr.first().copied().unwrap_or(0);
        // every row is the row of its parent and the diagonal, and its parent is an ancestor of the row before, or that row
        for k in 0..n {
            let adr = usize::try_from(pattern.rowadr[k]).ok()?;
            let len = usize::try_from(pattern.rownnz[k]).ok()?;
            let columns = pattern.colind.get(adr..adr + len)?;
            let (&last, ancestors) = columns.split_last()?;
            if pattern.rowadr[k] != next || last as usize != k || len > LONGEST {
                return None;
            }
            if let Some(&parent) = ancestors.last() {
                let before = k.checked_sub(1)?;
                let parent = usize::try_from(parent).ok().filter(|&p| p < k)?;
                if pattern.cols(parent) != ancestors || !pattern.cols(before).starts_with(ancestors)
                {
                    return None;
                }
                children[parent] += 1;
            }
            next += len as i32;
            all.rows.push(Row { adr, len, below: 0 });
        }
        let mut height = vec![0_u32; n];
        for k in (0..n).rev() {
            if let [.., parent, _] = pattern.cols(k) {
                let parent = *parent as usize;
                all.rows[parent].below += all.rows[k].below + 1;
                height[parent] = height[parent].max(height[k] + 1);
            }
        }
        // the trees
        let mut first = 0;
        while first < n {
            let end = first + all.rows[first].below + 1;
            all.add_tree(pattern, &children, first, end);
            let mut order: Vec<u32> = (0..(end - first) as u32).rev().collect();
            order.sort_by_key(|&i| height[first + i as usize]);
            all.order.extend(order);
            first = end;
        }
        Some(all)
    }

    /// Adds the tree with the rows `first … end − 1`.
    fn add_tree(&mut self, pattern: Csr<'_>, children: &[u32], first: usize, end: usize) {
        if end - first == 1 {
            // neighbours are treated together
            if let Some(last) = self.trees.last_mut()
                && last.kind == Kind::Diagonal
            {
                last.end = end;
                return;
            }
        }
        let longest = (first..end).map(|k| pattern.rownnz[k]).max().unwrap_or(0);
        let chain = end - first >= ROOT && pattern.rownnz[first + ROOT - 1] == ROOT as i32;
        // a chain has as many rows as its last row has numbers
        let kind = match (longest, end - first) {
            (1, _) => Kind::Diagonal,
            (2, 2) => Kind::Chain2,
            (3, 3) => Kind::Chain3,
            (4, 4) => Kind::Chain4,
            (5, 5) => Kind::Chain5,
            (6, ROOT) => Kind::Root,
            _ => Kind::Rows,
        };
        let segments = self.segments.len();
        let vectors = (longest as usize).div_ceil(4);
        if kind == Kind::Rows {
            let root_end = if chain { first + ROOT } else { first };
            let mut k = first;
            while k < end {
                let start = k;
                k += 1;
                // the first six rows are a segment of their own
                while k < end && k != root_end && k - start < SEGMENT && children[k - 1] == 1 {
                    k += 1;
                }
                self.add_segment(pattern, start, k, root_end);
            }
            // one more for the inverse of the diagonal
            let need = (end - first) * (vectors + 1);
            if self.padded.len() < need {
                self.padded.resize(need, [0.0; 4]);
            }
        }
        self.trees.push(Tree {
            kind,
            first,
            end,
            vectors,
            rooted: self
                .segments
                .get(segments)
                .is_some_and(|s| s.end == s.root_end),
            segments: (segments, self.segments.len()),
        });
    }

    fn add_segment(&mut self, pattern: Csr<'_>, first: usize, end: usize, root_end: usize) {
        let columns = pattern.cols(first);
        let ancestors = &columns[..columns.len() - 1];
        let depth = ancestors.len();
        let apart = ancestors
            .first()
            .is_some_and(|&a| a as usize + depth != first);
        let start = self.ancestors.len();
        if apart {
            self.ancestors.extend(ancestors.iter().map(|&a| a as u32));
        }
        self.segments.push(Segment {
            first,
            end,
            below: first + 1 + self.rows[first].below,
            depth,
            ancestors: apart.then_some(start),
            root_end,
        });
    }

    /// Number of rows.
    pub fn nrow(&self) -> usize {
        self.rows.len()
    }
}

/// `N` vectors from position `at` on; numbers after the end of the slice are zero.
#[inline(always)]
fn load<S: Simd, const N: usize>(simd: S, from: &[f64], at: usize) -> [f64x4<S>; N] {
    // both cases are read from memory: returned in vectors, the second one would make the first one pass through memory
    let rest;
    let inside = from
        .get(at..)
        .and_then(|from| from.as_chunks().0.first_chunk());
    let four: &[[f64; 4]; N] = if let Some(inside) = inside {
        inside
    } else {
        rest = end_of::<N>(from, at);
        &rest
    };
    let mut out = [f64x4::splat(simd, 0.0); N];
    for v in 0..N {
        out[v] = f64x4::load_array_ref(simd, &four[v]);
    }
    out
}

/// The numbers from position `at` on where the slice ends, followed by zeros.
#[inline(never)]
fn end_of<const N: usize>(from: &[f64], at: usize) -> [[f64; 4]; N] {
    let from = from.get(at..).unwrap_or_default();
    let mut out = [[0.0; 4]; N];
    let (full, rest) = from.as_chunks::<4>();
    for (out, four) in out.iter_mut().zip(full) {
        *out = *four;
    }
    if let Some(out) = out.get_mut(full.len()) {
        *out = match *rest {
            [a] => [a, 0.0, 0.0, 0.0],
            [a, b] => [a, b, 0.0, 0.0],
            [a, b, c] => [a, b, c, 0.0],
            _ => [0.0; 4],
        };
    }
    out
}
