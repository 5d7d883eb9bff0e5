//! An agent plays against itself before it is let play.
//!
//! Guarantees T43 (start-up counted against the first move) and T46 (a failure recorded as success
//! let broken bots in).

use crate::support::{
    agents::{self, Agent, AgentStream, client, register, terms, validate, validation_of},
    bot::with_token,
    service::TestService,
};
use hierophant::pb::v1::{self as pb, ValidationState, serve_response::Message};
use std::time::Duration;

/// Validates an agent that does this with each decision that it is sent.
async fn check(
    service: &TestService,
    agent: &Agent,
    words: &str,
    mut act: impl AsyncFnMut(&AgentStream, pb::AgentDecision),
) -> pb::AgentValidation {
    let mut stream = agent.connect(service).await.expect("its stream");
    stream.welcome().await;
    let mut validating = std::pin::pin!(validate(service, validation_of(&agent.name, words)));
    loop {
        tokio::select! {
            validation = &mut validating => match validation.state() {
                ValidationState::Running => validating.set(validate(service, validation_of(&agent.name, words))),
                _ => return validation,
            },
            message = stream.message() => {
                if let Message::Decision(asked) = message {
                    act(&stream, asked).await;
                }
            }
        }
    }
}

/// The agent as it is known.
async fn known(service: &TestService, agent: &Agent) -> pb::Agent {
    let asked = pb::GetAgentRequest { agent: agent.name.clone() };
    client(service)
        .get_agent(with_token(asked, &agent.token))
        .await
        .unwrap()
        .into_inner()
        .agent
        .unwrap()
}

#[tokio::test]
async fn an_agent_that_plays_every_seat_to_the_end_has_passed() {
    let service = TestService::on_disk().await;
    let ann = register(&service, "ann").await;
    let passed =
        check(&service, &ann, "one", async |stream, asked| stream.decide(&asked).await).await;
    assert_eq!((passed.state(), passed.failure.as_str()), (ValidationState::Passed, ""));
    assert!(passed.seats.is_empty() && passed.ruleset == "arcanum" && passed.rules_version > 0);
    assert_eq!(known(&service, &ann).await.validations, std::slice::from_ref(&passed));
    assert_eq!(
        validate(&service, validation_of("ann", "one")).await,
        passed,
        "the same request gives the same result"
    );
    let asked = pb::GetGameRequest { game: passed.game };
    let game = service.client().get_game(asked).await.unwrap().into_inner().game.unwrap();
    assert_eq!(game.outcome.unwrap().ending(), pb::GameEnding::Played);
}

#[tokio::test]
async fn t46_one_seat_that_fails_fails_the_agent() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    check(&service, &ann, "pass", async |stream, asked| stream.decide(&asked).await).await;
    // All seats play but one, whose first answer is against the rules.
    let failed = check(&service, &ann, "one seat", async |stream, asked| {
        let decision = asked.view.as_ref().unwrap().decision.as_ref().unwrap();
        match asked.seat {
            2 => {
                let illegal = (0..).find(|code| !decision.legal_codes.contains(code)).unwrap();
                stream.answer(&asked.game, 2, decision.decision_id, illegal).await;
            }
            _ => stream.decide(&asked).await,
        }
    })
    .await;
    assert_eq!(failed.state(), ValidationState::Failed);
    let [seat] = failed.seats.as_slice() else { panic!("{failed:?}") };
    assert_eq!(
        (seat.seat, seat.ending(), seat.was_told),
        (2, pb::SeatEnding::IllegalAnswers, true)
    );
    assert!(seat.decision_id > 0 && !seat.rules.is_empty(), "{seat:?}");
    assert!(failed.failure.contains(&seat.rules[0]), "{}", failed.failure);
    let kept = known(&service, &ann).await.validations;
    assert_eq!(kept, [failed], "the last one counts");
}

#[tokio::test]
async fn t46_an_agent_that_hangs_fails_and_learns_where() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    let mut answered = 0;
    let clock = service.clock.clone();
    let failed = check(&service, &ann, "hangs", async |stream, asked| {
        answered += 1;
        match answered {
            0..=20 => stream.decide(&asked).await,
            21 => clock.advance(Duration::from_millis(80_000)),
            _ => {}
        }
    })
    .await;
    assert_eq!(failed.state(), ValidationState::Failed, "{failed:?}");
    assert!(!failed.seats.is_empty(), "{failed:?}");
    for seat in &failed.seats {
        assert!(
            matches!(seat.ending(), pb::SeatEnding::TimedOut | pb::SeatEnding::NeverJoined),
            "{seat:?}"
        );
        assert!(seat.was_told && seat.decision_id > 0, "{seat:?}");
    }
}

#[tokio::test]
async fn t43_starting_up_is_not_thinking() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    let clock = service.clock.clone();
    let mut started = false;
    let passed = check(&service, &ann, "slow start", async |stream, asked| {
        // A minute to load what it needs, and nine seconds more: within the first choice, far
        // beyond any other.
        if !std::mem::replace(&mut started, true) {
            clock.advance(Duration::from_secs(69));
        }
        stream.decide(&asked).await;
    })
    .await;
    assert_eq!((passed.state(), passed.failure.as_str()), (ValidationState::Passed, ""));
}

#[tokio::test]
async fn an_agent_that_is_away_or_full_is_not_judged() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    let away = validate(&service, validation_of("ann", "away")).await;
    assert_eq!((away.state(), away.game.as_str()), (ValidationState::Undecided, ""));
    assert!(away.failure.contains("not connected"), "{}", away.failure);
    let only = pb::ServingTerms { rulesets: vec!["arcanoid".into()], ..terms(1) };
    let hello = pb::AgentHello { agent: "ann".into(), terms: Some(only) };
    let mut stream = ann.say_hello(&service, hello).await.unwrap();
    stream.welcome().await;
    let other = validate(&service, validation_of("ann", "other")).await;
    assert!(other.failure.contains("does not offer"), "{}", other.failure);
    let mut stream = ann
        .say_hello(&service, pb::AgentHello { agent: String::new(), terms: Some(terms(1)) })
        .await
        .unwrap();
    stream.welcome().await;
    service.create(agents::seating(&["ann", "", "", ""])).await;
    let full = validate(&service, validation_of("ann", "full")).await;
    assert!(full.failure.contains("at once"), "{}", full.failure);
    assert!(known(&service, &ann).await.validations.is_empty(), "nothing is kept of it");
}
