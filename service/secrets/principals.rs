//! Principals: the callers that may create games, list them and end them. Seats have tokens of
//! their own (`token`).
//!
//! A text file lists them, which only its owner may read; it has hashes, never tokens. A line is a
//! name, a role, a credential, and the principal's own limits where they differ from those of the
//! service:
//!
//! ```text
//! # name   role      credential                 limits
//! league   creator   token-sha256:9f86d08...    live_games_max=200 calls_per_second_max=50
//! league   creator   cert-name:league.example
//! ops      operator  cert-sha256:2c26b46...
//! ```
//!
//! Several lines may give one principal several credentials, so that a new one can be added before
//! the old one is removed.

use super::{
    keys::{create_private, is_open_to_others},
    random_bytes,
};
use arc_swap::ArcSwap;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    fmt, fs,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use tokio::sync::watch;

/// The prefix of every principal's token: its kind, and the version of its format.
const TOKEN_PREFIX: &str = "hp1_";
const TOKEN_BYTES: usize = 32;
/// The longest name of a principal.
const NAME_BYTES_MAX: usize = 64;
/// The maximum number of credentials of a file.
const CREDENTIALS_MAX: usize = 1_024;

/// What a principal may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Creates games; lists all games and may end any.
    Operator,
    /// Creates games; lists its own and may end those.
    Creator,
}

impl Role {
    /// The role of this name.
    pub fn named(name: &str) -> Option<Role> {
        [Role::Operator, Role::Creator].into_iter().find(|role| role.name() == name)
    }

    /// The name in the file.
    pub fn name(self) -> &'static str {
        match self {
            Role::Operator => "operator",
            Role::Creator => "creator",
        }
    }
}

/// Limits of one principal, where they differ from those that the service has for all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowances {
    /// Live games at the same time.
    pub live_games_max: Option<usize>,
    /// Calls in progress at the same time.
    pub calls_max: Option<usize>,
    /// Calls per second.
    pub calls_per_second_max: Option<u32>,
    /// Spectators' streams of its games at the same time.
    pub spectators_max: Option<usize>,
    /// Streams that it opens itself.
    pub streams_max: Option<usize>,
}

/// A named caller that may create games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Principal {
    /// Unique.
    pub name: String,
    /// What it may do.
    pub role: Role,
    /// Its own limits.
    pub allowances: Allowances,
}

/// A principal's token. Prints as `PrincipalToken(secret)`.
#[derive(Clone, PartialEq, Eq)]
pub struct PrincipalToken(String);

/// The identity in a client's certificate, whose chain is verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// SHA-256 of the certificate's DER form.
    pub fingerprint: [u8; 32],
    /// The DNS names and URIs among its subject alternative names.
    pub names: Vec<String>,
}

/// The principals of a service. They can be replaced at any time, when the file was read again.
#[derive(Debug, Default)]
pub struct Principals {
    current: ArcSwap<PrincipalSet>,
    /// Rises when the principals are replaced.
    changed: watch::Sender<u64>,
}

/// The principals of a file.
#[derive(Debug, Default)]
struct PrincipalSet {
    principals: Vec<Arc<Principal>>,
    /// Each with an index into `principals`.
    credentials: Vec<(Credential, usize)>,
}

/// What identifies a principal.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Credential {
    /// SHA-256 of its token.
    Token([u8; 32]),
    /// SHA-256 of its certificate.
    Certificate([u8; 32]),
    /// A name in its certificate.
    CertificateName(String),
}

/// Why a file of principals cannot be used. The messages never contain a credential.
#[derive(Debug, thiserror::Error)]
pub enum PrincipalsError {
    /// The file cannot be read or written.
    #[error("cannot use the file of principals {path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// Other users of the machine may read the file.
    #[error("the file of principals {0} can be read by others; make it private (chmod 600)")]
    NotPrivate(PathBuf),
    /// A line is invalid.
    #[error("line {line} of the file of principals: {reason}")]
    Malformed {
        /// Counted from 1.
        line: usize,
        /// The reason.
        reason: &'static str,
    },
    /// The file names no principal.
    #[error(
        "the file of principals names no principal; `hierophant principal new` makes a line for it"
    )]
    Empty,
    /// The name is invalid.
    #[error("a principal's name is 1 to 64 of a-z, 0-9, - and _")]
    Name,
}

impl PrincipalToken {
    /// Draws a new token at random.
    pub fn draw() -> PrincipalToken {
        PrincipalToken(format!(
            "{TOKEN_PREFIX}{}",
            URL_SAFE_NO_PAD.encode(random_bytes::<TOKEN_BYTES>())
        ))
    }

    /// Whether a text has the prefix of a principal's token.
    pub fn is_one(text: &str) -> bool {
        text.starts_with(TOKEN_PREFIX)
    }

    /// The token itself, for the operator that has created it.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// The line of the file that makes `name` a principal with this token.
    ///
    /// # Errors
    /// `Name` if the name is invalid.
    pub fn line(&self, name: &str, role: Role) -> Result<String, PrincipalsError> {
        if !is_name(name) {
            return Err(PrincipalsError::Name);
        }
        Ok(format!(
            "{name} {} token-sha256:{}",
            role.name(),
            to_hex(&Sha256::digest(&self.0).into())
        ))
    }
}

impl fmt::Debug for PrincipalToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PrincipalToken(secret)")
    }
}

/// Adds a line to a file of principals, and creates the file if there is none.
///
/// # Errors
/// See [`PrincipalsError`].
pub fn add_principal(path: &Path, line: &str) -> Result<(), PrincipalsError> {
    let io = |error| PrincipalsError::Io { path: path.to_owned(), error };
    let mut file = match create_private(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let text = read_private(path)?;
            Principals::parse(&format!("{text}\n{line}"))?;
            let mut file = fs::OpenOptions::new().append(true).open(path).map_err(io)?;
            if !text.is_empty() && !text.ends_with('\n') {
                file.write_all(b"\n").map_err(io)?;
            }
            file
        }
        Err(error) => return Err(io(error)),
    };
    writeln!(file, "{line}").and_then(|()| file.sync_all()).map_err(io)
}

fn read_private(path: &Path) -> Result<String, PrincipalsError> {
    let io = |error| PrincipalsError::Io { path: path.to_owned(), error };
    if is_open_to_others(path, &fs::metadata(path).map_err(io)?) {
        return Err(PrincipalsError::NotPrivate(path.to_owned()));
    }
    fs::read_to_string(path).map_err(io)
}

impl Principals {
    /// Reads the principals in this file.
    ///
    /// # Errors
    /// See [`PrincipalsError`].
    pub fn open(path: &Path) -> Result<Principals, PrincipalsError> {
        Principals::parse(&read_private(path)?)
    }

    /// A single operator without a name, with this token. Its games and agents have no owner.
    pub fn alone(token: &PrincipalToken) -> Principals {
        let operator = Principal {
            name: String::new(),
            role: Role::Operator,
            allowances: Allowances::default(),
        };
        let credential = Credential::Token(Sha256::digest(&token.0).into());
        Principals::of(PrincipalSet {
            principals: vec![Arc::new(operator)],
            credentials: vec![(credential, 0)],
        })
    }

    /// Parses principals.
    ///
    /// # Errors
    /// `Malformed` with the first invalid line, or `Empty`.
    pub fn parse(text: &str) -> Result<Principals, PrincipalsError> {
        let mut set = PrincipalSet::default();
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                set.add(line)
                    .map_err(|reason| PrincipalsError::Malformed { line: index + 1, reason })?;
            }
        }
        match set.principals.is_empty() {
            true => Err(PrincipalsError::Empty),
            false => Ok(Principals::of(set)),
        }
    }

    fn of(set: PrincipalSet) -> Principals {
        Principals { current: ArcSwap::from_pointee(set), changed: watch::Sender::default() }
    }

    /// Replaces the principals by those of `other`. A principal that has lost nothing keeps its
    /// identity: see [`Principals::until_revoked`].
    pub fn replace(&self, other: &Principals) {
        let (before, now) = (self.current.load_full(), other.current.load_full());
        let kept = |principal: &Arc<Principal>| {
            let earlier = before.principals.iter().find(|earlier| earlier == &principal);
            earlier
                .filter(|earlier| now.has_all_of(&before, &earlier.name))
                .unwrap_or(principal)
                .clone()
        };
        let principals = now.principals.iter().map(kept).collect();
        self.current
            .store(Arc::new(PrincipalSet { principals, credentials: now.credentials.clone() }));
        self.changed.send_modify(|count| *count += 1);
    }

    /// Rises when the principals are replaced.
    pub fn changed(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Returns once this principal is removed, has another role or limits, or has lost a
    /// credential: its open streams must be opened again.
    pub async fn until_revoked(&self, principal: &Arc<Principal>) {
        let mut changed = self.changed();
        while self.named(&principal.name).is_some_and(|current| Arc::ptr_eq(&current, principal)) {
            changed.changed().await.expect("the sender lives in self");
        }
    }

    /// The principal with this token. Takes the same time for every principal, and if there is
    /// none.
    pub fn by_token(&self, token: &str) -> Option<Arc<Principal>> {
        self.current.load().by_token(token).cloned()
    }

    /// The principal with this certificate.
    pub fn by_certificate(&self, identity: &Identity) -> Option<Arc<Principal>> {
        self.current.load().by_certificate(identity).cloned()
    }

    /// Whether some principal has a certificate as its credential.
    pub fn use_certificates(&self) -> bool {
        self.current
            .load()
            .credentials
            .iter()
            .any(|(credential, _)| !matches!(credential, Credential::Token(_)))
    }

    /// The principal of this name.
    pub fn named(&self, name: &str) -> Option<Arc<Principal>> {
        self.current.load().principals.iter().find(|principal| principal.name == name).cloned()
    }
}

impl PrincipalSet {
    /// Whether the principal of this name has every credential that it had before.
    fn has_all_of(&self, before: &PrincipalSet, name: &str) -> bool {
        let own = |set: &PrincipalSet| {
            let own =
                set.credentials.iter().filter(|(_, index)| set.principals[*index].name == name);
            own.map(|(credential, _)| credential.clone()).collect::<Vec<_>>()
        };
        let now = own(self);
        own(before).iter().all(|credential| now.contains(credential))
    }

    fn add(&mut self, line: &str) -> Result<(), &'static str> {
        let mut words = line.split_whitespace();
        let (Some(name), Some(role), Some(credential)) = (words.next(), words.next(), words.next())
        else {
            return Err("it is not a name, a role and a credential");
        };
        if !is_name(name) {
            return Err("the name is not 1 to 64 of a-z, 0-9, - and _");
        }
        let role = Role::named(role).ok_or("the role is neither operator nor creator")?;
        let credential = Credential::parse(credential)
            .ok_or("the credential is none of token-sha256:, cert-sha256: (64 hexadecimal digits) and cert-name:")?;
        let allowances = allowances(words)?;
        if self.credentials.iter().any(|(has, _)| *has == credential) {
            return Err("the credential is repeated");
        }
        if self.credentials.len() == CREDENTIALS_MAX {
            return Err("the file has more than 1024 credentials");
        }
        let index = match self.principals.iter().position(|has| has.name == name) {
            Some(index) if self.principals[index].role != role => {
                return Err("its other lines give it another role");
            }
            Some(index) if allowances == Allowances::default() => index,
            Some(index) if self.principals[index].allowances == allowances => index,
            Some(_) => return Err("its first line gives it other limits"),
            None => {
                self.principals.push(Arc::new(Principal {
                    name: name.to_owned(),
                    role,
                    allowances,
                }));
                self.principals.len() - 1
            }
        };
        self.credentials.push((credential, index));
        Ok(())
    }

    fn by_token(&self, token: &str) -> Option<&Arc<Principal>> {
        let presented: [u8; 32] = Sha256::digest(token).into();
        let (mut is_found, mut index_found) = (Choice::from(0), 0u64);
        for (credential, index) in &self.credentials {
            if let Credential::Token(hash) = credential {
                let equal = hash.ct_eq(&presented);
                index_found.conditional_assign(&(*index as u64), equal);
                is_found |= equal;
            }
        }
        bool::from(is_found).then(|| &self.principals[index_found as usize])
    }

    fn by_certificate(&self, identity: &Identity) -> Option<&Arc<Principal>> {
        let fits = |credential: &Credential| match credential {
            Credential::Token(_) => false,
            Credential::Certificate(fingerprint) => *fingerprint == identity.fingerprint,
            Credential::CertificateName(name) => identity.names.contains(name),
        };
        let (_, index) = self.credentials.iter().find(|(credential, _)| fits(credential))?;
        Some(&self.principals[*index])
    }
}

impl Credential {
    fn parse(text: &str) -> Option<Credential> {
        let (kind, value) = text.split_once(':')?;
        match kind {
            "token-sha256" => Some(Credential::Token(from_hex(value)?)),
            "cert-sha256" => Some(Credential::Certificate(from_hex(value)?)),
            "cert-name" => {
                (!value.is_empty()).then(|| Credential::CertificateName(value.to_owned()))
            }
            _ => None,
        }
    }
}

fn allowances<'a>(words: impl Iterator<Item = &'a str>) -> Result<Allowances, &'static str> {
    const WRONG: &str = "a limit is none of live_games_max=, calls_max=, calls_per_second_max=, spectators_max= and streams_max=, with a number";
    let mut given = BTreeMap::new();
    for word in words {
        let (name, value) = word.split_once('=').ok_or(WRONG)?;
        let value: u32 = value.parse().map_err(|_| WRONG)?;
        if given.insert(name, value).is_some() {
            return Err("a limit is repeated");
        }
    }
    let allowances = Allowances {
        live_games_max: given.remove("live_games_max").map(|count| count as usize),
        calls_max: given.remove("calls_max").map(|count| count as usize),
        calls_per_second_max: given.remove("calls_per_second_max"),
        spectators_max: given.remove("spectators_max").map(|count| count as usize),
        streams_max: given.remove("streams_max").map(|count| count as usize),
    };
    if given.is_empty() { Ok(allowances) } else { Err(WRONG) }
}

fn is_name(name: &str) -> bool {
    let allowed = |byte: u8| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' || byte == b'_'
    };
    (1..=NAME_BYTES_MAX).contains(&name.len()) && name.bytes().all(allowed)
}

fn to_hex(bytes: &[u8; 32]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Accepts colons between the bytes, as other tools print fingerprints.
fn from_hex(text: &str) -> Option<[u8; 32]> {
    let digits: Vec<u8> = text.bytes().filter(|&byte| byte != b':').collect();
    let (pairs, rest) = digits.as_chunks::<2>();
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let bytes = pairs.iter().map(|&[high, low]| Some((digit(high)? * 16 + digit(low)?) as u8));
    let bytes: Vec<u8> = bytes.collect::<Option<_>>()?;
    if rest.is_empty() { bytes.try_into().ok() } else { None }
}

#[cfg(test)]
mod tests;
