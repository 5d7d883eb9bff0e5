//! Report F09 (text did not list the answers): a client that reads only text can play: every legal
//! answer comes with its code and its words, on every path.

use crate::support::{
    agents::{decision, register, seating, terms},
    bot::Bot,
    service::{TestService, request_of},
};
use hierophant::pb::v1::{self as pb, submit_action_request::Answer};
use hierophant_rules::catalog::RulesetId;

/// Rounds of looking at all seats: enough for every kind of decision, and for a whole game of
/// Arcanum.
const ROUNDS: usize = 250;

/// The codes in the text of a view, and their words.
fn answers(text: &str) -> Vec<(u32, &str)> {
    let (_, list) = text.split_once("Your answers to decision ").expect("a list of answers");
    let pairs =
        list.lines().skip(1).map(|line| line.split_once(": ").expect("a code and its words"));
    pairs.map(|(code, words)| (code.trim().parse().expect("a code"), words)).collect()
}

/// The words of a decision fit its codes, and each says something else; its question is one.
fn check(decision: &pb::Decision) {
    assert!(decision.text.ends_with('?') && !decision.text.contains('\n'), "{}", decision.text);
    assert_eq!(decision.legal_texts.len(), decision.legal_codes.len());
    let mut words = decision.legal_texts.clone();
    words.sort();
    words.dedup();
    assert_eq!(
        words.len(),
        decision.legal_texts.len(),
        "answers that read alike: {:?}",
        decision.legal_texts
    );
    assert!(decision.legal_texts.iter().all(|words| !words.is_empty() && !words.contains('\n')));
}

/// Answers as a reader of the text alone would. Returns whether the seat was asked.
async fn act_by_text(bot: &Bot) -> bool {
    let view = bot
        .get_view(pb::GetViewRequest { include_text: true, ..Default::default() })
        .await
        .expect("a view");
    let Some(decision) = view.decision else {
        assert!(!view.text.contains("Your answers"), "{}", view.text);
        return false;
    };
    check(&decision);
    assert!(view.text.contains(&decision.text), "{} is not in {}", decision.text, view.text);
    let answers = answers(&view.text);
    let response: Vec<(u32, &str)> = decision
        .legal_codes
        .iter()
        .copied()
        .zip(decision.legal_texts.iter().map(String::as_str))
        .collect();
    assert_eq!(answers, response);
    let (code, _) = answers[decision.decision_id as usize % answers.len()];
    let answer = Some(Answer::ActionCode(code));
    let request = pb::SubmitActionRequest {
        decision_id: decision.decision_id,
        answer,
        include_text: true,
        ..Default::default()
    };
    let response = bot.submit_request(request).await.expect("a legal answer");
    response.next_decision.iter().for_each(check);
    true
}

#[tokio::test]
async fn f09_every_game_can_be_played_by_its_text_alone() {
    for ruleset in RulesetId::ALL {
        let service = TestService::start().await;
        let game = service.create(request_of(*ruleset)).await;
        let bots = game.bots();
        for _ in 0..ROUNDS {
            let mut asked = false;
            for bot in &bots {
                asked |= act_by_text(bot).await;
            }
            if !asked {
                break;
            }
        }
        let ended = bots[0].view().await.outcome.is_some();
        assert!(ended || *ruleset != RulesetId::Arcanum, "a game of Arcanum takes fewer rounds");
    }
}

#[tokio::test]
async fn f09_streams_send_the_words_of_every_answer() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    let terms = pb::ServingTerms { include_text: true, ..terms(1) };
    let mut line = ann
        .say_hello(&service, pb::AgentHello { agent: "ann".into(), terms: Some(terms) })
        .await
        .unwrap();
    let game = service.create(seating(&["ann", "", "", ""])).await;
    let asked = decision(&mut line).await.view.expect("a view");
    check(asked.decision.as_ref().expect("a decision"));
    assert!(asked.text.contains("Your answers to decision 1"), "{}", asked.text);

    let request =
        pb::WatchGameRequest { game: game.name.clone(), include_text: true, ..Default::default() };
    let mut stream = game.bot(0).watch_request(request).await.unwrap();
    let seen = stream.snapshot().await;
    assert_eq!((&seen.text, &seen.decision), (&asked.text, &asked.decision));
}
