//! Creating games: what the response holds, what is checked, what is committed to.

use crate::support::{
    bot,
    service::{TestService, request},
};
use hierophant::pb::{arcanum::v1 as arcanum, v1 as pb};
use std::collections::BTreeMap;
use tonic::Code;
use tonic_types::StatusExt;

fn named(name: &str) -> pb::SeatRequest {
    pb::SeatRequest {
        display_name: name.into(),
        player_ref: format!("id of {name}"),
        ..Default::default()
    }
}

/// The fields that the refusal of a request names.
async fn violations(service: &TestService, request: pb::CreateGameRequest) -> Vec<String> {
    let status = service.client().create_game(request).await.expect_err("it is invalid");
    assert_eq!(status.code(), Code::InvalidArgument);
    let details = status.get_error_details();
    let fields = &details.bad_request().expect("fields are named").field_violations;
    fields.iter().map(|violation| violation.field.clone()).collect()
}

#[tokio::test]
async fn a_game_is_described_as_it_was_asked_for_with_every_default_filled_in() {
    let service = TestService::start().await;
    let labels = BTreeMap::from([("season".to_owned(), "3".to_owned())]);
    let asked = pb::CreateGameRequest {
        game_id: "first-game".into(),
        seats: ["Ann", "Bob", "Ann", ""].map(named).to_vec(),
        labels: labels.clone(),
        ..request()
    };
    let created = service.create(asked).await.created;
    let game = created.game.unwrap();
    assert_eq!(
        (game.name.as_str(), game.ruleset.as_str(), game.rules_version),
        ("games/first-game", "arcanum", 1)
    );
    assert_eq!(
        (game.status(), game.finish_sequence, game.labels),
        (pb::GameStatus::Live, 0, labels)
    );
    let names: Vec<_> = game.seats.iter().map(|seat| seat.display_name.as_str()).collect();
    assert_eq!(names, ["Ann", "Bob", "Ann", "seat 3"]);
    assert_eq!(game.seats[1].player_ref, "id of Bob");
    assert_eq!(game.commitment.len(), 32);
    assert!(!game.seed_known_to_creator);
    let Some(pb::setup::Ruleset::Arcanum(setup)) = game.setup.unwrap().ruleset else {
        panic!("a setup of Arcanum")
    };
    assert_ne!(setup, arcanum::Setup::default(), "defaults are filled in");
    assert_eq!(
        created.seat_tokens.iter().map(|token| token.seat).collect::<Vec<_>>(),
        [0, 1, 2, 3]
    );
}

#[tokio::test]
async fn any_token_of_the_game_shows_it_from_outside() {
    let service = TestService::start().await;
    let game = service.game().await;
    for token in game.tokens() {
        let request = pb::GetGameRequest { game: game.name.clone() };
        let shown =
            service.client().get_game(bot::with_token(request, &token)).await.unwrap().into_inner();
        assert_eq!(shown.game, game.created.game);
    }
}

#[tokio::test]
async fn every_field_that_makes_no_sense_is_named() {
    let service = TestService::start().await;
    let unknown = pb::SeatRequest {
        occupant: Some(pb::seat_request::Occupant::BuiltInAgent("unknown".into())),
        ..Default::default()
    };
    let long = "x".repeat(1000);
    let asked = pb::CreateGameRequest {
        game_id: "Not an id!".into(),
        request_id: long.clone(),
        seats: vec![named(&long), unknown, named(""), named("")],
        labels: BTreeMap::from([(String::new(), long)]),
        seed: Some(vec![1; 31]),
        ..request()
    };
    let expected = [
        "game_id",
        "request_id",
        "labels",
        "labels",
        "seed",
        "seats[0].display_name",
        "seats[0].player_ref",
    ];
    assert_eq!(
        violations(&service, asked).await,
        [&expected[..], &["seats[1].built_in_agent"]].concat()
    );
    let asked = pb::CreateGameRequest { seats: vec![named("alone")], ..request() };
    assert_eq!(violations(&service, asked).await, ["seats"]);
    assert_eq!(violations(&service, pb::CreateGameRequest::default()).await, ["setup"]);
    let empty = pb::CreateGameRequest { setup: Some(pb::Setup::default()), ..request() };
    assert_eq!(violations(&service, empty).await, ["setup.ruleset"]);
    let crowd = pb::setup::Ruleset::Arcanum(arcanum::Setup { players: 9, ..Default::default() });
    let crowd =
        pb::CreateGameRequest { setup: Some(pb::Setup { ruleset: Some(crowd) }), ..request() };
    assert_eq!(violations(&service, crowd).await, ["setup.arcanum.players"]);
}

#[tokio::test]
async fn a_chosen_seed_marks_the_game_and_deals_the_same_again() {
    let service = TestService::start().await;
    let asked = pb::CreateGameRequest { seed: Some(vec![7; 32]), ..request() };
    let (one, other) = (service.create(asked.clone()).await, service.create(asked).await);
    assert!(one.created.game.as_ref().unwrap().seed_known_to_creator);
    for seat in 0..4 {
        assert_eq!(one.bot(seat).view().await, other.bot(seat).view().await);
    }
    let (one, other) = (one.created.game.unwrap(), other.created.game.unwrap());
    assert_ne!(one.commitment, other.commitment, "the nonce keeps equal seeds apart");
}

#[tokio::test]
async fn rulesets_describe_themselves() {
    let service = TestService::start().await;
    let all = service
        .client()
        .list_rulesets(pb::ListRulesetsRequest {})
        .await
        .unwrap()
        .into_inner()
        .rulesets;
    for ruleset in all {
        let request = pb::GetRulesetRequest { ruleset: ruleset.id.clone() };
        let one = service
            .client()
            .get_ruleset(request)
            .await
            .unwrap()
            .into_inner()
            .ruleset
            .expect("a ruleset");
        assert!(one.documentation.contains("## What is hidden from whom"), "{}", one.documentation);
        assert_eq!(pb::Ruleset { documentation: String::new(), ..one }, ruleset);
        assert!(
            ruleset
                .built_in_agents
                .iter()
                .any(|agent| agent.name == "random" && !agent.description.is_empty())
        );
        assert!(ruleset.seats_min <= ruleset.seats_max && ruleset.default_setup.is_some());
    }
}
