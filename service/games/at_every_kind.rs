//! Whatever happens to a seat, at every kind of decision: the game continues to its end (T32).
//! `tests/it/endings.rs` covers the same over the wire for fewer kinds; here play continues until
//! every kind has come up.

use super::{
    encoded::EncodedSetup,
    game::Game,
    header::Header,
    history::{AnsweredBy, GameRecord, RecordKind},
    transition::Transition,
};
use crate::{
    pb::{
        log::v1::Created,
        v1::{self as pb, GameEnding, SeatEnding},
    },
    storage::GameKey,
    wire,
};
use hierophant_rules::{
    Seat, Seed, ToAct,
    arcana::{self, Guilds},
    arcanoid, arcanum, bounded,
    catalog::{RulesetId, Setup},
    res_arcana::{self, Deal, Face, First},
};
use std::{collections::BTreeSet, ops::Range, sync::Arc};

/// How many games are played until every kind has come up.
const GAMES_MAX: u8 = 120;

/// How many kinds of decision a ruleset has.
fn kinds(ruleset: RulesetId) -> usize {
    match ruleset {
        RulesetId::Arcanum => arcanum::Kind::ALL.len(),
        RulesetId::Arcanoid => arcanoid::Kind::ALL.len(),
        RulesetId::ResArcana => res_arcana::Kind::ALL.len(),
        RulesetId::Arcana => arcana::Kind::ALL.len(),
    }
}

/// The default setup, then others for kinds of decision that it does not ask.
fn setups(ruleset: RulesetId) -> Vec<pb::Setup> {
    let others = match ruleset {
        RulesetId::Arcanum | RulesetId::Arcanoid => vec![],
        RulesetId::ResArcana => {
            let faces = |numbers: Range<u8>| numbers.filter_map(Face::new).collect();
            // Artefacts come first among the faces, then mages.
            let open = Deal::OpenDraft { mages: faces(40..42), artefacts: faces(0..16) };
            let of = |players, deal| {
                let first = First::ChosenBy(Seat::FIRST);
                Setup::ResArcana(res_arcana::Setup { players, deal, first, places: None })
            };
            vec![of(4, Deal::Draft), of(2, open)]
        }
        RulesetId::Arcana => vec![Setup::Arcana(arcana::Setup {
            guilds: Guilds::Chosen,
            objectives: true,
            militia: true,
            tactical_removal: true,
            ..arcana::Setup::default()
        })],
    };
    [default_setup(ruleset)].into_iter().chain(others.iter().map(wire::encode::setup)).collect()
}

fn default_setup(ruleset: RulesetId) -> pb::Setup {
    let described = wire::encode::ruleset(ruleset);
    described.default_setup.expect("a ruleset has a default setup")
}

pub(super) fn header(
    ruleset: RulesetId,
    luck: u8,
    time_control: Option<pb::TimeControl>,
) -> Header {
    header_of(ruleset, &default_setup(ruleset), luck, time_control)
}

fn header_of(
    ruleset: RulesetId,
    setup: &pb::Setup,
    luck: u8,
    time_control: Option<pb::TimeControl>,
) -> Header {
    let described = wire::encode::ruleset(ruleset);
    let seats = wire::decode::setup(setup).expect("it is sound").seats();
    let created = Created {
        game_id: "g".into(),
        setup: Some(EncodedSetup::from(setup)),
        rules_version: described.version,
        seed: vec![luck; 32],
        seats: (0..seats)
            .map(|seat| pb::GameSeat { seat: seat.into(), ..Default::default() })
            .collect(),
        time_control,
        ..Default::default()
    };
    Header { key: GameKey(1), created, ruleset: described.id }
}

/// The transitions of a game of this ruleset, to its end or to so many answers.
pub(super) fn transitions(ruleset: RulesetId, answers: usize) -> Vec<Arc<Transition>> {
    let header = header(ruleset, 3, None);
    let (mut game, deal) = Game::deal(&header).expect("it is sound");
    let mut transitions = vec![deal];
    for answer in 0..answers {
        let ToAct::Seats(asked) = game.position().state.to_act() else { break };
        let seat = asked.iter().next().expect("a seat is asked");
        let legal = game.position().state.legal(seat);
        let code = legal[7 * answer % legal.len()].code().0;
        let by = AnsweredBy::Seat;
        let kind = RecordKind::Answered { seat, code, by, grace_used_ms: 0, uncharged_ms: 0 };
        let at_ms = game.position().at_ms + 1;
        let applied = game.apply(&header, GameRecord { at_ms, kind }).expect("it is legal");
        game.accept(&applied);
        transitions.push(applied.transition);
    }
    transitions
}

/// The seats that have a decision, in order.
fn asked(game: &Game) -> Vec<Seat> {
    match game.position().state.to_act() {
        ToAct::Seats(seats) => seats.iter().collect(),
        ToAct::Over(_) => Vec::new(),
    }
}

/// Appends a record.
fn append(game: &mut Game, header: &Header, kind: RecordKind) {
    let at_ms = game.position().at_ms + 1;
    let applied = game.apply(header, GameRecord { at_ms, kind }).expect("it is possible");
    game.accept(&applied);
}

/// The next answer: a random one of a seat that plays, the service's for a seat that is out.
fn answer(game: &mut Game, header: &Header, luck: &Seed) -> GameRecord {
    let mut rng = luck.at(7, game.position().transition_count as u32);
    let asked = asked(game);
    let seat = asked[bounded(&mut rng, asked.len() as u32) as usize];
    let is_out = game.position().seat_clocks[seat.index()].is_out();
    let legal = game.position().state.legal(seat);
    let (action, by) = match is_out {
        true => (game.default_action(header, seat).expect("it is asked"), AnsweredBy::Default),
        false => (legal[bounded(&mut rng, legal.len() as u32) as usize], AnsweredBy::Seat),
    };
    let kind =
        RecordKind::Answered { seat, code: action.code().0, by, grace_used_ms: 0, uncharged_ms: 0 };
    append(game, header, kind);
    GameRecord { at_ms: game.position().at_ms, kind }
}

/// What happens to a seat while it, or another one, is deciding.
enum Fate {
    Eliminated(SeatEnding),
    Expired,
    Cut,
}

/// Replays the game to this point; then `fate` happens to `seat`, and the game is played to its
/// end.
fn check(header: &Header, log: &[GameRecord], seat: Seat, fate: &Fate, kind: &str) {
    let (mut game, _) = Game::deal(header).expect("it was dealt before");
    for &record in log {
        let applied = game.apply(header, record).expect("it happened before");
        game.accept(&applied);
    }
    let luck = Seed::new([9; 32]);
    match *fate {
        Fate::Eliminated(ending) => {
            append(
                &mut game,
                header,
                RecordKind::SeatOut { seat, ending, by_agent: false, ranks_last: true },
            );
        }
        Fate::Expired => {
            let code = game.default_action(header, seat).expect("it is asked").code().0;
            append(
                &mut game,
                header,
                RecordKind::Answered {
                    seat,
                    code,
                    by: AnsweredBy::Expiry,
                    grace_used_ms: 0,
                    uncharged_ms: 0,
                },
            );
        }
        Fate::Cut => {
            let cut = pb::GameCut { ending: GameEnding::Aborted.into(), ..Default::default() };
            let applied = game.cut(header, cut, game.position().at_ms + 1);
            game.accept(&applied);
        }
    }
    while game.position().outcome.is_none() {
        answer(&mut game, header, &luck);
    }
    let outcome = game.position().outcome.clone().expect("it is over");
    let standing = &outcome.standings[seat.index()];
    match fate {
        Fate::Eliminated(ending) => {
            assert_eq!(standing.ending(), *ending, "{kind}");
            assert_eq!(standing.rank as usize, outcome.standings.len(), "{kind}: it ranks last");
        }
        Fate::Expired => assert_eq!(outcome.ending(), GameEnding::Played, "{kind}"),
        Fate::Cut => {
            assert_eq!((outcome.ending(), standing.rank), (GameEnding::Aborted, 0), "{kind}")
        }
    }
}

#[test]
fn a_game_ends_whatever_happens_to_a_seat_at_any_kind_of_decision() {
    for &ruleset in RulesetId::ALL {
        let (kinds, setups) = (kinds(ruleset), setups(ruleset));
        let mut known = BTreeSet::new();
        for luck in 0..GAMES_MAX {
            if known.len() == kinds {
                break;
            }
            let control = pb::TimeControl { decision_ms: 1_000, ..Default::default() };
            let setup = &setups[usize::from(luck) % setups.len()];
            let header = header_of(ruleset, setup, luck, Some(control));
            let (mut game, _) = Game::deal(&header).expect("a setup with every default is sound");
            let mut log = Vec::new();
            while game.position().outcome.is_none() {
                for seat in asked(&game) {
                    let decision = game.position().state.decision(seat).expect("it is asked");
                    let kind = format!("{:?}", decision.kind);
                    if !known.insert(kind.clone()) {
                        continue;
                    }
                    let other = Seat::all(header.seats())
                        .find(|other| *other != seat)
                        .expect("every game has several seats");
                    for who in [seat, other] {
                        check(&header, &log, who, &Fate::Eliminated(SeatEnding::Resigned), &kind);
                        check(&header, &log, who, &Fate::Eliminated(SeatEnding::TimedOut), &kind);
                        check(&header, &log, who, &Fate::Cut, &kind);
                    }
                    check(&header, &log, seat, &Fate::Expired, &kind);
                }
                log.push(answer(&mut game, &header, &Seed::new([luck; 32])));
            }
        }
        assert_eq!(known.len(), kinds, "{ruleset:?}: {known:?}");
    }
}
