//! The key ring: the keys that sign tokens. The first key signs, all of them verify.
//!
//! The ring is a text file that only its owner may read: one key a line, its id and 32 bytes in
//! base64url, `#` begins a comment. To rotate, put a new line on top; a key may go when no stored
//! game names it any more.

use super::random_bytes;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use std::{
    fmt, fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

const KEY_BYTES: usize = 32;
/// The longest key id.
pub(super) const KEY_ID_BYTES_MAX: usize = 32;
/// The maximum number of keys of a ring.
const KEYS_MAX: usize = 64;

/// The keys that sign tokens, in memory.
pub struct KeyRing {
    keys: Vec<Key>,
}

struct Key {
    id: String,
    secret: [u8; KEY_BYTES],
}

/// Why a ring cannot be used. The messages never contain a key.
#[derive(Debug, thiserror::Error)]
pub enum KeyRingError {
    /// The file cannot be read or created.
    #[error("cannot use the key ring {path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// Other users of the machine may read the file.
    #[error("the key ring {0} can be read by others; make it private (chmod 600)")]
    NotPrivate(PathBuf),
    /// A line is neither a key nor a comment.
    #[error("line {line} of the key ring {path} is not an id and 32 bytes in base64url")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
    },
    /// The file has no key, or too many.
    #[error("the key ring {0} must hold 1 to 64 keys")]
    Count(PathBuf),
    /// A stored game names a key that is not in the ring.
    #[error(
        "the store holds games whose tokens are signed with the key {0}, which is not in the key ring"
    )]
    Missing(String),
}

impl KeyRing {
    /// A ring with one new key, kept only in memory.
    pub fn in_memory() -> KeyRing {
        KeyRing { keys: vec![Key::new()] }
    }

    /// Reads the ring in this file, or creates the file with one new key.
    ///
    /// # Errors
    /// See [`KeyRingError`].
    pub fn open_or_create(path: &Path) -> Result<KeyRing, KeyRingError> {
        let io = |error| KeyRingError::Io { path: path.to_owned(), error };
        match create_private(path) {
            Ok(mut file) => {
                let key_ring = KeyRing::in_memory();
                file.write_all(key_ring.to_text().as_bytes())
                    .and_then(|()| file.sync_all())
                    .map_err(io)?;
                Ok(key_ring)
            }
            // The file may also be in a read-only folder.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists || path.exists() => {
                KeyRing::read(path)
            }
            Err(error) => Err(io(error)),
        }
    }

    fn read(path: &Path) -> Result<KeyRing, KeyRingError> {
        let io = |error| KeyRingError::Io { path: path.to_owned(), error };
        if is_open_to_others(path, &fs::metadata(path).map_err(io)?) {
            return Err(KeyRingError::NotPrivate(path.to_owned()));
        }
        let text = fs::read_to_string(path).map_err(io)?;
        let mut keys = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                let malformed =
                    || KeyRingError::Malformed { path: path.to_owned(), line: index + 1 };
                keys.push(Key::parse(line).ok_or_else(malformed)?);
            }
        }
        match (1..=KEYS_MAX).contains(&keys.len()) {
            true => Ok(KeyRing { keys }),
            false => Err(KeyRingError::Count(path.to_owned())),
        }
    }

    fn to_text(&self) -> String {
        let lines = self
            .keys
            .iter()
            .map(|key| format!("{} {}\n", key.id, URL_SAFE_NO_PAD.encode(key.secret)));
        format!("# Signs the tokens of seats. Keep it private.\n{}", lines.collect::<String>())
    }

    /// The id of the key that signs.
    pub fn signing_id(&self) -> &str {
        &self.keys[0].id
    }

    /// Checks that the ring has these keys.
    ///
    /// # Errors
    /// `Missing` with the first key that it lacks.
    pub fn check_has(&self, ids: &[String]) -> Result<(), KeyRingError> {
        match ids.iter().find(|id| self.secret(id).is_none()) {
            None => Ok(()),
            Some(missing) => Err(KeyRingError::Missing(missing.clone())),
        }
    }

    /// The key of this id.
    pub(super) fn secret(&self, id: &str) -> Option<&[u8; KEY_BYTES]> {
        self.keys.iter().find(|key| key.id == id).map(|key| &key.secret)
    }
}

impl fmt::Debug for KeyRing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyRing(secret)")
    }
}

impl Key {
    fn new() -> Key {
        Key { id: URL_SAFE_NO_PAD.encode(random_bytes::<6>()), secret: random_bytes() }
    }

    fn parse(line: &str) -> Option<Key> {
        let (id, secret) = line.split_once(char::is_whitespace)?;
        let secret = URL_SAFE_NO_PAD.decode(secret.trim()).ok()?.try_into().ok()?;
        (id.len() <= KEY_ID_BYTES_MAX).then(|| Key { id: id.to_owned(), secret })
    }
}

/// A new file that only its owner may read.
pub(super) fn create_private(path: &Path) -> io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// The folder of a systemd unit's credentials, which only the unit's user can read. systemd grants
/// that by an access list, which looks like a group permission.
#[cfg(unix)]
const CREDENTIALS_VARIABLE: &str = "CREDENTIALS_DIRECTORY";

/// Whether users other than the file's owner, or the user of the unit that the file is a credential
/// of, may read it.
#[cfg(unix)]
pub(super) fn is_open_to_others(path: &Path, metadata: &fs::Metadata) -> bool {
    let folder = std::env::var_os(CREDENTIALS_VARIABLE).filter(|folder| !folder.is_empty());
    let is_credential = folder.is_some_and(|folder| path.starts_with(folder));
    let forbidden = if is_credential { 0o037 } else { 0o077 };
    std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & forbidden != 0
}

/// Whether other users may read a file; unknown on this system.
#[cfg(not(unix))]
pub(super) fn is_open_to_others(_: &Path, _: &fs::Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_is_made_once_and_stays_private() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys");
        let made = KeyRing::open_or_create(&path).unwrap();
        let read = KeyRing::open_or_create(&path).unwrap();
        assert_eq!(made.secret(made.signing_id()), read.secret(read.signing_id()));
        assert!(!is_open_to_others(&path, &fs::metadata(&path).unwrap()));
        assert_eq!(format!("{made:?}"), "KeyRing(secret)");
    }

    #[cfg(unix)]
    #[test]
    fn a_ring_that_others_can_read_is_refused() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys");
        KeyRing::open_or_create(&path).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        assert!(matches!(KeyRing::open_or_create(&path), Err(KeyRingError::NotPrivate(_))));
    }

    #[test]
    fn a_ring_that_lacks_a_key_of_the_store_is_refused() {
        let key_ring = KeyRing::in_memory();
        assert!(key_ring.check_has(&[key_ring.signing_id().to_owned()]).is_ok());
        assert!(
            matches!(key_ring.check_has(&["gone".into()]), Err(KeyRingError::Missing(id)) if id == "gone")
        );
    }
}
