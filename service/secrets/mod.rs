//! What is kept from somebody: the tokens that open seats and those that create games, the keys that sign them, and the commitment to a hidden deal.

#[cfg(feature = "server")]
mod agent_token;
mod commitment;
#[cfg(feature = "server")]
mod keys;
#[cfg(feature = "server")]
mod principals;
#[cfg(feature = "server")]
mod token;

#[cfg(feature = "server")]
pub use agent_token::{AgentClaims, PresentedAgent};
pub use commitment::commitment;
#[cfg(feature = "server")]
pub use keys::{KeyRing, KeyRingError};
#[cfg(feature = "server")]
pub use principals::{
    Allowances, Identity, Principal, PrincipalToken, Principals, PrincipalsError, Role, add_principal,
};
#[cfg(feature = "server")]
pub use token::{Claims, Presented, Token};

use rand::{TryRng, rngs::SysRng};

/// Bytes that nobody can foretell.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    SysRng.try_fill_bytes(&mut bytes).expect("the operating system gives random bytes once it has started");
    bytes
}
