//! The duration of a flush of the disk, which is the lower bound for a durable write.

use super::{super::CommandError, load::median};
use std::{fs::File, io::Write, path::Path, time::Instant};

/// Number of flushes that are measured.
const FLUSHES: usize = 200;
/// About the size of a commit of the store.
const WRITE_BYTES: usize = 4096;

/// Appends to a file and flushes it, repeatedly. Returns the median duration of a flush, in
/// microseconds.
pub(super) fn flush_micros_median(folder: &Path) -> Result<f64, CommandError> {
    let mut file = File::create(folder.join("flushes"))?;
    let mut micros = Vec::with_capacity(FLUSHES);
    for _ in 0..FLUSHES {
        file.write_all(&[7; WRITE_BYTES])?;
        let begin = Instant::now();
        file.sync_data()?;
        micros.push(begin.elapsed().as_secs_f64() * 1e6);
    }
    Ok(median(&mut micros))
}
