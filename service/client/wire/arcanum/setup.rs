//! What a creator asks for. Only what has no form in the rules is refused here; whether a game can
//! have it is for the rules to say.

use crate::{
    pb::arcanum::v1 as pb,
    wire::{InvalidField, convert::FieldErrors, table::OnWire},
};
use hierophant_rules::arcanum::{
    LocationSet, Setup,
    board::{Board, PLACEMENTS_MAX, Symbols},
};

/// What a game is created with, every default filled in.
pub(in crate::wire) fn encode(setup: &Setup) -> pb::Setup {
    // The version stands beside the setup, in the game.
    let Setup { players, length, edition, majors, board, first, version: _ } = setup;
    pb::Setup {
        players: (*players).into(),
        length: length.encode(*players),
        edition: edition.encode(*players),
        majors: majors.encode(*players),
        board: Some(encode_board(board)),
        first_player: first.map(|seat| seat.number().into()),
    }
}

fn encode_board(board: &Board) -> pb::Board {
    let Board { locations, placements } = board;
    pb::Board {
        locations: locations.iter().map(encode_symbols).collect(),
        tower_placements: placements.iter().map(|placement| placement.bits().into()).collect(),
    }
}

fn encode_symbols(symbols: &Symbols) -> pb::Symbols {
    let Symbols { courts, houses } = symbols;
    let [knaves, knights, queens, kings] = courts.map(u32::from);
    let [swords, wands, chalices, pentacles] = houses.map(u32::from);
    pb::Symbols { knaves, knights, queens, kings, swords, wands, chalices, pentacles }
}

/// A setup, defaults filled in.
///
/// # Errors
/// Every invalid field.
pub(in crate::wire) fn decode(message: &pb::Setup) -> Result<Setup, Vec<InvalidField>> {
    let mut faults = FieldErrors::default();
    let pb::Setup { players, length, edition, majors, board, first_player } = message;
    let default = Setup::default();
    let setup = Setup {
        players: if *players == 0 { default.players } else { faults.byte(*players, "players") },
        length: faults.choice(*length, default.length, "length"),
        edition: faults.choice(*edition, default.edition, "edition"),
        majors: faults.choice(*majors, default.majors, "majors"),
        board: board.as_ref().map_or(default.board, |board| decode_board(board, &mut faults)),
        first: first_player.and_then(|number| faults.seat(number, "first_player")),
        version: default.version,
    };
    faults.finish(setup)
}

/// The board that the message describes. Of a list that is far too long only so much is read that
/// the rules refuse its length.
fn decode_board(message: &pb::Board, faults: &mut FieldErrors) -> Board {
    let pb::Board { locations, tower_placements } = message;
    let locations = locations.iter().take(PLACEMENTS_MAX).enumerate();
    let placements = tower_placements.iter().take(PLACEMENTS_MAX + 1).enumerate();
    Board {
        locations: locations
            .map(|(index, message)| decode_symbols(message, index, faults))
            .collect(),
        placements: placements
            .map(|(index, &mask)| {
                let set = u16::try_from(mask).ok().and_then(LocationSet::from_bits);
                faults.note(
                    set,
                    LocationSet::EMPTY,
                    &format!("board.tower_placements[{index}]"),
                    || format!("{mask} isn't a mask of ten locations"),
                )
            })
            .collect(),
    }
}

fn decode_symbols(message: &pb::Symbols, index: usize, faults: &mut FieldErrors) -> Symbols {
    let pb::Symbols { knaves, knights, queens, kings, swords, wands, chalices, pentacles } =
        *message;
    let mut count = |number: u32, name: &str| match u8::try_from(number) {
        Ok(count) => count,
        Err(_) => faults.byte(number, &format!("board.locations[{index}].{name}")),
    };
    Symbols {
        courts: [
            count(knaves, "knaves"),
            count(knights, "knights"),
            count(queens, "queens"),
            count(kings, "kings"),
        ],
        houses: [
            count(swords, "swords"),
            count(wands, "wands"),
            count(chalices, "chalices"),
            count(pentacles, "pentacles"),
        ],
    }
}
