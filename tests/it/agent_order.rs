//! What an agent sends for one seat is taken in the order in which it was sent.

use crate::support::{
    agents::{client, codes, decision, decision_id, register, seating, verdict},
    bot::with_token,
    service::TestService,
};
use hierophant::pb::v1::{self as pb, agent_answer::Answer, answer_result::Result as Outcome};

/// Bursts of conflicting answers.
const BURSTS: usize = 25;
/// Answers of one burst.
const BURST: usize = 8;

/// Legal codes of a decision in turn, the first `skip` of them left out, each unlike the one before
/// if there are several.
fn burst(asked: &pb::AgentDecision, skip: usize) -> Vec<u32> {
    codes(asked).into_iter().cycle().skip(skip).take(BURST).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a12_of_conflicting_answers_on_one_stream_the_first_wins() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    service.create(seating(&["ann", "ann", "ann", "ann"])).await;
    let mut line = ann.connect(&service).await.unwrap();
    let mut conflicts = 0;
    for number in 0..BURSTS {
        let asked = decision(&mut line).await;
        let sent = burst(&asked, number);
        for &code in &sent {
            line.answer(&asked.game, asked.seat, decision_id(&asked), code).await;
        }
        for (index, &code) in sent.iter().enumerate() {
            match verdict(&mut line).await {
                // The first is taken, and so are its repetitions.
                Ok(taken) => {
                    assert_eq!(
                        (taken.action_code, code),
                        (sent[0], sent[0]),
                        "burst {number}, answer {index}: {sent:?}"
                    );
                }
                Err(refused) => {
                    assert_ne!(
                        code, sent[0],
                        "burst {number}, answer {index} of {sent:?}: {refused:?}"
                    );
                    assert_eq!(refused.action_code, Some(code));
                    assert_eq!(refused.reason(), pb::ErrorReason::AlreadyAnswered);
                    conflicts += 1;
                }
            }
        }
        // Decisions of other seats that came meanwhile come again.
        line = ann.connect(&service).await.unwrap();
    }
    assert!(conflicts > BURSTS, "only {conflicts} conflicts");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a12_of_conflicting_answers_in_one_call_the_first_wins() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    service.create(seating(&["ann", "ann", "ann", "ann"])).await;
    for number in 0..BURSTS {
        let asked = decision(&mut ann.connect(&service).await.unwrap()).await;
        let sent = burst(&asked, number);
        let answer = |&code: &u32| pb::AgentAnswer {
            game: asked.game.clone(),
            seat: asked.seat,
            decision_id: decision_id(&asked),
            answer: Some(Answer::ActionCode(code)),
        };
        let answers = pb::SubmitActionsRequest { answers: sent.iter().map(answer).collect() };
        let response = client(&service)
            .submit_actions(with_token(answers, &ann.token))
            .await
            .unwrap()
            .into_inner();
        for (result, &code) in response.results.iter().zip(&sent) {
            match result.result.as_ref().expect("a result") {
                Outcome::Taken(taken) => {
                    assert_eq!((taken.action_code, code), (sent[0], sent[0]), "{sent:?}")
                }
                Outcome::Refused(refused) => {
                    assert!(
                        code != sent[0] && refused.action_code == Some(code),
                        "{sent:?}: {refused:?}"
                    );
                }
            }
        }
    }
}

#[tokio::test]
async fn a12_what_is_no_action_and_a_resignation_have_no_code() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    let game = service.create(seating(&["ann", "", "", ""])).await;
    let mut line = ann.connect(&service).await.unwrap();
    let answer = |answer| {
        pb::serve_request::Message::Answer(pb::AgentAnswer {
            game: game.name.clone(),
            seat: 0,
            decision_id: 1,
            answer,
        })
    };
    line.say(answer(None)).await;
    assert_eq!(verdict(&mut line).await.expect_err("nothing").action_code, None);
    line.say(answer(Some(Answer::Action(pb::Action::default())))).await;
    assert_eq!(verdict(&mut line).await.expect_err("no action").action_code, None);
    line.say(answer(Some(Answer::ActionCode(99_999_999)))).await;
    assert_eq!(
        verdict(&mut line).await.expect_err("no action").action_code,
        Some(99_999_999),
        "as it was sent"
    );
    line.say(pb::serve_request::Message::Resign(pb::AgentSeat {
        game: game.name.clone(),
        seat: 1,
    }))
    .await;
    assert_eq!(verdict(&mut line).await.expect_err("not hers").action_code, None);
}
