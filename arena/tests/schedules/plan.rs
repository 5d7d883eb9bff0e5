//! S09: forecasts.

use super::league::plan;
use hierophant_arena::{
    Confidence, Format, Mode, Plan,
    planning::{Aim, AimError, forecast},
};

const AIM: Aim<'static> =
    Aim { better: 0, than: 1, margin: 0.5, power: 0.8, confidence: Confidence(0.95), copies: &[] };

fn repeated(plan: Plan) -> Plan {
    Plan { mode: Mode::Repeated, ..plan }
}

#[test]
fn s09_a_plan_tells_deals_and_games_for_a_margin() {
    let robin = plan(4, 4, Format::RoundRobin, 1, 1);
    let mut looks = 0;
    let independent = forecast(&robin, &AIM, &mut |_, _| looks += 1).expect("a forecast");
    let median = independent.median.expect("it is found");
    let powered = independent.powered.expect("it is found");
    assert_eq!(u64::from(median.deals_or_rounds), median.games, "one table, one game a deal");
    assert!(median.games < powered.games && independent.wrong < 0.05 && looks > 0);
    let deals = forecast(&repeated(robin.clone()), &AIM, &mut |_, _| {}).expect("a forecast");
    let repeated = deals.median.expect("it is found");
    assert_eq!((deals.games_per_deal, deals.distinct_games_per_deal), (24, 24));
    assert_eq!(repeated.games, u64::from(repeated.deals_or_rounds) * 24);
    assert!(repeated.deals_or_rounds < median.deals_or_rounds);
    assert!(repeated.deals_together >= deals.deals_together_min.expect("above zero"));
    // Five entrants: a table of four has both in three of five cases.
    let five =
        forecast(&plan(5, 4, Format::RoundRobin, 1, 1), &AIM, &mut |_, _| {}).expect("a forecast");
    let median = five.median.expect("it is found");
    assert_eq!(median.deals_or_rounds, median.deals_together.div_ceil(3));
    assert_eq!(median.games, u64::from(median.deals_or_rounds) * 5);
}

#[test]
fn s09_copies_are_not_information() {
    let robin = repeated(plan(4, 4, Format::RoundRobin, 1, 1));
    let check = |copies: &[usize], distinct: u32| {
        let forecast = forecast(&robin, &Aim { copies, margin: 0.12, ..AIM }, &mut |_, _| {})
            .expect("a forecast");
        assert_eq!(
            (forecast.games_per_deal, forecast.distinct_games_per_deal),
            (24, distinct),
            "{copies:?}"
        );
        forecast.median.expect("it is found").games
    };
    let (all, pair, pairs) =
        (check(&[0, 1, 2, 3], 24), check(&[0, 1, 2, 2], 12), check(&[0, 1, 0, 1], 6));
    assert!(all < pair && pair < pairs, "{all}, {pair} and {pairs} games");
    let same = forecast(&robin, &Aim { copies: &[7, 7, 2, 3], ..AIM }, &mut |_, _| {});
    assert_eq!(same, Err(AimError::Copies));
}

#[test]
fn s09_formats_that_make_their_tables_are_planned_by_their_rounds() {
    let ladder = plan(8, 4, Format::Ladder { rounds: 1 }, 4, 1);
    let forecast = forecast(&ladder, &AIM, &mut |_, _| {}).expect("a forecast");
    let median = forecast.median.expect("it is found");
    assert_eq!(median.games, u64::from(median.deals_or_rounds) * 2 * 4);
    let chance = f64::from(median.deals_together) / (f64::from(median.deals_or_rounds) * 4.0);
    assert!((0.2..0.7).contains(&chance), "two of eight meet in {chance} of all rounds");
}

#[test]
fn s09_aims_that_are_none_say_why() {
    let robin = plan(4, 4, Format::RoundRobin, 1, 1);
    let check = |aim: Aim<'_>, error: AimError| {
        assert_eq!(forecast(&robin, &aim, &mut |_, _| {}), Err(error))
    };
    check(Aim { margin: 2.0, ..AIM }, AimError::Margin { most: 2.0 });
    check(Aim { margin: -0.1, ..AIM }, AimError::Margin { most: 2.0 });
    check(Aim { power: 1.0, ..AIM }, AimError::Power);
    check(Aim { confidence: Confidence(1.0), ..AIM }, AimError::Confidence);
    check(Aim { than: 0, ..AIM }, AimError::Copies);
    let field = plan(4, 4, Format::Field { candidate: 3 }, 1, 1);
    assert!(forecast(&field, &AIM, &mut |_, _| {}).is_ok(), "a table of all four");
    let apart = plan(5, 2, Format::Field { candidate: 3 }, 1, 1);
    assert_eq!(forecast(&apart, &AIM, &mut |_, _| {}), Err(AimError::Margin { most: 0.0 }));
}
