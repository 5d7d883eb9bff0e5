//! Who wins a stake, and whose ability breaks a tie.

use super::table::{A, B, C, Table, card, cards};
use crate::Seat;
use crate::arcana::Guild::{self, Blades, Ferrymen, Thieves, Usurers};
use crate::arcana::event::Struggle;
use crate::arcana::struggle::settle;

/// What comes of a stake for which these guilds lay these cards.
fn struggle(stake: &str, sides: &[(Guild, &str)]) -> Struggle {
    let guilds: alloc::vec::Vec<Guild> = sides.iter().map(|(guild, _)| *guild).collect();
    let public = Table::new(&guilds).game().state.public;
    let mut sums = [None; 4];
    for (sum, (_, ids)) in sums.iter_mut().zip(sides) {
        *sum = Some(cards(ids).values());
    }
    settle(card(stake), sums, &public)
}

#[track_caller]
fn check(stake: &str, sides: &[(Guild, &str)], winner: Option<Seat>, by_guild: bool) {
    let result = struggle(stake, sides);
    assert_eq!((result.winner, result.by_guild), (winner, by_guild), "{result:?}");
}

/// Example 4 of the rules.
#[test]
fn ties_are_broken_by_the_one_guild_whose_ability_fits() {
    let staff = "crossbowman orn";
    check("barhan_sword", &[(Blades, staff), (Ferrymen, staff)], Some(A), true);
    check("barhan_sword", &[(Blades, staff), (Thieves, staff)], None, false);
    let sword = "arms_dealer";
    check("drinking_horn", &[(Blades, sword), (Thieves, sword)], Some(B), true);
    let four = "crossbowman arms_dealer";
    check("barhan_sword", &[(Ferrymen, staff), (Usurers, staff), (Blades, four)], None, false);
    let six = "crossbowman sellsword";
    let all = [(Blades, six), (Ferrymen, six), (Usurers, six)];
    check("town_gaol", &all, None, false);
    check("ribeca", &[(Blades, "ribeca"), (Thieves, "ribeca")], None, false);
    let seven = "high_magistrate_leonora";
    check("ribeca", &[(Usurers, "ribeca"), (Thieves, "ribeca"), (Blades, seven)], Some(C), false);
}

#[test]
fn each_participant_fights_for_any_stakes_in_its_own_arcanum() {
    let guide = "caravan_guide";
    check("penthow", &[(Blades, "recruit"), (Ferrymen, guide)], Some(A), true);
    check("penthow", &[(Thieves, "lookout"), (Ferrymen, guide)], None, false);
    check("penthow", &[(Blades, "recruit"), (Usurers, "fortune_peddler")], None, false);
    let courtesan = "courtesan recruit";
    check("harlequin", &[(Blades, courtesan), (Thieves, "patrol")], None, false);
    let result = struggle("harlequin", &[(Blades, courtesan), (Thieves, "patrol")]);
    let arcana = result.totals.map(|total| total.map(|total| (total.arcanum as u8, total.points)));
    assert_eq!(arcana, [Some((1, 3)), Some((0, 3)), None, None]);
}

#[test]
fn no_seat_below_the_threshold_wins() {
    check("ayane", &[(Ferrymen, "crossbowman orn"), (Usurers, "the_pale_one")], None, false);
    check("penthow", &[(Ferrymen, "arms_dealer")], Some(A), false);
}
