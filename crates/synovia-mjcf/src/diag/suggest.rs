//! Suggestions: the most similar of the words that would have been valid.

/// Maximum number of words that are compared, to bound the time of a suggestion.
const COMPARED: usize = 1000;

/// The candidate most similar to `found`, if it is similar enough to be a typo.
///
/// The distance is the number of characters inserted, deleted, replaced or transposed; up to a third of the word may differ. A
/// difference in case only is always similar enough.
pub fn nearest<'a>(found: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (found.chars().count() / 3).clamp(1, 4);
    candidates
        .into_iter()
        .take(COMPARED)
        .filter_map(|word| {
            if word.eq_ignore_ascii_case(found) {
                return Some((0, word));
            }
            let d = distance(found, word, limit)?;
            (d <= limit).then_some((d, word))
        })
        .min_by_key(|&(d, _)| d)
        .map(|(_, word)| word)
}

/// Damerau–Levenshtein distance (optimal string alignment); `None` if the lengths alone exceed `limit`.
fn distance(a: &str, b: &str, limit: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > 4 * limit || a.len().max(b.len()) > 256 {
        return None;
    }
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();

    // three rows of the table: the one before the previous, the previous, the current
    let mut before: Vec<usize> = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let mut row = vec![0; b.len() + 1];
    for i in 1..=a.len() {
        row[0] = i;
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        core::mem::swap(&mut before, &mut last);
        core::mem::swap(&mut last, &mut row);
    }
    Some(last[b.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_found_and_strangers_are_not() {
        let words = ["free", "ball", "slide", "hinge"];
        assert_eq!(nearest("hinje", words), Some("hinge"));
        assert_eq!(nearest("hnige", words), Some("hinge"));
        assert_eq!(nearest("Hinge", words), Some("hinge"));
        assert_eq!(nearest("prismatic", words), None);
        assert_eq!(nearest("x", words), None);
    }

    #[test]
    fn the_distance_counts_single_edits() {
        assert_eq!(distance("kitten", "sitting", 4), Some(3));
        assert_eq!(distance("ab", "ba", 2), Some(1));
        assert_eq!(distance("", "abc", 3), Some(3));
    }
}
