//! What may be logged.

use tracing_subscriber::{EnvFilter, filter::ParseError};

/// These libraries would log headers, and so tokens, below this level.
const CAPPED: &[&str] = &["h2=info", "hyper=info", "hyper_util=info", "tonic=info", "tower=info"];

/// A filter for these directives (`info,hierophant=debug`) that lets no secret through, however much is asked for.
///
/// # Errors
/// A directive that cannot be read.
pub fn filter(directives: &str) -> Result<EnvFilter, ParseError> {
    let asked: Vec<&str> = directives.split(',').map(str::trim).filter(|directive| !is_capped(directive)).collect();
    EnvFilter::try_new(asked.join(",")).and_then(|filter| {
        CAPPED.iter().try_fold(filter, |filter, directive| Ok(filter.add_directive(directive.parse()?)))
    })
}

/// Whether a directive speaks of a capped library, of a part of one, or of spans wherever they are.
fn is_capped(directive: &str) -> bool {
    if directive.contains('[') && !directive.starts_with("hierophant") {
        return true;
    }
    let libraries = CAPPED.iter().filter_map(|capped| capped.split('=').next());
    libraries.into_iter().any(|library| {
        directive.strip_prefix(library).is_some_and(|rest| rest.is_empty() || rest.starts_with(['=', ':', '[']))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_of_other_libraries_open_no_back_door() {
        check("info,[poll]=trace,hierophant[submit]=debug", &["info"], &["[poll]=trace"]);
    }

    #[track_caller]
    fn check(directives: &str, expected: &[&str], unexpected: &[&str]) {
        let filter = filter(directives).expect("directives").to_string();
        for directive in expected {
            assert!(filter.split(',').any(|has| has == *directive), "{directive} is missing in {filter}");
        }
        for directive in unexpected {
            assert!(!filter.split(',').any(|has| has == *directive), "{directive} is in {filter}");
        }
    }

    #[test]
    fn libraries_that_see_tokens_never_log_them() {
        check("trace", &["trace", "h2=info", "hyper=info"], &[]);
        check("info,hierophant=debug", &["info", "hierophant=debug", "h2=info"], &[]);
        check("h2=trace,h2::codec=trace,info", &["h2=info", "info"], &["h2=trace", "h2::codec=trace"]);
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(filter("hierophant=loud").is_err());
    }
}
