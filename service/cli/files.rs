//! Files that commands write. The former content of a file stays until the new content is complete.

use super::CommandError;
use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};
use tempfile::{Builder, NamedTempFile};

/// Writes a file: first a temporary file next to it, which then replaces it. A pipe or a device is
/// written to directly.
///
/// # Errors
/// Names the file, whose former content is unchanged.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), CommandError> {
    put(path, |file| file.write_all(bytes)).map_err(|error| unwritable(path, &error))
}

/// Checks that [`write()`] can write a file, by creating an empty temporary file next to it.
///
/// # Errors
/// Names the file and the error.
pub(super) fn check(path: &Path) -> Result<(), CommandError> {
    try_next_to(path).map_err(|error| unwritable(path, &error))
}

/// The canonical path of a file, which need not exist.
pub(super) fn resolved(path: &Path) -> PathBuf {
    let within = |name| Some(fs::canonicalize(folder(path)).ok()?.join(name));
    fs::canonicalize(path)
        .ok()
        .or_else(|| within(path.file_name()?))
        .unwrap_or_else(|| path.to_owned())
}

/// Whether the path is neither a file nor a folder: a pipe or a device.
pub(super) fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|facts| !facts.is_file() && !facts.is_dir())
}

fn unwritable(path: &Path, error: &io::Error) -> CommandError {
    format!("cannot write {}: {error}", path.display()).into()
}

fn try_next_to(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(facts) if facts.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(facts) if facts.permissions().readonly() => {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        _ if is_special(path) => return Ok(()),
        _ => {}
    }
    new_next_to(&resolved(path)).map(drop)
}

fn put(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    if is_special(path) {
        return fill(&mut fs::OpenOptions::new().write(true).open(path)?);
    }
    try_next_to(path)?;
    // The target of a link, so that the link stays.
    let path = resolved(path);
    let mut new = new_next_to(&path)?;
    fill(&mut new)?;
    if let Ok(old) = fs::metadata(&path) {
        new.as_file().set_permissions(old.permissions())?;
    }
    new.as_file().sync_all()?;
    new.persist(&path)?;
    Ok(())
}

/// A temporary file in the same folder.
fn new_next_to(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".hierophant-").suffix(".new");
    // As for any new file; the process's umask applies.
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
        assert_eq!(
            fs::read_dir(folder.path()).expect("a folder").count(),
            1,
            "no other file is left"
        );
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
        assert_eq!(
            fs::read_dir(folder.path()).expect("a folder").count(),
            0,
            "trying leaves nothing"
        );
        for wrong in [folder.path().to_owned(), folder.path().join("no such folder/file")] {
            let error = check(&wrong).expect_err("no file").to_string();
            assert!(error.contains(&wrong.display().to_string()), "{error}");
        }
    }
}
