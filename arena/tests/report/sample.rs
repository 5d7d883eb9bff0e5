//! Invented tournaments: results drawn from strengths, with some failures, the same for each seed.

use hierophant_arena::report::Report;
use hierophant_arena::{
    ArithmeticVersion, Confidence, Ending, Format, GameResult, Membership, Mode, Plan, RankedBy,
    SeatResult, Seatings, Summary, VoidReason, credited_ranks,
};
use std::sync::OnceLock;

/// A tournament made up.
pub(crate) struct Sample {
    pub(crate) title: &'static str,
    pub(crate) names: Vec<String>,
    pub(crate) seats: usize,
    pub(crate) results: Vec<GameResult>,
    pub(crate) summary: Summary,
    pub(crate) facts: Vec<(String, String)>,
    pub(crate) throughput: Vec<(String, String)>,
    pub(crate) verdict: Option<&'static str>,
}

impl Sample {
    pub(crate) fn report(&self) -> Report<'_> {
        Report {
            title: self.title,
            facts: &self.facts,
            names: &self.names,
            seats: self.seats,
            summary: &self.summary,
            verdict: self.verdict,
            throughput: &self.throughput,
        }
    }
}

/// Four entrants over 50 deals, each in all 24 seatings; one hangs, one crashes, one plays
/// illegally.
fn four() -> Sample {
    let names = [
        "search, 2000 iterations",
        "greedy",
        "sleepy <script>alert(1)</script>",
        "=cmd|' /C calc'!A0",
    ];
    let mut sample =
        Draw { state: 4, strengths: vec![2.2, 1.0, 0.6, 0.2], seats: 4 }.played(&names, 50, 24);
    sample.title = "Spring cup: four on fifty deals";
    sample.verdict = Some(
        "Yes: search wins more than greedy, by 24.1 % of games (at least 20.6 % at 95 % confidence).",
    );
    sample
}

/// Twelve entrants with names from all over, tables of four.
fn twelve() -> Sample {
    let names = [
        "search ×10",
        "search",
        "greedy",
        "the agent whose name is so long that no table has room for all of it, however wide",
        "بحث سريع",
        "חיפוש עמוק (v2)",
        "🦊🦊 fox 👩‍👩‍👧‍👦",
        "決闘者",
        "random & co",
        "\"quoted\" 'names'",
        "\u{202e}desrever",
        "",
    ];
    let strengths = (0..12).map(|entrant| 2.0 - f64::from(entrant) * 0.2).collect();
    let mut sample = Draw { state: 12, strengths, seats: 4 }.played(&names, 150, 4);
    sample.title = "Ladder of twelve";
    sample.summary =
        hierophant_arena::summary(&sample.results, 12, 4, RankedBy::Rating, Confidence::default());
    sample
}

/// Nine entrants at tables of four over seven rounds, so that one sits out of each.
fn swiss() -> Sample {
    let names = ["ada", "bo", "cy", "dee", "eli", "fay", "gus", "hal", "ivy"];
    let strengths = (0..9).map(|entrant| 1.6 - f64::from(entrant) * 0.2).collect();
    let mut sample = Draw { state: 9, strengths, seats: 4 }.paired(&names, &swiss_plan());
    sample.title = "Swiss of nine";
    sample
}

/// Of [`swiss`].
pub(crate) fn swiss_plan() -> Plan {
    Plan {
        entrants: vec![Membership::default(); 9],
        seats: 4,
        format: Format::Swiss { rounds: 7 },
        mode: Mode::Independent,
        seatings: Seatings::All,
        deals: 3,
        version: ArithmeticVersion::Second,
        seed: [9; 32],
    }
}

/// Two entrants and a single game.
pub(crate) fn two() -> Sample {
    let mut sample =
        Draw { state: 3, strengths: vec![1.0, 0.0], seats: 2 }.played(&["alice", "bob"], 1, 1);
    sample.title = "One game";
    sample
}

/// Three entrants that have not played.
fn none() -> Sample {
    let mut sample =
        Draw { state: 1, strengths: vec![1.0, 0.0, 0.0], seats: 3 }.played(&["a", "b", "c"], 0, 0);
    sample.title = "Nothing yet";
    sample
}

/// As many entrants and seats as there may be.
fn most() -> Sample {
    let names: Vec<String> =
        (1..=64).map(|entrant| format!("contender number {entrant} of the great hall")).collect();
    let strengths = (0..64).map(|entrant| 2.0 - f64::from(entrant) * 0.05).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut sample = Draw { state: 64, strengths, seats: 10 }.played(&names, 60, 3);
    sample.title = "All entrants";
    sample
}

/// All of them, with a name for files; made once.
pub(crate) fn all() -> &'static [(&'static str, Sample); 6] {
    static ALL: OnceLock<[(&str, Sample); 6]> = OnceLock::new();
    ALL.get_or_init(|| {
        [
            ("four", four()),
            ("twelve", twelve()),
            ("swiss", swiss()),
            ("two", two()),
            ("none", none()),
            ("most", most()),
        ]
    })
}

/// The luck and the strengths.
struct Draw {
    state: u64,
    strengths: Vec<f64>,
    seats: usize,
}

impl Draw {
    /// Between 0 and 1: SplitMix64.
    fn next(&mut self) -> f64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn below(&mut self, end: usize) -> usize {
        ((self.next() * end as f64) as usize).min(end - 1)
    }

    /// A tournament of deals, each in a number of seatings.
    fn played(mut self, names: &[&str], deals: u32, seatings: u32) -> Sample {
        let (entrants, seats) = (names.len(), self.seats);
        let mut results = Vec::new();
        for deal in 0..deals {
            let mut table: Vec<usize> = (0..entrants).collect();
            (0..seats).for_each(|seat| {
                let other = seat + self.below(entrants - seat);
                table.swap(seat, other);
            });
            let luck: Vec<f64> = (0..seats).map(|_| self.next() * 1.2).collect();
            for seating in 0..seatings {
                let seated = permuted(&table[..seats], seating as usize);
                results.push(self.game(results.len() as u32, (deal, seating), &seated, &luck));
            }
        }
        let format =
            ("round robin, repeated deals", format!("{deals}, each in {seatings} seatings"));
        sample(names, seats, RankedBy::WinShare, results, format)
    }

    /// A tournament whose tables follow from its results.
    fn paired(mut self, names: &[&str], plan: &Plan) -> Sample {
        let (mut results, mut deal) = (Vec::<GameResult>::new(), 0);
        for round in 0..plan.rounds() {
            let slots = plan.round(round, results.len() as u32, deal, &results);
            deal = slots.last().map_or(deal, |last| last.deal + 1);
            for slot in slots {
                let luck: Vec<f64> = (0..plan.seats).map(|_| self.next() * 1.2).collect();
                let game = self.game(slot.slot, (slot.deal, slot.seating), &slot.seats, &luck);
                results.push(GameResult { round, ..game });
            }
        }
        let format = ("Swiss, 7 rounds", format!("{} for each table and round", plan.deals));
        let mut sample = sample(names, plan.seats, RankedBy::Rating, results, format);
        sample.summary = sample.summary.with_scores(&plan.scores(&sample.results));
        sample
    }

    fn game(
        &mut self,
        slot: u32,
        (deal, seating): (u32, u32),
        seated: &[usize],
        luck: &[f64],
    ) -> GameResult {
        let endings: Vec<Ending> = seated.iter().map(|&entrant| self.ending(entrant)).collect();
        let points: Vec<i32> = seated
            .iter()
            .zip(luck)
            .map(|(&entrant, luck)| {
                ((self.strengths[entrant] + luck + self.next() * 1.8) * 12.0).round() as i32
            })
            .collect();
        let beaten_by =
            |seat: usize| points.iter().filter(|&&other| other > points[seat]).count() as u32;
        let ranks: Vec<u32> = (0..seated.len()).map(|seat| beaten_by(seat) + 1).collect();
        let credited = credited_ranks(&ranks, &endings);
        let void = endings.contains(&Ending::NeverJoined).then_some(VoidReason::NoShow);
        let seats = (0..seated.len()).map(|seat| {
            let decisions = 30 + self.below(12) as u32;
            let each_ms = 4.0 * 6f64.powf(self.strengths[seated[seat]]) * (0.6 + self.next());
            SeatResult {
                entrant: seated[seat],
                rank: if void.is_some() { 0 } else { credited[seat] },
                points: if void.is_some() { 0 } else { points[seat] },
                ending: endings[seat],
                thinking_ms: (each_ms * f64::from(decisions)) as u64,
                decisions,
                failure: words(endings[seat]).to_owned(),
            }
        });
        GameResult {
            slot,
            round: 0,
            deal,
            seating,
            game: format!("g-{:012x}", u64::from(slot) * 0x9e37_79b9),
            attempts: 1 + u32::from(void.is_some()),
            void,
            seats: seats.collect(),
        }
    }

    /// The third of the list hangs now and then, the fourth plays illegally, the second crashes.
    fn ending(&mut self, entrant: usize) -> Ending {
        let chance = self.next();
        match entrant % 8 {
            2 if chance < 0.09 => Ending::TimedOut,
            3 if chance < 0.05 => Ending::IllegalAnswers,
            3 if chance < 0.06 => Ending::Resigned,
            1 if chance < 0.01 => Ending::NeverJoined,
            1 if chance < 0.015 => Ending::TimedOut,
            _ => Ending::Played,
        }
    }
}

fn words(ending: Ending) -> &'static str {
    match ending {
        Ending::TimedOut => {
            "no answer within 30 s to decision 17: the connection was open and silent"
        }
        Ending::IllegalAnswers => {
            "3 answers against the rules, the last: \"<b>card 12</b> is not in this seat's hand\""
        }
        Ending::NeverJoined => "the process ended with status 101 before it joined",
        Ending::Resigned => "resigned at decision 21",
        _ => "",
    }
}

/// The permutation of this number.
fn permuted(table: &[usize], number: usize) -> Vec<usize> {
    let mut left = table.to_vec();
    let mut number = number;
    let mut seated = Vec::new();
    while !left.is_empty() {
        let size = left.len();
        seated.push(left.remove(number % size));
        number /= size;
    }
    seated
}

/// A tournament of these results.
fn sample(
    names: &[&str],
    seats: usize,
    ranked_by: RankedBy,
    results: Vec<GameResult>,
    (format, deals): (&str, String),
) -> Sample {
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    let fact = |heading: &str, fact: &str| (heading.to_owned(), fact.to_owned());
    Sample {
        title: "",
        seats,
        summary: hierophant_arena::summary(
            &results,
            names.len(),
            seats,
            ranked_by,
            Confidence::default(),
        ),
        verdict: None,
        facts: vec![
            fact("Ruleset", "arcanum"),
            fact("Format", format),
            fact("Deals", &deals),
            fact("Confidence", "95 %"),
            fact("Failures", "forfeit"),
            fact("Played", "2026-03-01 10:00 to 10:42 UTC"),
        ],
        throughput: vec![
            fact("Games per minute", "28.4"),
            fact("Arena's share of the processor", "1.3 %"),
        ],
        names,
        results,
    }
}
