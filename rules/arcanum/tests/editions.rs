//! What the edition changes: the table, and the rows that no other story plays.

use super::table::Table;
use crate::arcanum::setup::EditionConstants;
use crate::arcanum::{Edition, Kind};

#[test]
fn seven_constants_differ() {
    let row = |stars, moon, fields, justice, temperance, fool, lovers| EditionConstants {
        stars_victory_points: stars,
        moon_minors: moon,
        fields_victory_points: fields,
        justice_counts_minors: justice,
        temperance_moves_fool: temperance,
        fool_house_by_house: fool,
        lovers_strictly_fewest: lovers,
    };
    assert_eq!(Edition::English.constants(), row(2, 1, 1, false, false, true, true));
    assert_eq!(Edition::German.constants(), row(1, 2, 0, false, true, false, false));
    assert_eq!(Edition::Italian.constants(), row(1, 2, 1, false, true, false, false));
    assert_eq!(Edition::French.constants(), row(1, 2, 0, false, true, false, false));
    assert_eq!(Edition::Spanish.constants(), row(1, 2, 0, true, true, false, false));
}

#[test]
fn the_fields_score_1_vp_in_english_and_italian_and_are_changed_in_all() {
    for edition in Edition::ALL {
        let points = i32::from(matches!(edition, Edition::English | Edition::Italian));
        Table::new(4)
            .edition(edition)
            .hand(0, "6S")
            .activation(0)
            .moves("play 6S, figure KvS")
            .expect_vp(&[points, 0, 0, 0])
            .expect_asked(&[0], Kind::Fields)
            .moves("pass, raise, pass, raise")
            .expect_prestige([2, 1, 0, 1]);
    }
}
