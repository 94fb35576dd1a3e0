//! Several named arrays in one file, numpy's format NPZ: a ZIP archive of NPY files, stored without compression.
//!
//! ```text
//! for each file:  local header, name, content
//! then:           a directory with the name and place of each, and where the directory starts
//! ```
//!
//! Files and archives of 4 GiB and more have no place in this form; they are refused.

/// The archive is too large for the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the recording is larger than 4 GiB; record less often with --every")]
pub struct TooLarge;

const LOCAL: u32 = 0x0403_4b50;
const ENTRY: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
/// The first of January 1980, the earliest day that the format knows: the same run gives the same bytes on any day.
const DAY: u16 = (1 << 5) | 1;

/// An archive that is being written.
#[derive(Debug, Default)]
pub struct Archive {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    files: u16,
}

impl Archive {
    /// Adds an NPY file called `name`.
    pub fn add(&mut self, name: &str, content: &[u8]) -> Result<(), TooLarge> {
        let name = format!("{name}.npy");
        let size = u32::try_from(content.len()).map_err(|_| TooLarge)?;
        let place = u32::try_from(self.bytes.len()).map_err(|_| TooLarge)?;
        let sum = crc32(content);

        // version, flags, method, time, day, sum, both sizes, length of the name, no extras
        let mut facts = Vec::with_capacity(26);
        for word in [20, 0, 0, 0, DAY] {
            put16(&mut facts, word);
        }
        for word in [sum, size, size] {
            put32(&mut facts, word);
        }
        put16(&mut facts, name.len() as u16);
        put16(&mut facts, 0);

        put32(&mut self.bytes, LOCAL);
        self.bytes.extend_from_slice(&facts);
        self.bytes.extend_from_slice(name.as_bytes());
        self.bytes.extend_from_slice(content);

        put32(&mut self.directory, ENTRY);
        put16(&mut self.directory, 20);
        self.directory.extend_from_slice(&facts);
        // no comment, first disk, no attributes
        self.directory.extend_from_slice(&[0; 10]);
        put32(&mut self.directory, place);
        self.directory.extend_from_slice(name.as_bytes());
        self.files += 1;
        Ok(())
    }

    /// The whole file.
    pub fn finish(mut self) -> Result<Vec<u8>, TooLarge> {
        let place = u32::try_from(self.bytes.len()).map_err(|_| TooLarge)?;
        let size = u32::try_from(self.directory.len()).map_err(|_| TooLarge)?;
        self.bytes.append(&mut self.directory);
        put32(&mut self.bytes, END);
        put32(&mut self.bytes, 0);
        put16(&mut self.bytes, self.files);
        put16(&mut self.bytes, self.files);
        put32(&mut self.bytes, size);
        put32(&mut self.bytes, place);
        put16(&mut self.bytes, 0);
        Ok(self.bytes)
    }
}

fn put16(into: &mut Vec<u8>, word: u16) {
    into.extend_from_slice(&word.to_le_bytes());
}

fn put32(into: &mut Vec<u8>, word: u32) {
    into.extend_from_slice(&word.to_le_bytes());
}

/// The remainder of the bytes, as a polynomial over two elements, by that of the ZIP format.
fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut k = 0;
        while k < 256 {
            let (mut word, mut bit) = (k as u32, 0);
            while bit < 8 {
                word = (word >> 1) ^ (0xedb8_8320 * (word & 1));
                bit += 1;
            }
            table[k] = word;
            k += 1;
        }
        table
    };
    let step = |sum: u32, &byte: &u8| (sum >> 8) ^ TABLE[((sum as u8) ^ byte) as usize];
    !bytes.iter().fold(!0, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_is_that_of_the_format() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(b""), 0);
    }

    #[test]
    fn the_directory_leads_to_every_file() {
        let mut archive = Archive::default();
        archive.add("a", b"first").unwrap();
        archive.add("bc", b"second file").unwrap();
        let bytes = archive.finish().unwrap();
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        let end = bytes.len() - 22;
        assert_eq!(word(end), END as usize);
        let (size, start) = (word(end + 12), word(end + 16));
        assert_eq!(start + size, end);
        let second = start + 46 + "a.npy".len();
        assert_eq!(word(second), ENTRY as usize);
        let local = word(second + 42);
        assert_eq!(word(local), LOCAL as usize);
        assert_eq!(&bytes[local + 30..local + 36], b"bc.npy");
        assert_eq!(&bytes[local + 36..local + 47], b"second file");
    }
}
