//! Secrets: tokens, the keys that sign them, principals, and the commitment to a hidden deal.

mod agent_token;
mod keys;
mod principals;
mod token;

pub use agent_token::{AgentClaims, UnverifiedAgentToken};
pub use hierophant_client::{commitment, random_bytes};
pub use keys::{KeyRing, KeyRingError};
pub use principals::{
    Allowances, Identity, Principal, PrincipalToken, Principals, PrincipalsError, Role,
    add_principal,
};
pub use token::{Claims, Token, UnverifiedToken};
