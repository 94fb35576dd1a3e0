//! The records of a ZIP archive whose members are stored without compression.
//!
//! ```text
//! for each member:  local header, name, content
//! then:             a directory with the name and place of each, and where the directory starts
//! ```
//!
//! A number that does not fit into 32 bits is written as 2³² − 1, and its value follows in the 64-bit form of the record
//! (ZIP64, sections 4.3.14, 4.3.15 and 4.5.3 of the format's APPNOTE).

const LOCAL: u32 = 0x0403_4b50;
const ENTRY: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
const WIDE_END: u32 = 0x0606_4b50;
const WIDE_PLACE: u32 = 0x0706_4b50;
/// The extra field with numbers of 64 bits.
const WIDE: u16 = 1;
/// The version of the format that a reader needs.
const NARROW_VERSION: u16 = 20;
/// The version with numbers of 64 bits.
const WIDE_VERSION: u16 = 45;
/// The first of January 1980, the earliest day that the format knows: the same run gives the same bytes on any day.
const DAY: u16 = (1 << 5) | 1;

/// The first number that 32 bits do not hold.
pub const LIMIT: u64 = u32::MAX as u64;

/// A file of an archive.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Where its local header starts.
    pub place: u64,
    /// Its bytes.
    pub size: u64,
    /// Its check sum.
    pub sum: u32,
}

/// Bytes of the local header of a member, with the name.
pub fn local_len(name: &str, size: u64, limit: u64) -> u64 {
    30 + name.len() as u64 + if size >= limit { 20 } else { 0 }
}

/// Numbers, last byte last.
#[derive(Default)]
struct Record(Vec<u8>);

impl Record {
    fn put<const N: usize>(mut self, words: [u16; N]) -> Self {
        self.0
            .extend(words.iter().flat_map(|word| word.to_le_bytes()));
        self
    }

    fn put32<const N: usize>(mut self, words: [u32; N]) -> Self {
        self.0
            .extend(words.iter().flat_map(|word| word.to_le_bytes()));
        self
    }

    fn put64<const N: usize>(mut self, words: [u64; N]) -> Self {
        self.0
            .extend(words.iter().flat_map(|word| word.to_le_bytes()));
        self
    }

    fn bytes(mut self, bytes: &[u8]) -> Self {
        self.0.extend_from_slice(bytes);
        self
    }
}

/// A number in 32 bits, or the mark that it follows in 64.
fn narrow(value: u64, limit: u64) -> u32 {
    if value >= limit {
        u32::MAX
    } else {
        value as u32
    }
}

/// What the local header and the directory say alike: version, flags, method, time, day, sum, both sizes.
fn facts(record: Record, member: &Member, wide: bool, limit: u64) -> Record {
    let version = if wide { WIDE_VERSION } else { NARROW_VERSION };
    let size = narrow(member.size, limit);
    record
        .put([version, 0, 0, 0, DAY])
        .put32([member.sum, size, size])
        .put([member.name.len() as u16])
}

/// The local header of a member, with the name.
pub fn local(member: &Member, limit: u64) -> Vec<u8> {
    let wide = member.size >= limit;
    let record = facts(Record::default().put32([LOCAL]), member, wide, limit);
    let record = record.put([if wide { 20 } else { 0 }]);
    let record = record.bytes(member.name.as_bytes());
    if wide {
        let sizes = [member.size, member.size];
        return record.put([WIDE, 16]).put64(sizes).0;
    }
    record.0
}

/// The entry of a member in the directory.
fn entry(member: &Member, limit: u64) -> Vec<u8> {
    // only numbers that are marked follow, in this order
    let mut numbers = Record::default();
    if member.size >= limit {
        numbers = numbers.put64([member.size, member.size]);
    }
    if member.place >= limit {
        numbers = numbers.put64([member.place]);
    }
    let extra = match numbers.0.len() {
        0 => numbers,
        n => Record::default().put([WIDE, n as u16]).bytes(&numbers.0),
    };
    let wide = !extra.0.is_empty();
    let version = if wide { WIDE_VERSION } else { NARROW_VERSION };
    let record = Record::default().put32([ENTRY]).put([version]);
    facts(record, member, wide, limit)
        // no comment, first disk, no attributes
        .put([extra.0.len() as u16, 0, 0, 0, 0, 0])
        .put32([narrow(member.place, limit)])
        .bytes(member.name.as_bytes())
        .bytes(&extra.0)
        .0
}

/// Everything after the members: the directory, which starts at `place`, and the records that lead to it.
pub fn directory(members: &[Member], place: u64, limit: u64) -> Vec<u8> {
    let mut record = Record::default();
    for member in members {
        record = record.bytes(&entry(member, limit));
    }
    let (count, size) = (members.len() as u64, record.0.len() as u64);
    if place >= limit || size >= limit {
        let end = place + size;
        record = record
            .put32([WIDE_END])
            // bytes of this record after this number
            .put64([44])
            .put([WIDE_VERSION, WIDE_VERSION])
            .put32([0, 0])
            .put64([count, count, size, place])
            .put32([WIDE_PLACE, 0])
            .put64([end])
            .put32([1]);
    }
    let count = count as u16;
    record
        .put32([END])
        .put([0, 0, count, count])
        .put32([narrow(size, limit), narrow(place, limit)])
        .put([0])
        .0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(bytes: &[u8]) -> u64 {
        bytes
            .iter()
            .rev()
            .fold(0, |sum, &byte| sum << 8 | u64::from(byte))
    }

    fn members() -> [Member; 2] {
        let member = |name: &str, place, size| Member {
            name: name.to_owned(),
            place,
            size,
            sum: 7,
        };
        [member("a", 0, LIMIT + 5), member("bc", LIMIT + 60, 9)]
    }

    #[test]
    fn small_numbers_stand_in_their_places() {
        let [_, mut member] = members();
        member.place = 300;
        let header = local(&member, LIMIT);
        assert_eq!(header.len() as u64, local_len(&member.name, 9, LIMIT));
        assert_eq!(number(&header[18..22]), 9);
        assert_eq!(&header[30..], b"bc");
        let end = directory(&[member], 341, LIMIT);
        assert_eq!(number(&end[42..46]), 300);
        let last = &end[end.len() - 22..];
        assert_eq!((number(&last[12..16]), number(&last[16..20])), (48, 341));
        assert_eq!(end.len(), 46 + 2 + 22);
    }

    #[test]
    fn large_numbers_follow_in_64_bits() {
        let [large, far] = members();
        let header = local(&large, LIMIT);
        assert_eq!(header.len() as u64, local_len("a", large.size, LIMIT));
        assert_eq!(number(&header[18..22]), LIMIT);
        assert_eq!(number(&header[35..43]), large.size);
        let place = LIMIT + 100;
        let end = directory(&[large.clone(), far.clone()], place, LIMIT);
        // each entry has only what does not fit: two sizes, and a place
        let second = 46 + 1 + 20;
        assert_eq!(number(&end[51..59]), large.size);
        assert_eq!(number(&end[second + 20..second + 24]), 9);
        assert_eq!(number(&end[second + 42..second + 46]), LIMIT);
        assert_eq!(number(&end[second + 52..second + 60]), far.place);
        // the last record leads to the one before, that to the wide one, and that to the directory
        let at = second + 46 + 2 + 12;
        assert_eq!(number(&end[at..at + 4]), u64::from(WIDE_END));
        assert_eq!(number(&end[at + 48..at + 56]), place);
        let leads = number(&end[at + 64..at + 72]);
        assert_eq!(leads, place + at as u64);
        assert_eq!(end.len(), at + 56 + 20 + 22);
    }
}
