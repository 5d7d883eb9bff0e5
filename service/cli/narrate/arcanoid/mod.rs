//! Narrates games of Arcanoid by rounds and turns: the battlefields after each lap that changed
//! them, the battles of a round as a table.

mod board;
mod demo;

pub(super) use demo::Options;

use super::screen::{Narrate, Screen};
use anstyle::Style;
use hierophant_rules::arcanoid::{Arcanoid, Event, Player, Setup, View};
use std::io;

/// Narrates a game.
#[derive(Default)]
pub(super) struct Narrator {
    /// Number of engagements when the board was last shown.
    shown: u8,
    /// Number of boards that have been shown.
    boards: u32,
}

impl Narrate for Narrator {
    type Rules = Arcanoid;

    const RULES: &'static [&'static str] = demo::RULES;

    fn title(setup: &Setup) -> String {
        demo::title(setup)
    }

    fn colored_names() -> Vec<(String, Style)> {
        demo::colored_names()
    }

    fn open(&mut self, screen: &mut Screen<'_, Arcanoid>) -> io::Result<()> {
        let Some(view) = screen.view() else { return Ok(()) };
        self.round(screen, view)?;
        hands(screen)?;
        screen.output.gap()
    }

    fn narrate(
        &mut self,
        screen: &mut Screen<'_, Arcanoid>,
        event: &Event,
        line: &str,
    ) -> io::Result<()> {
        let Some(view) = screen.view() else { return Ok(()) };
        match event {
            Event::RoundBegan { .. } => self.round(screen, view),
            Event::TurnBegan { player, extra } => {
                self.turn_began(screen, view, *player, extra.then_some(line))
            }
            Event::RoundEnded { winners, scored } => {
                screen.heading(&format!("The battles of round {}", view.public.round))?;
                screen.drawing(&board::battles(view, winners, scored, screen.names))
            }
            Event::Ended => Ok(()),
            _ if line.is_empty() => Ok(()),
            // A single hidden card is no information.
            Event::Drew { faces, .. } if faces.cards().is_none() && faces.count() == 1 => Ok(()),
            Event::Discarded { player, .. }
            | Event::Declared { player, .. }
            | Event::Abdicated { player, .. }
            | Event::Played { player, .. }
                if is_a_turn(view, *player, event) =>
            {
                screen.action_line(line)
            }
            _ => screen.effect_line(line),
        }
    }
}

/// Whether the event is a player's own turn, and not an effect of another action.
fn is_a_turn(view: &View, player: Player, event: &Event) -> bool {
    let plays = matches!(event, Event::Played { .. });
    player == view.public.turn && (plays || view.public.playing.is_none())
}

impl Narrator {
    fn round(&mut self, screen: &mut Screen<'_, Arcanoid>, view: &View) -> io::Result<()> {
        let (round, starter) = (view.public.round, view.public.starter);
        self.shown = 0;
        let title = format!(
            "Round {round} of {}: {} starts",
            view.setup.round_count(),
            screen.names[starter.index()]
        );
        screen.output.banner(&title)
    }

    /// Shows the battlefields if they have changed, whenever all active players have had a turn.
    fn turn_began(
        &mut self,
        screen: &mut Screen<'_, Arcanoid>,
        view: &View,
        player: Player,
        extra: Option<&str>,
    ) -> io::Result<()> {
        let public = &view.public;
        let starter = Player::at(public.starter);
        let first = [starter]
            .into_iter()
            .chain(public.others_in_order(starter))
            .find(|&one| public.is_active(one));
        if extra.is_none() && first == Some(player) && public.engaged_count != self.shown {
            self.shown = public.engaged_count;
            self.boards += 1;
            screen.output.gap()?;
            screen.drawing(&board::battlefields(view, screen.names, self.boards == 1))?;
            hands(screen)?;
            screen.output.gap()?;
        }
        extra.map_or(Ok(()), |line| screen.action_line(line))
    }
}

fn hands(screen: &mut Screen<'_, Arcanoid>) -> io::Result<()> {
    let seats = screen.views().filter_map(|(viewer, view)| Some((viewer.seat()?, view)));
    let cards = seats.map(|(seat, view)| (seat.index(), "holds", board::listed(view.own.hand)));
    screen.holdings(&cards.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hierophant_rules::{
        Seat,
        arcanoid::{Card, CardFaces, CardSet},
    };

    #[test]
    fn faces_that_one_variant_shows_are_shown() {
        let drew = |faces| Event::Drew { seat: Seat::FIRST, faces };
        let (hidden, shown) =
            (drew(CardFaces::hidden(1)), drew(CardFaces::shown(CardSet::only(Card::TOWER))));
        assert_eq!(Narrator::merge(hidden.clone(), shown.clone()), shown);
        assert_eq!(Narrator::merge(shown.clone(), hidden), shown);
    }
}
