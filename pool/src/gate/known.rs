//! What is known of gates by their names: for reports, which read of them in the files of a pool.

use super::{ALL, tails};

/// Returns every gate in the order they run, those over the whole corpus last, with its reason codes; one that begins with `_` follows the language of a panel.
#[must_use]
pub fn catalog() -> Vec<(&'static str, &'static [&'static str])> {
    let of_units = ALL.iter().map(|spec| (spec.name, spec.reasons));
    let of_corpus: (_, &[_]) = (tails::NAME, &[tails::REASON]);
    of_units.chain([of_corpus]).collect()
}

/// Returns the place of a gate in the order they run; those over the whole corpus come after, unknown ones last.
#[must_use]
pub fn rank(name: &str) -> usize {
    let place = ALL.iter().position(|spec| spec.name == name);
    place.unwrap_or(ALL.len() + usize::from(name != tails::NAME))
}

/// Tells whether a gate looks at structured articles too.
#[must_use]
pub fn is_for_structured(name: &str) -> bool {
    ALL.iter().any(|spec| spec.name == name && spec.structured)
}

/// Returns the gates that give a reason in a pool whose languages have these primary subtags: one for a reason of this program.
#[must_use]
pub fn gates_of(reason: &str, languages: [&str; 2]) -> Vec<&'static str> {
    let gives = |code: &str| {
        if code.starts_with('_') {
            let language = reason.strip_suffix(code);
            language.is_some_and(|language| languages.contains(&language))
        } else {
            code == reason
        }
    };
    let giving = ALL
        .iter()
        .filter(|spec| spec.reasons.iter().any(|code| gives(code)));
    let mut names: Vec<&str> = giving.map(|spec| spec.name).collect();
    if reason == tails::REASON {
        names.push(tails::NAME);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_is_of_one_gate() {
        for spec in &ALL {
            for code in spec.reasons {
                let reason = if code.starts_with('_') {
                    format!("zh{code}")
                } else {
                    (*code).to_owned()
                };
                assert_eq!(gates_of(&reason, ["en", "zh"]), [spec.name], "{reason}");
            }
        }
        assert_eq!(gates_of("template_tail", ["en", "zh"]), ["template_tail"]);
        assert!(gates_of("ja_simplified", ["en", "zh"]).is_empty());
        assert!(gates_of("odd", ["en", "zh"]).is_empty());
    }

    #[test]
    fn gates_are_ranked_as_they_run() {
        assert!(rank("blank") < rank("copy") && rank("structure") < rank("template_tail"));
        assert!(rank("template_tail") < rank("odd"));
        assert!(is_for_structured("blank") && !is_for_structured("length_ratio"));
    }
}
