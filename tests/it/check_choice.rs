//! A whole choice is checked before it is made: pick by pick to its end, and no further.

use crate::support::{
    bot::{Bot, reason, some},
    service::{TestService, request, request_of},
};
use hierophant::{
    config::FOLLOWING_CODES_MAX,
    pb::v1::{self as pb, submit_action_request::Answer},
};
use hierophant_rules::catalog::RulesetId;
use tonic::{Code, Status};
use tonic_types::StatusExt;

/// Answers of a game that are made as they were checked, and more until a choice takes several.
const ANSWERS: usize = 60;

/// Checks codes as the answers to a decision and to those that follow.
async fn check(
    bot: &Bot,
    decision_id: u32,
    codes: &[u32],
) -> Result<pb::SubmitActionResponse, Status> {
    let request = pb::SubmitActionRequest {
        decision_id,
        answer: Some(Answer::ActionCode(codes[0])),
        validate_only: true,
        include_text: true,
        following_codes: codes[1..].to_vec(),
        ..Default::default()
    };
    bot.submit_request(request).await
}

/// The rule that a check breaks, and the field that breaks it.
fn broken(status: &Status) -> (String, Vec<String>) {
    assert_eq!(
        (status.code(), reason(status).as_str()),
        (Code::FailedPrecondition, "ILLEGAL_ACTION")
    );
    let details = status.get_error_details();
    let rule = details.error_info().expect("an ErrorInfo").metadata["rule"].clone();
    (rule, fields(status))
}

fn fields(status: &Status) -> Vec<String> {
    let details = status.get_error_details();
    let violations = details.bad_request().map(|request| &request.field_violations);
    violations.into_iter().flatten().map(|violation| violation.field.clone()).collect()
}

/// The codes of a whole choice, and what the checks said after each but the last.
async fn checked_choice(
    bot: &Bot,
    decision: &pb::Decision,
    turn: usize,
) -> (Vec<u32>, Vec<pb::Decision>) {
    let (mut codes, mut decisions) = (Vec::new(), Vec::new());
    let mut legal = decision.legal_codes.clone();
    loop {
        codes.push(legal[some(turn + codes.len())(legal.len())]);
        let checked = check(bot, decision.decision_id, &codes).await.expect("each code is legal");
        let expected = pb::SubmitActionResponse {
            decision_id: decision.decision_id,
            action_code: codes[0],
            choice_complete: checked.next_decision.is_none(),
            next_decision: checked.next_decision.clone(),
            ..Default::default()
        };
        assert_eq!(checked, expected, "a check tells nothing else");
        let Some(next) = checked.next_decision else { return (codes, decisions) };
        assert!(next.continues, "{next:?}");
        legal.clone_from(&next.legal_codes);
        decisions.push(next);
    }
}

#[tokio::test]
async fn a_choice_is_made_as_it_was_checked() {
    for ruleset in RulesetId::ALL {
        let service = TestService::start().await;
        let time_control =
            Some(pb::TimeControl { bank_ms: 60_000, decision_ms: 1_000, ..Default::default() });
        let game =
            service.create(pb::CreateGameRequest { time_control, ..request_of(*ruleset) }).await;
        let bots = game.bots();
        let (mut several, mut turn) = (0, 0);
        while turn < ANSWERS || several == 0 {
            let mut before = Vec::new();
            for viewer in bots.iter().chain([&game.spectator()]) {
                before.push(viewer.view().await);
            }
            let Some(seat) = before.iter().position(|view| view.decision.is_some()) else { break };
            let (bot, decision) = (&bots[seat], before[seat].decision.clone().expect("asked"));
            let appended = service.store.appended();
            let (codes, decisions) = checked_choice(bot, &decision, turn).await;

            // It has left no trace, with any viewer.
            assert_eq!(service.store.appended(), appended);
            for (viewer, before) in bots.iter().chain([&game.spectator()]).zip(before) {
                assert_eq!(viewer.view().await, before);
            }
            // Nothing comes after the end of the choice.
            let beyond = [&codes[..], &codes[..1]].concat();
            let refused = check(bot, decision.decision_id, &beyond).await.expect_err("too much");
            assert_eq!(reason(&refused), "INVALID_FIELD");
            assert_eq!(fields(&refused), [format!("following_codes[{}]", codes.len() - 1)]);

            // It goes as it was checked, with the same ids, answers, words and time.
            for (index, &code) in codes.iter().enumerate() {
                let decision_id = decision.decision_id + index as u32;
                let request = pb::SubmitActionRequest {
                    decision_id,
                    answer: Some(Answer::ActionCode(code)),
                    include_text: true,
                    ..Default::default()
                };
                let made = bot.submit_request(request).await.expect("it was checked");
                assert!(!made.choice_complete);
                match decisions.get(index) {
                    Some(checked) => assert_eq!(made.next_decision.as_ref(), Some(checked)),
                    None => assert!(!made.next_decision.is_some_and(|next| next.continues)),
                }
            }
            several += usize::from(codes.len() > 1);
            turn += codes.len();
        }
        assert!(several > 0, "{ruleset:?} has choices of several decisions");
    }
}

/// A decision of Arcanoid in which a choice of several picks begins: a bot, the decision, and codes
/// of a whole choice.
async fn choice_of_several(bots: &[Bot]) -> (Bot, pb::Decision, Vec<u32>) {
    for turn in 0.. {
        let bot = &bots[turn % bots.len()];
        let Some(decision) = bot.view().await.decision else { continue };
        for &first in decision.legal_codes.iter().rev() {
            let Some(next) =
                check(bot, decision.decision_id, &[first]).await.expect("legal").next_decision
            else {
                continue;
            };
            let mut codes = vec![first, *next.legal_codes.last().expect("never empty")];
            while let Some(next) =
                check(bot, decision.decision_id, &codes).await.expect("legal").next_decision
            {
                codes.push(*next.legal_codes.last().expect("never empty"));
            }
            return (bot.clone(), decision, codes);
        }
        bot.act(some(turn)).await;
    }
    unreachable!("choices of several picks are common")
}

#[tokio::test]
async fn a_code_that_breaks_a_rule_is_named_and_not_counted() {
    let service = TestService::start().await;
    let request =
        pb::CreateGameRequest { illegal_answers_max: Some(0), ..request_of(RulesetId::Arcanoid) };
    let game = service.create(request).await;
    let (bot, decision, codes) = choice_of_several(&game.bots()).await;
    let id = decision.decision_id;
    let space = RulesetId::Arcanoid.info().action_space;
    let code_of_nothing = (0..space)
        .find(|code| RulesetId::Arcanoid.action(hierophant_rules::ActionCode(*code)).is_none())
        .expect("the action space has gaps");

    // The first code is refused as an answer by itself is; each following one is named.
    let first = check(&bot, id, &[code_of_nothing, codes[1]]).await.expect_err("no action");
    assert_eq!(broken(&first), ("NO_SUCH_ACTION".into(), vec![]));
    let second = check(&bot, id, &[codes[0], code_of_nothing]).await.expect_err("no action");
    assert_eq!(broken(&second), ("NO_SUCH_ACTION".into(), vec!["following_codes[0]".into()]));
    for index in 1..codes.len() {
        let mut wrong = codes.clone();
        // What begins a choice does not continue it.
        wrong[index] = codes[0];
        let refused = check(&bot, id, &wrong).await.expect_err("illegal");
        let (rule, fields) = broken(&refused);
        assert!(!rule.is_empty());
        assert_eq!(fields, [format!("following_codes[{}]", index - 1)]);
    }
    // One counted answer would have been too many.
    assert_eq!(bot.view().await.account.expect("counted").illegal_answers, 0);
    bot.submit(id, codes[0]).await.expect("the seat is in the game");
}

#[tokio::test]
async fn requests_that_make_no_sense_are_refused() {
    let service = TestService::start().await;
    let game = service.create(request_of(RulesetId::Arcanoid)).await;
    let (bot, decision, codes) = choice_of_several(&game.bots()).await;
    let id = decision.decision_id;
    let space = RulesetId::Arcanoid.info().action_space;

    let request = |following_codes, validate_only| pb::SubmitActionRequest {
        decision_id: id,
        answer: Some(Answer::ActionCode(codes[0])),
        validate_only,
        following_codes,
        ..Default::default()
    };
    let many = vec![codes[1]; FOLLOWING_CODES_MAX + 1];
    for (request, field) in [
        (request(codes[1..].to_vec(), false), "following_codes"),
        (request(many, true), "following_codes"),
        (request(vec![codes[1], space], true), "following_codes[1]"),
    ] {
        let refused = bot.submit_request(request).await.expect_err("it is invalid");
        assert_eq!(
            (refused.code(), reason(&refused).as_str()),
            (Code::InvalidArgument, "INVALID_FIELD")
        );
        assert_eq!(fields(&refused), [field]);
    }
    // Decisions that are not open have no choice to check; an answer that was given is repeated.
    let later = check(&bot, id + 1, &codes).await.expect_err("not open yet");
    assert_eq!(reason(&later), "NOT_YOUR_DECISION");
    let made = bot.submit(id, codes[0]).await.expect("it is legal");
    let again = check(&bot, id, &codes[..1]).await.expect("it was given");
    assert_eq!((again.view_version, again.choice_complete), (made.view_version, false));
    let late = check(&bot, id, &codes).await.expect_err("answered");
    assert_eq!(reason(&late), "NOT_YOUR_DECISION");
    // The rest of the choice is a choice to check by itself.
    let rest = check(&bot, id + 1, &codes[1..]).await.expect("it is legal");
    assert!(rest.choice_complete);
    let spectator = check(&game.spectator(), id + 1, &codes[1..]).await.expect_err("no seat");
    assert_eq!(reason(&spectator), "TOKEN_NOT_PERMITTED");
}

/// The last of the seats that are asked together would end the decision, and draw cards, by its
/// answer. Its check says what it said before the others had answered.
#[tokio::test]
async fn a_check_does_not_tell_whether_others_have_answered() {
    let service = TestService::start().await;
    let game = service.create(request()).await;
    let bots = game.bots();
    let decision = bots[0].view().await.decision.expect("all seats are asked");
    let (codes, _) = checked_choice(&bots[0], &decision, 0).await;
    let before = check(&bots[0], 1, &codes).await.expect("it is legal");
    for bot in &bots[1..] {
        bot.act(|_| 0).await.expect("asked");
    }
    assert_eq!(check(&bots[0], 1, &codes).await.expect("it is legal"), before);
    assert_eq!(before.next_decision, None);
    assert!(before.choice_complete);
}
