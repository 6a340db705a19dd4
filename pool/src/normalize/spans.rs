//! Code spans: text between two equal runs of backticks, which shows HTML rather than uses it.
//!
//! Runs of one or two close on their line, longer ones (fences) anywhere. A run without its like is text, and so is one of
//! more than eight: nobody writes those, and pairing them would cost more than a look at each run.

use std::ops::Range;

/// The longest run of backticks that opens a span.
const RUN_MAX: usize = 8;

/// The longest run that closes on its line.
const INLINE_MAX: usize = 2;

/// Returns the code spans of a text, ascending, with their backticks.
pub(super) fn code_spans(text: &str) -> Vec<Range<usize>> {
    let runs = runs(text);
    let mut spans = Vec::new();
    let mut line_end = 0;
    let mut at = 0;
    while let Some(open) = runs.get(at) {
        if line_end <= open.start {
            let rest = &text.as_bytes()[open.start..];
            line_end = open.start + memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        }
        let limit = if open.len() <= INLINE_MAX {
            line_end
        } else {
            text.len()
        };
        let close = runs[at + 1..]
            .iter()
            .take_while(|run| run.start < limit)
            .position(|run| run.len() == open.len());
        at += 1;
        if let Some(close) = close {
            at += close + 1;
            spans.push(open.start..runs[at - 1].end);
        }
    }
    spans
}

fn runs(text: &str) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for at in memchr::memchr_iter(b'`', text.as_bytes()) {
        match runs.last_mut() {
            Some(run) if run.end == at => run.end += 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs.retain(|run| run.len() <= RUN_MAX);
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(text: &str) -> Vec<&str> {
        code_spans(text)
            .into_iter()
            .map(|span| &text[span])
            .collect()
    }

    #[test]
    fn a_span_closes_with_its_like() {
        assert_eq!(spans("a `b` c `d`"), ["`b`", "`d`"]);
        assert_eq!(spans("``a ` b`` `c`"), ["``a ` b``", "`c`"]);
        assert_eq!(spans("a ` b `` c `` d"), ["`` c ``"]);
        assert_eq!(spans("甲`乙`丙"), ["`乙`"]);
        assert!(spans("it`s").is_empty());
        assert!(spans("").is_empty());
    }

    #[test]
    fn a_line_ends_a_span_but_no_fence() {
        assert!(spans("a ` b\nc ` d").is_empty());
        assert_eq!(spans("` a\n`b`\n"), ["`b`"]);
        assert_eq!(
            spans("```\na ` b\n\n```\n`c`"),
            ["```\na ` b\n\n```", "`c`"]
        );
        let long = "`".repeat(RUN_MAX + 1);
        assert!(spans(&format!("{long}a{long}")).is_empty());
    }
}
