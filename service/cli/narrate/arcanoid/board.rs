//! The battlefields as a table, during play and after the battles.

use super::super::table::ruled;
use hierophant_rules::{
    Seat,
    arcanoid::{
        CardSet, Field, Player, View,
        cards::FIELDS,
        engagement::{Strength, Tier},
        text::short_card,
    },
};

/// Maximum number of characters of a battlefield's cell, and of a name.
const CELL: usize = 17;
const NAME: usize = 12;

/// The name of a player.
fn name(player: Player, names: &[String]) -> String {
    let name = |seat: Seat| names.get(seat.index()).cloned().unwrap_or_default();
    player.seat().map_or_else(|| "The Devil".into(), name)
}

/// The cards by name, in canonical order.
pub(super) fn listed(cards: CardSet) -> String {
    let names: Vec<String> = cards.iter().map(|card| card.to_string()).collect();
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

/// The engagements on all battlefields and the other cards on the table; the first time with a key
/// to the abbreviations.
pub(super) fn battlefields(view: &View, names: &[String], first_time: bool) -> Vec<String> {
    let public = &view.public;
    let mut lines =
        table(view, names, "hand", |player| public.hand_size(player).to_string(), |_, _| "");
    if first_time {
        lines.push(
            "  A ace, Kv Knave, Kn Knight, Q Queen, K King of S Swords, B Staves, C Cups, D Coins"
                .into(),
        );
    }
    let permanents = public.permanents();
    if !permanents.is_empty() {
        lines.push(format!("  On the table: {}", listed(permanents)));
    }
    let stock = if public.stock_ended {
        "ended".to_owned()
    } else {
        format!("{} cards", public.stock_size)
    };
    lines.push(format!("  Stock: {stock}, discards: {}", public.discards.len()));
    lines
}

/// The battles of a round with their winners marked; the last column is each player's total.
pub(super) fn battles(
    view: &View,
    winners: &[Player; FIELDS],
    scored: &[Option<Seat>; FIELDS],
    names: &[String],
) -> Vec<String> {
    let results = || view.public.results.iter().flatten();
    let won = |player: Player| match player.seat() {
        Some(seat) => {
            let now = scored.iter().filter(|&&winner| winner == Some(seat)).count();
            let all = results().filter(|&&winner| winner == Some(seat)).count();
            format!("+{now} = {all} VP")
        }
        None => "-".into(),
    };
    let mark =
        |player: Player, field: Field| if winners[field.index()] == player { "★ " } else { "" };
    let mut lines = table(view, names, "battles", won, mark);
    let for_other = Field::ALL.into_iter().filter(|field| winners[field.index()].is_devil());
    lines.extend(for_other.map(|field| match scored[field.index()] {
        Some(seat) => format!("  The Devil wins {field} for {}", name(Player::at(seat), names)),
        None => format!("  The Devil wins {field} for no player"),
    }));
    lines
}

fn table(
    view: &View,
    names: &[String],
    last: &str,
    last_of: impl Fn(Player) -> String,
    mark: impl Fn(Player, Field) -> &'static str,
) -> Vec<String> {
    let public = &view.public;
    let mut rows = vec![vec!["player".to_owned()]];
    rows[0].extend(Field::ALL.map(|field| field.to_string()));
    rows[0].push(last.to_owned());
    for player in public.players() {
        let mut row = vec![name(player, names).chars().take(NAME).collect::<String>()];
        row.extend(Field::ALL.map(|field| {
            let engagement = public.engagements[player.index()][field.index()];
            engagement.map_or("-".into(), |it| format!("{}{}", mark(player, field), cell(it.cards)))
        }));
        row.push(last_of(player));
        rows.push(row);
    }
    ruled(&rows, false)
}

/// An engagement in a cell: its cards, with their sum if they are numbers.
fn cell(cards: CardSet) -> String {
    let strength = Strength::of(cards);
    let short: Vec<String> = cards.iter().map(short_card).collect();
    let short = short.join(" ");
    match strength.tier {
        Tier::Abdication => "abdicated".into(),
        Tier::Numeric => {
            let text = format!("{}: {short}", strength.value);
            if text.len() < CELL {
                text
            } else {
                format!("{}: {} cards", strength.value, strength.cards)
            }
        }
        _ => short,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hierophant_rules::{
        Ruleset, Seed, Viewer,
        arcanoid::{Arcanoid, Setup},
    };

    #[test]
    fn the_widest_table_fits_the_page() {
        let setup = Setup { players: 10, ..Setup::default() };
        let state = Arcanoid::start(&setup, &Seed::new([1; 32]), &mut Vec::new()).unwrap();
        let mut view = Arcanoid::view(&state, Viewer::Spectator);
        let cards = CardSet::ALL.and(CardSet::numerics_of(Field::Swords));
        let engagement =
            hierophant_rules::arcanoid::public::Engagement { cards, order: 0, pair: None };
        view.public.engagements.iter_mut().for_each(|own| *own = [Some(engagement); FIELDS]);
        let names: Vec<String> =
            (0..10).map(|seat| format!("A very long name indeed {seat}")).collect();
        for lines in [
            battlefields(&view, &names, true),
            battles(&view, &[Player::DEVIL; FIELDS], &[Some(Seat::FIRST); FIELDS], &names),
        ] {
            assert!(lines.iter().take(14).all(|line| line.chars().count() <= 110), "{lines:#?}");
            assert!(lines.iter().any(|line| line.contains("55: 10 cards")), "{lines:#?}");
        }
    }
}
