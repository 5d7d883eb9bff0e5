//! T43, T46: an agent plays against itself before it is let play; one seat that fails fails it, and starting up is not thinking.

use crate::{
    agents::{Agent, Line, client, register, terms},
    bot::with_token,
    host::{Host, request},
};
use hierophant::pb::v1::{self as pb, ValidationState, serve_response::Message};
use std::time::Duration;

fn asked(name: &str, words: &str) -> pb::ValidateAgentRequest {
    pb::ValidateAgentRequest {
        agent: name.into(),
        setup: request().setup,
        request_id: format!("{words:-<16}"),
        ..Default::default()
    }
}

async fn validate(host: &Host, request: pb::ValidateAgentRequest) -> pb::AgentValidation {
    client(host).validate_agent(request).await.expect("a validation").into_inner().validation.expect("one")
}

/// Validates an agent that does this with each decision that it is sent.
async fn check(
    host: &Host,
    agent: &Agent,
    words: &str,
    mut act: impl AsyncFnMut(&Line, pb::AgentDecision),
) -> pb::AgentValidation {
    let mut line = agent.connect(host).await.expect("its stream");
    line.welcome().await;
    let mut validating = std::pin::pin!(validate(host, asked(&agent.name, words)));
    loop {
        tokio::select! {
            validation = &mut validating => match validation.state() {
                ValidationState::Running => validating.set(validate(host, asked(&agent.name, words))),
                _ => return validation,
            },
            message = line.message() => {
                if let Message::Decision(asked) = message {
                    act(&line, asked).await;
                }
            }
        }
    }
}

/// Lets an agent pass a validation of this setup, and leave.
pub(crate) async fn passed(host: &Host, agent: &Agent, setup: Option<pb::Setup>) {
    let mut line = agent.connect(host).await.expect("its stream");
    line.welcome().await;
    let mut validating =
        std::pin::pin!(validate(host, pb::ValidateAgentRequest { setup, ..asked(&agent.name, "pass") }));
    loop {
        tokio::select! {
            validation = &mut validating => return assert_eq!(validation.state(), ValidationState::Passed),
            message = line.message() => {
                if let Message::Decision(asked) = message {
                    line.decide(&asked).await;
                }
            }
        }
    }
}

/// The agent as it is known.
async fn known(host: &Host, agent: &Agent) -> pb::Agent {
    let asked = pb::GetAgentRequest { agent: agent.name.clone() };
    client(host).get_agent(with_token(asked, &agent.token)).await.unwrap().into_inner().agent.unwrap()
}

#[tokio::test]
async fn whoever_plays_a_game_to_its_end_in_every_seat_has_passed() {
    let host = Host::on_disk().await;
    let ann = register(&host, "ann").await;
    let passed = check(&host, &ann, "one", async |line, asked| line.decide(&asked).await).await;
    assert_eq!((passed.state(), passed.failure.as_str()), (ValidationState::Passed, ""));
    assert!(passed.seats.is_empty() && passed.ruleset == "arcanum" && passed.rules_version > 0);
    assert_eq!(known(&host, &ann).await.validations, std::slice::from_ref(&passed));
    assert_eq!(validate(&host, asked("ann", "one")).await, passed, "the same request gives the same result");
    let asked = pb::GetGameRequest { game: passed.game };
    let game = host.client().get_game(asked).await.unwrap().into_inner().game.unwrap();
    assert_eq!(game.outcome.unwrap().ending(), pb::GameEnding::Played);
}

#[tokio::test]
async fn t46_one_seat_that_fails_fails_the_agent() {
    let host = Host::start().await;
    let ann = register(&host, "ann").await;
    check(&host, &ann, "pass", async |line, asked| line.decide(&asked).await).await;
    // All seats play but one, whose first answer is against the rules.
    let failed = check(&host, &ann, "one seat", async |line, asked| {
        let decision = asked.view.as_ref().unwrap().decision.as_ref().unwrap();
        match asked.seat {
            2 => {
                let illegal = (0..).find(|code| !decision.legal_codes.contains(code)).unwrap();
                line.answer(&asked.game, 2, decision.decision_id, illegal).await;
            }
            _ => line.decide(&asked).await,
        }
    })
    .await;
    assert_eq!(failed.state(), ValidationState::Failed);
    let [seat] = failed.seats.as_slice() else { panic!("{failed:?}") };
    assert_eq!((seat.seat, seat.ending(), seat.was_told), (2, pb::SeatEnding::IllegalAnswers, true));
    assert!(seat.decision_id > 0 && !seat.rules.is_empty(), "{seat:?}");
    assert!(failed.failure.contains(&seat.rules[0]), "{}", failed.failure);
    let kept = known(&host, &ann).await.validations;
    assert_eq!(kept, [failed], "the last one counts");
}

#[tokio::test]
async fn t46_an_agent_that_hangs_fails_and_is_told_where() {
    let host = Host::start().await;
    let ann = register(&host, "ann").await;
    let mut answered = 0;
    let clock = host.clock.clone();
    let failed = check(&host, &ann, "hangs", async |line, asked| {
        answered += 1;
        match answered {
            0..=20 => line.decide(&asked).await,
            21 => clock.advance(Duration::from_millis(80_000)),
            _ => {}
        }
    })
    .await;
    assert_eq!(failed.state(), ValidationState::Failed, "{failed:?}");
    assert!(!failed.seats.is_empty(), "{failed:?}");
    for seat in &failed.seats {
        assert!(matches!(seat.ending(), pb::SeatEnding::TimedOut | pb::SeatEnding::NeverJoined), "{seat:?}");
        assert!(seat.was_told && seat.decision_id > 0, "{seat:?}");
    }
}

#[tokio::test]
async fn t43_starting_up_is_not_thinking() {
    let host = Host::start().await;
    let ann = register(&host, "ann").await;
    let clock = host.clock.clone();
    let mut started = false;
    let passed = check(&host, &ann, "slow start", async |line, asked| {
        // A minute to load what it needs, and nine seconds more: within the first choice, far beyond any other.
        if !std::mem::replace(&mut started, true) {
            clock.advance(Duration::from_secs(69));
        }
        line.decide(&asked).await;
    })
    .await;
    assert_eq!((passed.state(), passed.failure.as_str()), (ValidationState::Passed, ""));
}

#[tokio::test]
async fn whoever_is_away_or_has_no_room_is_not_judged() {
    let host = Host::start().await;
    let ann = register(&host, "ann").await;
    let away = validate(&host, asked("ann", "away")).await;
    assert_eq!((away.state(), away.game.as_str()), (ValidationState::Undecided, ""));
    assert!(away.failure.contains("not connected"), "{}", away.failure);
    let only = pb::ServingTerms { rulesets: vec!["arcanoid".into()], ..terms(1) };
    let hello = pb::AgentHello { agent: "ann".into(), terms: Some(only) };
    let mut line = ann.say_hello(&host, hello).await.unwrap();
    line.welcome().await;
    let other = validate(&host, asked("ann", "other")).await;
    assert!(other.failure.contains("does not offer"), "{}", other.failure);
    let mut line = ann.say_hello(&host, pb::AgentHello { agent: String::new(), terms: Some(terms(1)) }).await.unwrap();
    line.welcome().await;
    host.create(crate::agents::seating(&["ann", "", "", ""])).await;
    let full = validate(&host, asked("ann", "full")).await;
    assert!(full.failure.contains("at once"), "{}", full.failure);
    assert!(known(&host, &ann).await.validations.is_empty(), "nothing is kept of it");
}
