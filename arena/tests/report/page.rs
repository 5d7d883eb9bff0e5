//! The page stands alone, shows all entrants, and treats names as text.

use crate::{sample, the};
use hierophant_arena::report::{Report, page};
use hierophant_arena::{Confidence, ENTRANTS_MAX, RankedBy, SEATS_MAX, summary};

/// The page of a tournament of two whose first entrant has this name, which is also everything else
/// that may be said.
fn page_saying(text: &str) -> String {
    let mut sample = sample::two();
    sample.names[0] = text.to_owned();
    sample.results[0].seats[0].failure = text.to_owned();
    sample.results[0].game = text.to_owned();
    sample.summary = summary(&sample.results, 2, 2, RankedBy::WinShare, Confidence::default());
    let facts = [(text.to_owned(), text.to_owned())];
    let report = Report {
        title: text,
        facts: &facts,
        verdict: Some(text),
        throughput: &facts,
        ..sample.report()
    };
    page(&report)
}

/// How often the text is in the page.
fn times(page: &str, text: &str) -> usize {
    page.matches(text).count()
}

#[test]
fn pages_load_nothing_and_run_nothing() {
    for (name, sample) in sample::all() {
        let page = page(&sample.report());
        for text in [
            "http:",
            "https:",
            "//",
            "<script",
            "<link",
            "<img",
            "<iframe",
            "@import",
            "url(",
            "xlink",
            "href",
            " src=",
            "javascript:",
        ] {
            assert_eq!(times(&page, text), 0, "{name} has {text}");
        }
        assert!(page.contains("default-src 'none'"), "{name} lets the browser load things");
    }
}

#[test]
fn one_report_gives_one_page() {
    for (name, sample) in sample::all() {
        assert!(page(&sample.report()) == page(&sample.report()), "{name} differs from itself");
    }
    assert!(
        page(&sample::two().report()) == page(&sample::two().report()),
        "the same results give another page"
    );
}

#[test]
fn whatever_a_name_is_it_stays_text() {
    let check = |text: &str, shown: &str| {
        let page = page_saying(text);
        assert!(!page.contains(text), "{text:?} is in the page as it is");
        assert!(times(&page, shown) > 3, "{text:?} is not shown as {shown:?}");
        let tags = |page: &str| (times(page, "<"), times(page, ">"));
        let plain = page_saying("plain");
        assert_eq!(tags(&page), tags(&plain), "{text:?} makes tags");
    };
    check("<script>alert(1)</script>", "&lt;script&gt;alert(1)");
    check("\"><svg onload=x>", "&quot;&gt;&lt;svg onload=x&gt;");
    check("a & b &amp; c", "a &amp; b &amp;amp; c");
    check("</style></svg>", "&lt;/style&gt;&lt;/svg&gt;");
    check("x\" fill=\"#010000", "x&quot; fill=&quot;#010000");
    check("two\nlines", "two lines");
    check("\u{202e}turned", "turned");
    check("nul\0byte", "nul byte");
}

#[test]
fn every_entrant_is_named_in_every_section() {
    let sample = the("most");
    let (names, page) = (&sample.names, page(&sample.report()));
    let sections: Vec<&str> = page.split("<section").skip(1).collect();
    assert_eq!((names.len(), sections.len()), (ENTRANTS_MAX, 7));
    for name in names {
        let cut = name.split(" of").next().expect("the names have it");
        for section in &sections[..6] {
            assert!(
                section.contains(&format!("{cut} of")),
                "{cut} is missing in {}",
                &section[..20]
            );
        }
    }
    assert_eq!(times(&page, "class=\"panel\""), ENTRANTS_MAX);
    assert!(page.contains(&format!("seat {SEATS_MAX}")));
}

#[test]
fn pictures_say_what_they_show() {
    for (name, sample) in sample::all() {
        let page = page(&sample.report());
        assert_eq!(times(&page, "<svg"), times(&page, "role=\"img\" aria-label=\""), "{name}");
        assert_eq!(times(&page, "<table"), times(&page, "<caption"), "{name}");
    }
}

#[test]
fn colours_are_variables_that_the_page_defines() {
    let page = page(&the("twelve").report());
    let body = page.split("</style>").nth(1).expect("the page has a style sheet");
    assert_eq!((times(body, "fill=\"#"), times(body, "stroke=\"#")), (0, 0));
    for used in body.split("var(").skip(1).map(|rest| rest.split(')').next().expect("it is closed"))
    {
        assert!(page.contains(&format!("{used}:")), "{used} is nowhere defined");
    }
}

#[test]
fn what_went_wrong_is_said() {
    let sample = the("four");
    let page = page(&sample.report());
    for text in [
        "timed out",
        "illegal answers",
        "never joined",
        "no-show",
        "no answer within 30 s to decision 17",
    ] {
        assert!(page.contains(text), "{text} is missing");
    }
    let (_, game) = &sample.summary.entrants[1].failures.samples[0];
    assert!(page.contains(game.as_str()));
}

#[test]
fn without_results_the_page_says_so() {
    let none = page(&the("none").report());
    assert!(none.contains("No game has a result yet") && !none.contains("<svg"));
    let empty = summary(&[], 0, 0, RankedBy::WinShare, Confidence::default());
    let report = Report {
        title: "",
        facts: &[],
        names: &[],
        seats: 0,
        summary: &empty,
        verdict: None,
        throughput: &[],
    };
    assert!(page(&report).contains("0 entrants"));
}

#[test]
fn one_game_has_no_intervals() {
    let page = page(&sample::two().report());
    assert!(page.contains("no interval") && !page.contains("inf") && !page.contains("NaN"));
}

/// F22: on a phone tables scroll in boxes of their own, and each picture of rows has a form that
/// fits.
#[test]
fn f22_the_page_fits_a_phone() {
    const PHONE_WIDTH: u32 = 380;
    for name in ["four", "twelve", "most"] {
        let page = page(&the(name).report());
        assert!(page.contains("width=device-width") && page.contains("max-width: 640px"), "{name}");
        assert_eq!(
            times(&page, "<table"),
            times(&page, "<div class=\"scroll\" tabindex=\"0\"><table"),
            "{name}"
        );
        let narrow: Vec<&str> = page.split("<div class=\"on-narrow\">").skip(1).collect();
        assert_eq!((narrow.len(), times(&page, "<div class=\"on-wide\">")), (5, 5), "{name}");
        for picture in narrow {
            let (_, size) = picture.split_once("viewBox=\"0 0 ").expect("a picture has a size");
            let width: u32 = size.split(' ').next().expect("a width").parse().expect("a number");
            let scrolls = picture.starts_with("<svg class=\"wide\"");
            assert!(scrolls == (width > PHONE_WIDTH), "{name}: {width} units");
            assert!(!scrolls || name != "four", "four entrants need no scrolling");
        }
    }
}

/// F22, S08: each kind of interval is named, and the page separates what holds for all at once from
/// what holds for one.
#[test]
fn s08_the_page_says_what_holds_for_all_at_once() {
    let four = page(&the("four").report());
    for text in ["Korn and Graubard", "Holm", "above par", "p-value"] {
        assert!(four.contains(text), "{text} is missing");
    }
    let twelve = page(&the("twelve").report());
    assert!(
        twelve.contains("less three times its uncertainty")
            && four.contains("order of share of wins")
    );
    let section =
        |page: &str, id: &str| page.find(&format!("<section id=\"{id}\"")).expect("it is there");
    assert!(
        section(&twelve, "ratings") < section(&twelve, "wins")
            && section(&four, "wins") < section(&four, "ratings")
    );
    assert!(page(&sample::two().report()).contains("too few deals to tell"));
}

/// S04: slots without a result and games that others finished are next to the standing.
#[test]
fn s04_the_page_counts_what_is_missing_beside_each_standing() {
    let sample = the("four");
    let page = page(&sample.report());
    for heading in ["no result", "not played out", "places", "failures"] {
        assert!(page.contains(&format!("<th scope=\"col\">{heading}</th>")), "{heading}");
    }
    let incomplete = sample.summary.entrants.iter().filter(|row| row.is_incomplete()).count();
    assert_eq!(times(&page, "*</td>"), incomplete);
    let row = sample.summary.entrants.iter().find(|row| row.games_out() > 0).expect("one was out");
    assert!(page.contains(&format!("over {} games", row.points_games)) || row.points_games > 999);
}

/// Opponents of about equal strength draw every share towards one over the seats: there is nothing
/// to compare it with.
#[test]
fn s01_pages_draw_no_par_where_opponents_are_paired_by_strength() {
    for (name, has_par) in [("four", true), ("twelve", false), ("swiss", false)] {
        let page = page(&the(name).report());
        let body = page.split("</style>").nth(1).expect("the page has a style sheet");
        for sign in ["above par", "against par", "Par is one over", "par 25.0", "class=\"mark\""] {
            assert_eq!(body.contains(sign), has_par, "{name}: {sign}");
        }
        assert_eq!(body.contains("read the rating"), !has_par, "{name}");
    }
}

/// The columns that Swiss rounds are paired by, and the rule.
#[test]
fn s07_the_page_of_a_swiss_tournament_shows_scores_and_their_rule() {
    let (swiss, ladder) = (page(&the("swiss").report()), page(&the("twelve").report()));
    for text in
        ["score", "opposition", "won"].map(|heading| format!("<th scope=\"col\">{heading}</th>"))
    {
        assert!(swiss.contains(&text) && !ladder.contains(&text), "{text}");
    }
    assert!(
        swiss.contains("Rounds are paired by score")
            && !ladder.contains("Rounds are paired by score")
    );
    let scores = sample::swiss_plan().scores(&the("swiss").results);
    let best = scores.iter().map(|score| score.points).max().expect("nine entrants");
    assert!(swiss.contains(&format!("<td>+{best}</td>")), "{best}");
}
