//! Temperance, and Judgement with it.

use super::notation::{P1, P2, P3, abdicate, at, discard, field, fields, play};
use super::table::Table;
use crate::arcanoid::public::Temperance;
use crate::arcanoid::{Action, Illegal, Kind};

fn table() -> Table {
    Table::new(3).hand(P1, "M14 C2 C9 S2").hand(P2, "C10 M21 S10").hand(P3, "F S3")
}

#[test]
fn nobody_else_engages_there_until_its_owner_does() {
    let game = table()
        .game()
        .act(P1, &[play(14)])
        .asks(&[P1], Kind::Block)
        .act(P1, &[Action::Field(field('C'))]);
    let lies = Some(Temperance { owner: P1, field: field('C') });
    let game = game.public(|public| public.temperance, lies).turn_of(P2);
    let game = game
        .refuses(P2, Action::Engage(fields("C")), Illegal::FieldBlocked)
        .offers(P2, abdicate('C'));
    let game = game
        .act(P2, &[discard("S10")])
        .act(P3, &[discard("S3")])
        .engage(P1, "C", "C2 C9")
        .discarded("M14");
    let game = game.public(|public| public.temperance, None).all(Action::Pass);
    game.stands(P1, 'C', "C2 C9").offers(P2, Action::Engage(fields("C")));
}

#[test]
fn it_ends_even_if_its_owners_engagement_is_stolen() {
    let game = table().temperance(P1, 'C').hand(P1, "C2 C9").game().engage(P1, "C", "C2 C9");
    let game = game.asks(&[P2, P3], Kind::Steal).discards_are("M14").act(P2, &[Action::Pass]);
    game.act(P3, &[Action::Steal])
        .stands(P3, 'C', "C2 C9")
        .public(|public| public.temperance, None);
}

#[test]
fn an_owner_who_has_abdicated_waits_for_the_end_of_the_stock() {
    let game = table().abdicated(P1, "C").game().act(P1, &[play(14), Action::Field(field('C'))]);
    game.public(|public| public.temperance.is_some(), true);
    let game = Table::new(2)
        .hand(P1, "M13")
        .abdicated(P2, "C")
        .temperance(P2, 'C')
        .game()
        .act(P1, &[play(13)]);
    game.discards_are("M14 M13").public(|public| public.temperance, None);
}

#[test]
fn it_is_not_laid_where_its_player_has_engaged_nor_when_the_stock_has_ended() {
    let game = table().hand(P1, "M14 S2").engaged(P1, "C", "C4").game().act(P1, &[play(14)]);
    let game = game.refuses(P1, Action::Field(field('C')), Illegal::OwnEngagement);
    game.legal_is(
        P1,
        &[Action::Field(field('S')), Action::Field(field('B')), Action::Field(field('D'))],
    );
    table().stock_ended().game().refuses(P1, play(14), Illegal::NoEffect);
}

#[test]
fn the_owner_may_engage_the_world_there_and_nobody_else_may() {
    let game = Table::new(2).hand(P1, "M21").temperance(P1, 'C').game().engage(P1, "C", "M21");
    game.stands(P1, 'C', "M21").discards_are("M14");
    let game = Table::new(2).hand(P1, "M21").temperance(P2, 'C').game();
    game.refuses(P1, Action::Engage(fields("C")), Illegal::FieldBlocked)
        .offers(P1, Action::Engage(fields("S")));
}

#[test]
fn judgement_makes_abdicate_under_temperance_too() {
    let game = table().hand(P1, "M20").temperance(P1, 'C').game().act(P1, &[play(20), at(P3, 'C')]);
    game.stands(P3, 'C', "").turn_of(P2);
}

#[test]
fn judgement_retires_whom_it_makes_abdicate_on_the_last_battlefield() {
    let table = Table::new(3)
        .hand(P1, "M20 S2")
        .hand(P2, "B2 B3")
        .engaged(P2, "S", "S9")
        .abdicated(P2, "CD");
    let game = table.game().act(P1, &[play(20)]).asks(&[P1], Kind::Judge);
    let game = game.refuses(P1, at(P2, 'S'), Illegal::AlreadyEngaged).refuses(
        P1,
        at(P1, 'B'),
        Illegal::OwnTarget,
    );
    game.act(P1, &[at(P2, 'B')])
        .public(
            |public| public.engagements[1][1].map(|own| (own.cards.is_empty(), own.order)),
            Some((true, 3)),
        )
        .retired(P2)
        .discards_are("B2 B3 M20")
        .holds(P1, 6)
        .turn_of(P3);
}
