//! The sidecar of a shard: format.md, section 7.3.

use std::io::{self, Read};

/// What a sidecar says of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Length of the canonical line, LF included.
    pub length: u32,
    /// The first bytes of its SHA-256.
    pub digest: [u8; 8],
}

impl Entry {
    /// Bytes of an entry.
    pub const BYTES: u64 = 12;

    /// Returns the entry of a line.
    #[must_use]
    pub fn of(line: &[u8]) -> Option<Self> {
        use sha2::{Digest as _, Sha256};
        let digest: [u8; 32] = Sha256::digest(line).into();
        let length = u32::try_from(line.len()).ok()?;
        Some(Self {
            length,
            digest: *digest.first_chunk()?,
        })
    }
}

/// A reader of entries.
pub struct SidecarReader<R>(R);

impl<R: Read> SidecarReader<R> {
    /// Reads from where the source stands.
    pub fn new(source: R) -> Self {
        Self(source)
    }

    /// Returns the next entry, or none at the end.
    ///
    /// # Errors
    ///
    /// Passes on the system's word.
    pub fn next_entry(&mut self) -> io::Result<Option<Entry>> {
        let mut bytes = [0; 12];
        match self.0.read_exact(&mut bytes) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            Err(error) => return Err(error),
        }
        let (length, digest) = bytes
            .split_first_chunk()
            .expect("an entry is longer than a length");
        let digest = digest.try_into().expect("twelve less four is eight");
        Ok(Some(Entry {
            length: u32::from_le_bytes(*length),
            digest,
        }))
    }

    /// Returns the source.
    pub fn into_inner(self) -> R {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_twelve_bytes() {
        let bytes = [5, 1, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
        let mut reader = SidecarReader::new(&bytes[..]);
        let entry = reader.next_entry().unwrap().unwrap();
        assert_eq!(
            (entry.length, entry.digest),
            (261, [1, 2, 3, 4, 5, 6, 7, 8])
        );
        assert_eq!(reader.next_entry().unwrap(), None);
        assert_eq!(
            Entry::of(b"abc").unwrap().digest,
            [0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea]
        );
    }
}
