//! Prints every action of every ruleset, for `typed.py`, which makes the tables of the Python
//! client.
//!
//! A line for each ruleset: its id and the size of its action space. Then a line for each action:
//! the ruleset, the code, the message in hexadecimal digits, the words. Tabs separate them.
use hierophant_client::wire;
use hierophant_rules::{ActionCode, catalog::RulesetId};
use prost::Message;

fn main() {
    for ruleset in RulesetId::ALL {
        println!("{}\t{}", ruleset.info().id, ruleset.info().action_space);
        for code in 0..ruleset.info().action_space {
            let Some(action) = ruleset.action(ActionCode(code)) else { continue };
            let message: String = wire::encode::action(action)
                .encode_to_vec()
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect();
            println!("{}\t{code}\t{message}\t{}", ruleset.info().id, action.render());
        }
    }
}
