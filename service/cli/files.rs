//! Files that commands write for people. What stood in a file stays until the new text is whole.

use super::CommandError;
use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};
use tempfile::{Builder, NamedTempFile};

/// Puts these bytes into a file: beside it first, then in its place. A pipe or a device is written to as it is.
///
/// # Errors
/// Names the file. What it held before is untouched.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), CommandError> {
    put(path, |file| file.write_all(bytes)).map_err(|error| unwritable(path, &error))
}

/// Whether [`write()`] will find its way: tried with an empty file beside this one.
///
/// # Errors
/// Names the file and says what is wrong.
pub(super) fn check(path: &Path) -> Result<(), CommandError> {
    try_beside(path).map_err(|error| unwritable(path, &error))
}

/// The same file for all ways to write its name, also of one that doesn't exist yet.
pub(super) fn resolved(path: &Path) -> PathBuf {
    let within = |name| Some(fs::canonicalize(folder(path)).ok()?.join(name));
    fs::canonicalize(path).ok().or_else(|| within(path.file_name()?)).unwrap_or_else(|| path.to_owned())
}

/// Whether it is neither a file nor a place for one: a pipe or a device.
pub(super) fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|facts| !facts.is_file() && !facts.is_dir())
}

fn unwritable(path: &Path, error: &io::Error) -> CommandError {
    format!("cannot write {}: {error}", path.display()).into()
}

fn try_beside(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(facts) if facts.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(facts) if facts.permissions().readonly() => return Err(io::ErrorKind::PermissionDenied.into()),
        _ if is_special(path) => return Ok(()),
        _ => {}
    }
    beside(&resolved(path)).map(drop)
}

fn put(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    if is_special(path) {
        return fill(&mut fs::OpenOptions::new().write(true).open(path)?);
    }
    try_beside(path)?;
    // Where a link leads, so that the link stays.
    let path = resolved(path);
    let mut new = beside(&path)?;
    fill(&mut new)?;
    if let Ok(old) = fs::metadata(&path) {
        new.as_file().set_permissions(old.permissions())?;
    }
    new.as_file().sync_all()?;
    new.persist(&path)?;
    Ok(())
}

/// A new file in the same folder, gone unless it is kept.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".hierophant-").suffix(".new");
    // As for any new file: the process's mask takes from it.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder(path))
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f15_what_stood_in_a_file_stays_until_the_new_text_is_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("old.html");
        write(&path, b"old").expect("room");
        let broken = put(&path, |file| {
            file.write_all(b"a fragment")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(broken.expect_err("full").kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read(&path).expect("still there"), b"old");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left beside it");
        write(&path, b"new").expect("room");
        assert_eq!(fs::read(&path).expect("there"), b"new");
    }

    #[test]
    #[cfg(unix)]
    fn f15_links_stay_and_devices_are_written_to() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        write(&file, b"old").expect("room");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        assert_eq!(resolved(&link), resolved(&folder.path().join("./file")));
        write(&link, b"new").expect("room");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(fs::read(&file).expect("there"), b"new");
        write(Path::new("/dev/null"), b"nothing").expect("a device takes it");
        assert!(is_special(Path::new("/dev/null")), "and stays one");
    }

    #[test]
    fn f15_what_cannot_be_written_is_told_beforehand() {
        let folder = tempfile::tempdir().expect("a folder");
        check(&folder.path().join("new")).expect("room");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "trying leaves nothing");
        for wrong in [folder.path().to_owned(), folder.path().join("no such folder/file")] {
            let told = check(&wrong).expect_err("no file").to_string();
            assert!(told.contains(&wrong.display().to_string()), "{told}");
        }
    }
}
