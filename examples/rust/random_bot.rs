//! Creates a game with three built-in agents, plays its own seat at random to the end, and prints
//! the result.
//!
//! ```sh
//! cargo run -p hierophant-client --example random_bot -- [HOST:PORT [RULESET]]
//! ```
//!
//! A policy implements [`Policy`]; [`Runner`] does the rest: it receives decisions, sends answers,
//! and reconnects.
use hierophant_client::{
    Client, Mode, RetryPolicy, Runner,
    pb::v1::{self as pb, seat_request::Occupant},
    random_bytes, wire,
};
use hierophant_rules::{
    Policy,
    catalog::{Action, RulesetId, View},
};
use std::error::Error;

/// Chooses any legal action. A better policy reads the view.
struct Random;

impl Policy for Random {
    fn choose(&mut self, _view: &View, legal: &[Action]) -> Action {
        let number = u64::from_be_bytes(random_bytes());
        legal[(number % legal.len() as u64) as usize]
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let address = arguments.next().unwrap_or_else(|| "127.0.0.1:50051".to_owned());
    let ruleset = arguments.next().unwrap_or_else(|| "arcanum".to_owned());

    let client = Client::new(&format!("http://{address}"))?.with_retry_policy(RetryPolicy::AGENT);
    let id = RulesetId::named(&ruleset).ok_or_else(|| format!("there is no ruleset {ruleset}"))?;
    let built_in = || pb::SeatRequest {
        occupant: Some(Occupant::BuiltInAgent("random".to_owned())),
        ..Default::default()
    };
    let request = pb::CreateGameRequest {
        setup: wire::encode::ruleset(id).default_setup,
        seats: vec![pb::SeatRequest::default(), built_in(), built_in(), built_in()],
        ..Default::default()
    };
    let created = client.create_game(request).await?;
    let name = created.game.ok_or("the service sent no game")?.name;
    let own = created.seat_tokens.first().ok_or("the service sent no token")?;

    let seat = client.game_client(&name, &own.token)?;
    let info = seat.info().await?;
    let played = Runner::new(seat, info, Box::new(Random), Mode::Stream).run().await?;

    println!("{name} is over");
    let outcome = played.ended.outcome.ok_or("the game was aborted")?;
    for (number, standing) in outcome.standings.iter().enumerate() {
        let player = if number == own.seat as usize { "own" } else { "built-in" };
        println!(
            "seat {number} ({player}): {} VP, rank {}",
            standing.victory_points, standing.rank
        );
    }
    Ok(())
}
