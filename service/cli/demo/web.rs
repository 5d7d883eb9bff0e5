//! A demo in the browser: a person has seat 0, and the service answers for the other seats.

use super::{
    super::{CommandError, embedded_service::EmbeddedService, serve::stop_signal},
    DemoArguments,
    play::PLAYERS,
};
use hierophant::{
    client::RetryPolicy,
    pb::v1::{self as pb, seat_request::Occupant},
    wire,
};
use hierophant_rules::catalog::Setup;
use std::io::Write;

/// The seat of the person.
const SEAT: usize = 0;

/// Starts a service that browsers may use, creates a game, prints its address, and serves until a
/// signal.
pub(super) async fn serve(
    arguments: &DemoArguments,
    setup: &Setup,
    agents: &[String],
) -> Result<(), CommandError> {
    let stop = stop_signal()?;
    let service = EmbeddedService::for_browsers().await?;
    let game = create(arguments, setup, agents, &service);
    tokio::pin!(stop);
    tokio::select! {
        game = game => print(&service, &game?)?,
        () = &mut stop => return service.stop().await,
    }
    stop.await;
    service.stop().await
}

async fn create(
    arguments: &DemoArguments,
    setup: &Setup,
    agents: &[String],
    service: &EmbeddedService,
) -> Result<pb::CreateGameResponse, CommandError> {
    let client = service.client()?.with_retry_policy(RetryPolicy::CALL);
    let seat = |(seat, (name, agent)): (usize, (&&str, &String))| {
        let (occupant, name) = match seat {
            SEAT => (Occupant::Open(pb::OpenSeat { person: true }), "You"),
            _ => (Occupant::BuiltInAgent(agent.clone()), *name),
        };
        pb::SeatRequest {
            occupant: Some(occupant),
            display_name: name.to_owned(),
            ..pb::SeatRequest::default()
        }
    };
    let request = pb::CreateGameRequest {
        setup: Some(wire::encode::setup(setup)),
        seats: PLAYERS.iter().zip(agents).enumerate().map(seat).collect(),
        seed: arguments.seed.as_ref().map(|seed| seed.expose().to_vec()),
        ..pb::CreateGameRequest::default()
    };
    Ok(client.create_game(request).await?)
}

/// Prints the address of the game. The token is in the fragment, which browsers send to no one.
fn print(service: &EmbeddedService, created: &pb::CreateGameResponse) -> Result<(), CommandError> {
    let game = created.game.as_ref().ok_or("the service sent no game")?;
    let token = created.seat_tokens.get(SEAT).ok_or("the service sent no token")?;
    let id = game.name.trim_start_matches("games/");
    let address = service.address();
    let mut out = anstream::stdout();
    writeln!(out, "open {address}/g/{id}#seat={SEAT}&token={}", token.token)?;
    let token = service.operator_token();
    writeln!(out, "open {address}/#token={token}&keep=tab  (more games)")?;
    writeln!(out, "Ctrl-C stops the service; its games are deleted.")?;
    Ok(())
}
