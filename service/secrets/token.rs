//! Bearer tokens of games: a caller with such a token is the viewer that it names.
//!
//! A token is base64url over: version (1 byte), seat (1 byte, 255 for spectators), generation (4
//! bytes, big-endian), key id and game id (each with its length in 1 byte), and HMAC-SHA256 of all
//! that and the game's random salt. It is derived from the key ring and the salt when needed, and
//! never stored.

use super::keys::{KEY_ID_BYTES_MAX, KeyRing};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hierophant_rules::{Seat, Viewer};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::fmt;

const VERSION: u8 = 1;
const SPECTATOR: u8 = 255;
const MAC_BYTES: usize = 32;
const TAG: &[u8] = b"hierophant token v1\0";
/// The longest token that is parsed.
const TOKEN_CHARS_MAX: usize = 512;

/// A bearer token. Prints as `Token(secret)`; see [`Token::expose`].
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// The contents of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claims {
    /// The game's id.
    pub game_id: String,
    /// The viewer that the token's holder is.
    pub viewer: Viewer,
    /// Rises when a seat's token is replaced.
    pub generation: u32,
    /// The key that signs it.
    pub key_id: String,
}

/// A well-formed token whose signature is not verified yet.
pub struct UnverifiedToken {
    claims: Claims,
    signed: Vec<u8>,
    mac: Vec<u8>,
}

impl Token {
    /// A token of another kind of this module.
    pub(super) fn new(text: String) -> Token {
        Token(text)
    }

    /// Makes the token for these claims; `None` if the ring lacks the key.
    pub fn make(key_ring: &KeyRing, salt: &[u8], claims: &Claims) -> Option<Token> {
        let mut bytes = claims.to_bytes();
        let mac = mac(TAG, key_ring.secret(&claims.key_id)?, &bytes, salt).finalize().into_bytes();
        bytes.extend_from_slice(&mac);
        Some(Token(URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// The token itself, for the one response that may contain it.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(secret)")
    }
}

impl Claims {
    fn to_bytes(&self) -> Vec<u8> {
        let seat = self.viewer.seat().map_or(SPECTATOR, Seat::number);
        let mut bytes = vec![VERSION, seat];
        bytes.extend_from_slice(&self.generation.to_be_bytes());
        for part in [&self.key_id, &self.game_id] {
            bytes.push(
                u8::try_from(part.len()).expect("ids of keys and games are at most 64 bytes long"),
            );
            bytes.extend_from_slice(part.as_bytes());
        }
        bytes
    }

    fn parse(bytes: &[u8]) -> Option<Claims> {
        let (&[version, seat], rest) = bytes.split_first_chunk()?;
        let (&generation, rest) = rest.split_first_chunk()?;
        let (key_id, rest) = take_text(rest)?;
        let (game_id, rest) = take_text(rest)?;
        let viewer = match seat {
            SPECTATOR => Viewer::Spectator,
            number => Viewer::Seat(Seat::new(number)?),
        };
        let well_formed = version == VERSION && rest.is_empty() && key_id.len() <= KEY_ID_BYTES_MAX;
        well_formed.then(|| Claims {
            game_id,
            viewer,
            generation: u32::from_be_bytes(generation),
            key_id,
        })
    }
}

pub(super) fn take_text(bytes: &[u8]) -> Option<(String, &[u8])> {
    let (&length, rest) = bytes.split_first()?;
    let (text, rest) = rest.split_at_checked(usize::from(length))?;
    Some((std::str::from_utf8(text).ok()?.to_owned(), rest))
}

impl UnverifiedToken {
    /// Parses a token; `None` if it is malformed.
    pub fn parse(text: &str) -> Option<UnverifiedToken> {
        if text.len() > TOKEN_CHARS_MAX {
            return None;
        }
        let mut signed = URL_SAFE_NO_PAD.decode(text).ok()?;
        let mac = signed.split_off(signed.len().checked_sub(MAC_BYTES)?);
        let claims = Claims::parse(&signed)?;
        Some(UnverifiedToken { claims, signed, mac })
    }

    /// The claims, which hold only if the token is genuine.
    pub fn claims(&self) -> &Claims {
        &self.claims
    }

    /// Whether this service made the token, for the game with this salt. Compares in constant time.
    pub fn is_genuine(&self, key_ring: &KeyRing, salt: &[u8]) -> bool {
        let secret = key_ring.secret(&self.claims.key_id);
        secret.is_some_and(|secret| {
            mac(TAG, secret, &self.signed, salt).verify_slice(&self.mac).is_ok()
        })
    }
}

/// The MAC of a token; `tag` separates the kinds of tokens.
pub(super) fn mac(tag: &[u8], secret: &[u8], signed: &[u8], salt: &[u8]) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes keys of any length");
    // The salt has a fixed length and the signed part contains its own lengths: no two inputs
    // collide.
    for part in [tag, signed, salt] {
        mac.update(part);
    }
    mac
}

#[cfg(test)]
mod tests {
    use super::*;

    const SALT: [u8; 16] = [3; 16];

    fn claims(key_ring: &KeyRing) -> Claims {
        Claims {
            game_id: "g-1".into(),
            viewer: Viewer::Seat(Seat::new(2).unwrap()),
            generation: 1,
            key_id: key_ring.signing_id().to_owned(),
        }
    }

    #[test]
    fn a_token_opens_what_it_was_made_for() {
        let key_ring = KeyRing::in_memory();
        for viewer in Viewer::all(4) {
            let claims = Claims { viewer, ..claims(&key_ring) };
            let token = Token::make(&key_ring, &SALT, &claims).unwrap();
            let presented = UnverifiedToken::parse(token.expose()).unwrap();
            assert!(presented.is_genuine(&key_ring, &SALT));
            assert_eq!(*presented.claims(), claims);
            assert_eq!(Token::make(&key_ring, &SALT, &claims), Some(token), "it can be made again");
        }
    }

    #[test]
    fn a_token_of_another_game_or_ring_or_with_a_changed_byte_is_not_genuine() {
        let key_ring = KeyRing::in_memory();
        let token = Token::make(&key_ring, &SALT, &claims(&key_ring)).unwrap();
        let presented = UnverifiedToken::parse(token.expose()).unwrap();
        assert!(!presented.is_genuine(&key_ring, &[4; 16]));
        assert!(!presented.is_genuine(&KeyRing::in_memory(), &SALT));
        let bytes = URL_SAFE_NO_PAD.decode(token.expose()).unwrap();
        for index in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[index] ^= 1;
            let genuine = UnverifiedToken::parse(&URL_SAFE_NO_PAD.encode(changed));
            assert!(
                !genuine.is_some_and(|presented| presented.is_genuine(&key_ring, &SALT)),
                "byte {index}"
            );
        }
    }

    #[test]
    fn nonsense_is_no_token() {
        for text in ["", "x", "games/abc", "AAAA", &"A".repeat(200), &"A".repeat(10_000), "\u{e9}"]
        {
            assert!(UnverifiedToken::parse(text).is_none(), "{text:.20}");
        }
    }

    #[test]
    fn a_token_is_never_printed() {
        let key_ring = KeyRing::in_memory();
        let token = Token::make(&key_ring, &SALT, &claims(&key_ring)).unwrap();
        assert_eq!(format!("{token:?}"), "Token(secret)");
    }
}
