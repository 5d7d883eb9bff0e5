//! Codes of actions.

use super::notation::action;
use crate::ActionCode;
use crate::res_arcana::Action;

#[test]
fn codes_are_those_of_the_protocol() {
    let cases = [
        ("pass", 0),
        ("essence G", 20),
        ("order 321", 29),
        ("pair LD", 47),
        ("amount 99", 163),
        ("choose sorcerers_bestiary", 245),
        ("place athanor", 248),
        ("discard windup_man", 327),
        ("claim obelisk", 334),
        ("claim coral_castle", 344),
        ("use chalice_of_life 2", 361),
        ("use sorcerers_bestiary 2", 507),
    ];
    for (text, code) in cases {
        assert_eq!(action(text).code(), ActionCode(code), "{text}");
        assert_eq!(Action::from_code(ActionCode(code)), Some(action(text)));
    }
    for code in [11, 355, 431, 508] {
        assert_eq!(Action::from_code(ActionCode(code)), None, "{code}");
    }
}
