//! The cases of marching cubes: triangles of a cell, by the set of corners that are inside.
//!
//! Corner `c` of a cell is at `(c & 1, c >> 1 & 1, c >> 2 & 1)`. Edge `4 a + j` runs along axis `a`; the bits of `j`
//! are its position along the other two axes, the earlier one first. Case `Σ 2^c`, over the corners that are inside,
//! has a word of edges in hexadecimal; each group of three edges is a triangle, counter-clockwise seen from outside.
//!
//! W. E. Lorensen, H. E. Cline, *Marching cubes: a high resolution 3D surface construction algorithm* (1987).

/// Maximum number of triangles of a case.
pub(super) const MOST: usize = 5;

/// One word per case, in the order of case numbers.
const WORDS: &str = "
    - 048 509 495489 1a4 1801a8 1a4950 51a5a99a8
    b15 5b1804 0b109b 14818bb89 a5ba45 05b0b88ba 40949aa9b 8ba89b
    286 062046 950628 295256654 41a286 a62a21120 0958621a4 61a621251295
    28615b 604620b15 b09b10628 46162916919b 5a45ba286 2a625a5ba052 286a9ba49409 2a629a9ba
    927 048792 250275 827874475 1a4279 1801a8792 250275a41 827871175a81
    b15279 0485b1279 7b1712210 48242112717b a5ba45279 7928ba80b05b ba7a407a0702 7827b8ba8
    879867 904947746 086065567 467475 7867981a4 79661a916901 a41567506086 a51a65675
    87986715b 15b746794904 08606bb6710b 17b147467 4ba45b698679 670ba0a605b0790 ba06707b0860a40 67b6ba
    36a a36048 36a095 94895436a 341364 680603301 341364950 958836538513
    36a5b1 15b48036a 0b109b6a3 6a3b89b18148 b36b65564 8368030b305b 6b360b09b406 6b368b89b
    2a328a 4a3430032 a28a32509 34a394954293 841812213 013032 509213281841 529512132
    2a328a5b1 b150320434a3 38a32819b109 9b4324294a34b14 5b4428b24b32 b05b30320 3249b4b34094284 32939b
    792a36 2796a3048 527502a36 36a475487827 436413927 927301360680 164136075027 138758518278368
    36a79215b 0486a379215b a362102717b1 36ab17127142482 2795645b6b36 2798060360535b3 02b64b40b36b27b 6838b387b827
    37939aa98 a04a30390379 8a0a370a7075 34a374754 184178798371 937903013 758138378418508 137175
    5b1a98a39379 15ba34304370790 8a7107087b17a37 37a74a7147b1 4539838437935b3 9070370b305b 08437b 7b3
    73b 0483b7 5093b7 4954893b7 b7341a 81a80173b 1a4b73095 3b79a895a51a
    173157 715731804 973930031 148187789317 3a4347745 80aa7307a057 a40a03309397 3973a9a89
    286b73 062046b73 2869503b7 b73654625295 3b7a41286 73b1201a2a62 1a48629503b7 3b762a21a291951
    173157862 246204357315 628031093973 469319149739629 8627457343a4 57a20a05a62a73a 2867393093a0a40 2969a693a973
    3923b9 3923b9480 b50b03302 54b482b42b23 93b92341a 0a801a2b923b 41a3023b0b50 235a858251a53b5
    592521123 804123152592 031023 814821231 3a4349945239 a852353a5925805 43a403023 23a2a8
    63b6b88b9 63b6b00b9460 86383003b0b5 b63b56546 1a48b986b63b 016b969063b61a6 1a450b03b083863 a616516b563b
    985863583531 319469639049159 608630310 314346 983453593a43863 3a6059 6383083403a4 3a6
    6b76ab b6ab76048 6b76ab095 854895a76ab7 1b7174476 0680b6b761b0 9504764171b7 891761681b71951
    a15a56657 0486576a5a15 7696a1961910 7618919714816a1 476457 068056576 940974764 897876
    72878bb8a b7aa0470a720 095b8ab78728 ab25424a2952b72 4284121721b7 71b721201 0954181281b2b72 5191291721b7
    872817157a18 20a57a72a15a04a 1078a7a17287097 14a297 872847457 205257 842472497409 972
    26a2a99ab 4809ab92a26a 26a2a55ab025 542ab2b526a2482 4166921961b9 b960161b6806926 64b02b26b50b41b 2681b5
    6a1612215259 0489252152616a1 a26a12102 a16126182148 259265645 058568526592 026064 268
    8ab8b9 4904a9ab9 0b508b8ab ab5a54 1841b8b98 01b0b9 1b4b84b08b50 b51
    5a159a98a 4a0a90a59a15 10818a 14a 459498 590 084 -
";

/// The triangles of one case, given by their edges.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Case {
    edges: [[u8; 3]; MOST],
    count: usize,
}

impl Case {
    /// All cases.
    pub(super) fn all() -> Vec<Self> {
        WORDS.split_whitespace().map(Self::read).collect()
    }

    fn read(word: &str) -> Self {
        let mut case = Self::default();
        // a case without triangles is a dash
        let digits = word.bytes().filter_map(|b| char::from(b).to_digit(16));
        for (k, edge) in digits.enumerate() {
            case.edges[k / 3][k % 3] = edge as u8;
            case.count = k / 3 + 1;
        }
        case
    }

    /// The triangles of this case.
    pub(super) fn triangles(&self) -> &[[u8; 3]] {
        &self.edges[..self.count]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::marching::low_corner;
    use super::*;

    /// Sides of triangles that no other triangle of the case shares, as directed pairs of edges.
    fn outline(case: &Case) -> BTreeSet<(u8, u8)> {
        let mut sides = BTreeSet::new();
        for &[a, b, c] in case.triangles() {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                if !sides.remove(&(to, from)) {
                    sides.insert((from, to));
                }
            }
        }
        sides
    }

    /// The same edge, seen from the neighbour along an axis.
    fn across(edge: u8, axis: usize) -> u8 {
        let along = usize::from(edge / 4);
        // the bit of the position that belongs to the axis
        let bit = axis - usize::from(axis > along);
        edge ^ (1 << bit)
    }

    /// True if an edge is in the face of the cell at the high or low end of an axis.
    fn in_side(edge: u8, axis: usize, high: bool) -> bool {
        usize::from(edge / 4) != axis && (low_corner(usize::from(edge)) >> axis & 1 == 1) == high
    }

    #[test]
    fn every_case_joins_all_edges_that_are_crossed() {
        let cases = Case::all();
        assert_eq!(cases.len(), 256);
        for (number, case) in cases.iter().enumerate() {
            let crossed = (0..12).filter(|&e| {
                let low = low_corner(e);
                let high = low | 1 << (e / 4);
                (number >> low & 1) != (number >> high & 1)
            });
            // each crossed edge is the start of one side of the outline and the end of one
            let sides = outline(case);
            let from: BTreeSet<usize> = sides.iter().map(|s| usize::from(s.0)).collect();
            let to: BTreeSet<usize> = sides.iter().map(|s| usize::from(s.1)).collect();
            let crossed: BTreeSet<usize> = crossed.collect();
            assert_eq!((&from, &to), (&crossed, &crossed), "{number}");
            assert_eq!(sides.len(), crossed.len(), "{number}");
        }
    }

    #[test]
    fn cells_that_share_a_side_meet_along_the_same_lines() {
        let cases = Case::all();
        for axis in 0..3 {
            // the corners at the low end of the axis, from those at the high end
            let shift = 1 << axis;
            for (number, case) in cases.iter().enumerate() {
                let shared: BTreeSet<(u8, u8)> = outline(case)
                    .into_iter()
                    .filter(|s| in_side(s.0, axis, true) && in_side(s.1, axis, true))
                    .map(|s| (across(s.1, axis), across(s.0, axis)))
                    .collect();
                for (other, beyond) in cases.iter().enumerate() {
                    let fits = (0..8_usize)
                        .filter(|c| c & shift == 0)
                        .all(|c| (number >> (c | shift) & 1) == (other >> c & 1));
                    if !fits {
                        continue;
                    }
                    let met: BTreeSet<(u8, u8)> = outline(beyond)
                        .into_iter()
                        .filter(|s| in_side(s.0, axis, false) && in_side(s.1, axis, false))
                        .collect();
                    assert_eq!(shared, met, "{axis} {number} {other}");
                }
            }
        }
    }
}
