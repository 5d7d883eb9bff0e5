//! The high-water mark: the number of a store's commits, recorded a second time next to it.
//!
//! SQLite's log ends where its checksums no longer match: a log that was cut, or is missing, looks
//! like a shorter one. The mark counts commits as the store itself does, in a file of its own; a
//! store behind its mark has lost acknowledged commits. The mark is written after each commit and
//! not flushed: it survives a crash of the process, and a crash of the machine can only leave it
//! behind the store, never ahead.

use flate2::Crc;
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::Path,
};

/// Two slots of one sector each are written in turn, so that one of them is always whole.
const SLOT_BYTES: u64 = 512;
/// An entry is a line: its kind, the store's identity, the number of commits, a checksum.
const KIND: &str = "hierophant-mark-1";

/// Drawn at random when a store is made.
pub(super) type Identity = [u8; 16];

/// A store and its number of commits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MarkEntry {
    pub(super) identity: Identity,
    pub(super) commits: u64,
}

/// The contents of a mark file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum MarkState {
    /// There is no file.
    Nothing,
    /// The file has no valid entry.
    Garbage,
    /// The later one of its entries.
    Entry(MarkEntry),
}

/// A mark file, open for writing.
pub(super) struct HighWaterMark {
    file: File,
    identity: Identity,
}

/// Reads the mark in this file.
pub(super) fn read(path: &Path) -> io::Result<MarkState> {
    let mut bytes = Vec::new();
    match File::open(path) {
        Ok(file) => file.take(2 * SLOT_BYTES).read_to_end(&mut bytes)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(MarkState::Nothing),
        Err(error) => return Err(error),
    };
    let entries = bytes.chunks(SLOT_BYTES as usize).filter_map(parse);
    Ok(entries.max_by_key(|entry| entry.commits).map_or(MarkState::Garbage, MarkState::Entry))
}

impl HighWaterMark {
    /// Creates or replaces the mark in this file, atomically.
    pub(super) fn create(path: &Path, entry: MarkEntry) -> io::Result<HighWaterMark> {
        let mut new = path.as_os_str().to_owned();
        new.push(".new");
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut mark = HighWaterMark { file: options.open(&new)?, identity: entry.identity };
        // Both slots, so that the disk has room for them.
        let slot = format!("{:<width$}", line(entry), width = SLOT_BYTES as usize);
        mark.file.write_all(slot.repeat(2).as_bytes())?;
        mark.flush()?;
        fs::rename(&new, path)?;
        Ok(mark)
    }

    /// Records the store's number of commits.
    pub(super) fn write(&mut self, commits: u64) -> io::Result<()> {
        self.file.seek(SeekFrom::Start((commits % 2) * SLOT_BYTES))?;
        self.file.write_all(line(MarkEntry { identity: self.identity, commits }).as_bytes())
    }

    /// Flushes the mark to the disk.
    pub(super) fn flush(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

fn line(entry: MarkEntry) -> String {
    let MarkEntry { identity, commits } = entry;
    let text = format!("{KIND} {:032x} {commits:020}", u128::from_be_bytes(identity));
    format!("{text} {:08x}\n", checksum(&text))
}

fn parse(slot: &[u8]) -> Option<MarkEntry> {
    let (line, _) = std::str::from_utf8(slot).ok()?.split_once('\n')?;
    let (text, sum) = line.rsplit_once(' ')?;
    let (identity, commits) = text.strip_prefix(KIND)?.trim_start().split_once(' ')?;
    let genuine = u32::from_str_radix(sum, 16).ok()? == checksum(text);
    let identity = u128::from_str_radix(identity, 16).ok()?.to_be_bytes();
    genuine.then_some(MarkEntry { identity, commits: commits.parse().ok()? })
}

fn checksum(text: &str) -> u32 {
    let mut crc = Crc::new();
    crc.update(text.as_bytes());
    crc.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const IDENTITY: Identity = [0xab; 16];

    #[test]
    fn the_last_entry_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mark");
        assert_eq!(read(&path).unwrap(), MarkState::Nothing);
        let mut mark =
            HighWaterMark::create(&path, MarkEntry { identity: IDENTITY, commits: 0 }).unwrap();
        for commits in [0, 1, 2, 3, 1_000_000] {
            mark.write(commits).unwrap();
            assert_eq!(
                read(&path).unwrap(),
                MarkState::Entry(MarkEntry { identity: IDENTITY, commits })
            );
        }
        HighWaterMark::create(&path, MarkEntry { identity: IDENTITY, commits: 7 }).unwrap();
        assert_eq!(
            read(&path).unwrap(),
            MarkState::Entry(MarkEntry { identity: IDENTITY, commits: 7 }),
            "replaced"
        );
    }

    #[test]
    fn a_torn_entry_leaves_the_one_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mark");
        let mut mark =
            HighWaterMark::create(&path, MarkEntry { identity: IDENTITY, commits: 4 }).unwrap();
        mark.write(5).unwrap();
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[SLOT_BYTES as usize + 60] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        assert_eq!(
            read(&path).unwrap(),
            MarkState::Entry(MarkEntry { identity: IDENTITY, commits: 4 })
        );
        std::fs::write(&path, vec![0; bytes.len()]).unwrap();
        assert_eq!(read(&path).unwrap(), MarkState::Garbage);
    }
}
