//! What a setup can change (votes, the Devil's wins and its finish are with their rules).

use super::notation::{P1, P2, P3, call, play};
use super::table::Table;
use crate::arcanoid::{Action, Refill};

fn immediate(table: Table) -> Table {
    table.setup(|setup| setup.out_of_turn_refill = Refill::Immediate)
}

#[test]
fn who_gave_a_called_card_waits_or_draws_at_once() {
    let table = Table::new(2).hand(P1, "M17 S2").hand(P2, "B2 B3 B4 B5 B6 B7");
    table.clone().game().act(P1, &[play(17), call("B2")]).holds(P2, 5);
    immediate(table).game().act(P1, &[play(17), call("B2")]).holds(P2, 6);
}

#[test]
fn a_card_out_of_the_reserve_is_not_replaced() {
    let table = Table::new(2).hand(P1, "M17 S2").hand(P2, "B2 B3").chariot(P2, "C4");
    immediate(table).game().act(P1, &[play(17), call("C4")]).holds(P2, 2);
}

#[test]
fn a_thief_waits_or_draws_at_once() {
    let table = Table::new(3).hand(P1, "S8").hand(P2, "F B3 B4 B5 B6 B7").hand(P3, "D2");
    let steal = |table: Table| {
        let game =
            table.game().engage(P1, "S", "S8").act(P3, &[Action::Pass]).act(P2, &[Action::Steal]);
        game.stands(P2, 'S', "S8").holds(P1, 6).turn_of(P2)
    };
    steal(table.clone()).holds(P2, 5);
    steal(immediate(table)).holds(P2, 6);
}
