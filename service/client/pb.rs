//! Messages and client stubs, generated from `proto/`. Modules follow the proto packages below
//! `hierophant`.

use core::fmt;

/// The public packages: `v1` is the service and the envelope that all rulesets share; a ruleset's
/// own package is named after it.
#[allow(unreachable_pub, clippy::all, reason = "generated")]
mod public {
    include!(concat!(env!("OUT_DIR"), "/hierophant.rs"));
}

pub use public::hierophant::*;

/// The public packages as an encoded `FileDescriptorSet` with comments, for reflection.
pub const FILE_DESCRIPTOR_SET: &[u8] =
    include_bytes!(concat!(env!("OUT_DIR"), "/hierophant_descriptor.bin"));

/// What stands in for a secret in debug output.
const SECRET: fmt::Arguments<'static> = format_args!("secret");

impl fmt::Debug for v1::SeatToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let v1::SeatToken { seat, token: _ } = self;
        f.debug_struct("SeatToken").field("seat", seat).field("token", &SECRET).finish()
    }
}

impl fmt::Debug for v1::CreateTournamentRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let v1::CreateTournamentRequest { tournament_id, request_id, config, seed } = self;
        f.debug_struct("CreateTournamentRequest")
            .field("tournament_id", tournament_id)
            .field("request_id", request_id)
            .field("config", config)
            .field("seed", &seed.as_ref().map(|_| SECRET))
            .finish()
    }
}

impl fmt::Debug for v1::CreateGameRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let v1::CreateGameRequest {
            game_id,
            request_id,
            setup,
            seats,
            labels,
            seed,
            time_control,
            illegal_answers_max,
            rules_version,
            spectator_delay_ms,
            visibility,
        } = self;
        f.debug_struct("CreateGameRequest")
            .field("game_id", game_id)
            .field("request_id", request_id)
            .field("setup", setup)
            .field("seats", seats)
            .field("labels", labels)
            .field("seed", &seed.as_ref().map(|_| SECRET))
            .field("time_control", time_control)
            .field("illegal_answers_max", illegal_answers_max)
            .field("rules_version", rules_version)
            .field("spectator_delay_ms", spectator_delay_ms)
            .field("visibility", visibility)
            .finish()
    }
}

impl fmt::Debug for v1::CreateGameResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let v1::CreateGameResponse { game, seat_tokens, spectator_token: _ } = self;
        f.debug_struct("CreateGameResponse")
            .field("game", game)
            .field("seat_tokens", seat_tokens)
            .field("spectator_token", &SECRET)
            .finish()
    }
}

impl fmt::Debug for v1::ReplayHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let v1::ReplayHeader { game, seed: _, nonce: _ } = self;
        f.debug_struct("ReplayHeader")
            .field("game", game)
            .field("seed", &SECRET)
            .field("nonce", &SECRET)
            .finish()
    }
}

impl fmt::Debug for v1::RegisterAgentRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let v1::RegisterAgentRequest { name, display_name, request_id: _ } = self;
        f.debug_struct("RegisterAgentRequest")
            .field("name", name)
            .field("display_name", display_name)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for v1::RegisterAgentResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let v1::RegisterAgentResponse { agent, token: _ } = self;
        f.debug_struct("RegisterAgentResponse")
            .field("agent", agent)
            .field("token", &SECRET)
            .finish()
    }
}

impl fmt::Debug for v1::RotateAgentTokenResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let v1::RotateAgentTokenResponse { token: _ } = self;
        f.debug_struct("RotateAgentTokenResponse").field("token", &SECRET).finish()
    }
}

impl fmt::Debug for v1::AgentSeated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let v1::AgentSeated { game, seat, token: _ } = self;
        f.debug_struct("AgentSeated")
            .field("game", game)
            .field("seat", seat)
            .field("token", &SECRET)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::FILE_DESCRIPTOR_SET;
    use prost::Message;
    use prost_types::{DescriptorProto, FileDescriptorSet, field_descriptor_proto::Type};

    /// Fields of 64 bits whose values stay below 2^53, the most that JavaScript holds exactly:
    /// milliseconds, decisions, and a score of at most 100,000 slots.
    const BELOW_2_TO_53: &[&str] = &[
        "hierophant.v1.EntrantStanding.decisions",
        "hierophant.v1.EntrantStanding.score",
        "hierophant.v1.EntrantStanding.thinking_ms",
        "hierophant.v1.ReplayStep.at_ms",
        "hierophant.v1.SeatResult.thinking_ms",
        "hierophant.v1.Tournament.built_in_thinking_ms",
        "hierophant.v1.Tournament.played_ms",
    ];

    fn wide_fields(scope: &str, message: &DescriptorProto, found: &mut Vec<String>) {
        let name = format!("{scope}.{}", message.name());
        let is_wide = |kind| {
            matches!(
                kind,
                Type::Fixed64 | Type::Int64 | Type::Sfixed64 | Type::Sint64 | Type::Uint64
            )
        };
        let wide = message.field.iter().filter(|field| is_wide(field.r#type()));
        found.extend(wide.map(|field| format!("{name}.{}", field.name())));
        message.nested_type.iter().for_each(|nested| wide_fields(&name, nested, found));
    }

    #[test]
    fn f07_no_public_field_needs_more_than_53_bits() {
        let set =
            FileDescriptorSet::decode(FILE_DESCRIPTOR_SET).expect("the descriptor set is whole");
        let mut found = Vec::new();
        for file in set.file.iter().filter(|file| file.package().starts_with("hierophant")) {
            file.message_type
                .iter()
                .for_each(|message| wide_fields(file.package(), message, &mut found));
        }
        found.sort();
        assert_eq!(
            found, BELOW_2_TO_53,
            "use two words of 32 bits, or list the field with its bound"
        );
    }
}
