//! The filter of log messages.

use tracing_subscriber::{EnvFilter, filter::ParseError};

/// Below these levels, these libraries would log headers, and so tokens; hyper also warns of each
/// browser whose idle connection it closes.
const CAPPED: &[&str] = &["h2=info", "hyper=error", "hyper_util=info", "tonic=info", "tower=info"];

/// A filter for these directives (`info,hierophant=debug`) that logs no secret, whatever the
/// directives request.
///
/// # Errors
/// A directive is malformed.
pub fn filter(directives: &str) -> Result<EnvFilter, ParseError> {
    let asked: Vec<&str> =
        directives.split(',').map(str::trim).filter(|directive| !is_capped(directive)).collect();
    EnvFilter::try_new(asked.join(",")).and_then(|filter| {
        CAPPED
            .iter()
            .try_fold(filter, |filter, directive| Ok(filter.add_directive(directive.parse()?)))
    })
}

/// Whether a directive concerns a capped library, a module of one, or spans of all libraries.
fn is_capped(directive: &str) -> bool {
    if directive.contains('[') && !directive.starts_with("hierophant") {
        return true;
    }
    let libraries = CAPPED.iter().filter_map(|capped| capped.split('=').next());
    libraries.into_iter().any(|library| {
        directive
            .strip_prefix(library)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['=', ':', '[']))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_for_spans_of_other_libraries_are_dropped() {
        check("info,[poll]=trace,hierophant[submit]=debug", &["info"], &["[poll]=trace"]);
    }

    #[track_caller]
    fn check(directives: &str, expected: &[&str], unexpected: &[&str]) {
        let filter = filter(directives).expect("directives").to_string();
        for directive in expected {
            assert!(
                filter.split(',').any(|has| has == *directive),
                "{directive} is missing in {filter}"
            );
        }
        for directive in unexpected {
            assert!(!filter.split(',').any(|has| has == *directive), "{directive} is in {filter}");
        }
    }

    #[test]
    fn libraries_that_see_tokens_never_log_them() {
        check("trace", &["trace", "h2=info", "hyper=error"], &[]);
        check("info,hierophant=debug", &["info", "hierophant=debug", "h2=info"], &[]);
        check(
            "h2=trace,h2::codec=trace,info",
            &["h2=info", "info"],
            &["h2=trace", "h2::codec=trace"],
        );
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(filter("hierophant=loud").is_err());
    }
}
