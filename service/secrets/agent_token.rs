//! Bearer tokens of registered agents: a caller with such a token is the agent that it names.
//!
//! A token is `ha1_` and base64url over: generation (4 bytes, big-endian), key id and name (each
//! with its length in 1 byte), and HMAC-SHA256 of all that and the agent's random salt. Like seats'
//! tokens it is derived when needed, and never stored.

use super::{
    keys::{KEY_ID_BYTES_MAX, KeyRing},
    token::{Token, mac, take_text},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::Mac;

/// The prefix of every agent's token: its kind, and the version of its format.
const PREFIX: &str = "ha1_";
const TAG: &[u8] = b"hierophant agent token v1\0";
const MAC_BYTES: usize = 32;
/// The longest token that is parsed.
const TOKEN_CHARS_MAX: usize = 512;

/// The contents of an agent's token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentClaims {
    /// The agent's name.
    pub name: String,
    /// Rises when the token is replaced.
    pub generation: u32,
    /// The key that signs it.
    pub key_id: String,
}

/// A well-formed agent's token whose signature is not verified yet.
pub struct UnverifiedAgentToken {
    claims: AgentClaims,
    signed: Vec<u8>,
    mac: Vec<u8>,
}

impl AgentClaims {
    /// Makes the token for these claims; `None` if the ring lacks the key.
    pub fn token(&self, key_ring: &KeyRing, salt: &[u8]) -> Option<Token> {
        let mut bytes = self.generation.to_be_bytes().to_vec();
        for part in [&self.key_id, &self.name] {
            bytes.push(
                u8::try_from(part.len())
                    .expect("ids of keys and names of agents are at most 64 bytes long"),
            );
            bytes.extend_from_slice(part.as_bytes());
        }
        let mac = mac(TAG, key_ring.secret(&self.key_id)?, &bytes, salt).finalize().into_bytes();
        bytes.extend_from_slice(&mac);
        Some(Token::new(format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(bytes))))
    }

    fn parse(bytes: &[u8]) -> Option<AgentClaims> {
        let (&generation, rest) = bytes.split_first_chunk()?;
        let (key_id, rest) = take_text(rest)?;
        let (name, rest) = take_text(rest)?;
        let well_formed = rest.is_empty() && key_id.len() <= KEY_ID_BYTES_MAX;
        well_formed.then(|| AgentClaims {
            name,
            generation: u32::from_be_bytes(generation),
            key_id,
        })
    }
}

impl UnverifiedAgentToken {
    /// Whether a text has the prefix of an agent's token.
    pub fn is_one(text: &str) -> bool {
        text.starts_with(PREFIX)
    }

    /// Parses a token; `None` if it is malformed.
    pub fn parse(text: &str) -> Option<UnverifiedAgentToken> {
        let text = text.strip_prefix(PREFIX).filter(|text| text.len() <= TOKEN_CHARS_MAX)?;
        let mut signed = URL_SAFE_NO_PAD.decode(text).ok()?;
        let mac = signed.split_off(signed.len().checked_sub(MAC_BYTES)?);
        let claims = AgentClaims::parse(&signed)?;
        Some(UnverifiedAgentToken { claims, signed, mac })
    }

    /// The claims, which hold only if the token is genuine.
    pub fn claims(&self) -> &AgentClaims {
        &self.claims
    }

    /// Whether this service made the token, for the agent with this salt. Compares in constant
    /// time.
    pub fn is_genuine(&self, key_ring: &KeyRing, salt: &[u8]) -> bool {
        let secret = key_ring.secret(&self.claims.key_id);
        secret.is_some_and(|secret| {
            mac(TAG, secret, &self.signed, salt).verify_slice(&self.mac).is_ok()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SALT: [u8; 32] = [3; 32];

    fn claims(key_ring: &KeyRing) -> AgentClaims {
        AgentClaims {
            name: "bot_1".into(),
            generation: 2,
            key_id: key_ring.signing_id().to_owned(),
        }
    }

    #[test]
    fn an_agents_token_opens_what_it_was_made_for_and_nothing_else() {
        let key_ring = KeyRing::in_memory();
        let token = claims(&key_ring).token(&key_ring, &SALT).unwrap();
        let presented = UnverifiedAgentToken::parse(token.expose()).unwrap();
        assert_eq!(*presented.claims(), claims(&key_ring));
        assert!(presented.is_genuine(&key_ring, &SALT));
        assert!(
            !presented.is_genuine(&key_ring, &[4; 32])
                && !presented.is_genuine(&KeyRing::in_memory(), &SALT)
        );
        assert!(super::super::UnverifiedToken::parse(token.expose()).is_none(), "it is no seat's");
        let bytes = URL_SAFE_NO_PAD.decode(token.expose().trim_start_matches(PREFIX)).unwrap();
        for index in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[index] ^= 1;
            let text = format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(changed));
            assert!(
                !UnverifiedAgentToken::parse(&text)
                    .is_some_and(|token| token.is_genuine(&key_ring, &SALT)),
                "byte {index}"
            );
        }
    }

    #[test]
    fn nonsense_is_no_agents_token() {
        for text in
            ["", "ha1_", "ha1_AAAA", "ha1_\u{e9}", &format!("ha1_{}", "A".repeat(10_000)), "hp1_x"]
        {
            assert!(UnverifiedAgentToken::parse(text).is_none(), "{text:.20}");
        }
    }
}
