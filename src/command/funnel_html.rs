//! The funnel of a pool as one HTML page that needs nothing else: no script, no font, no picture.

use super::funnel::{NOT_MEASURED, reasons, repairs, row, samples, share, sources, times};
use crate::terminal::{disarm, thousands};
use pool::funnel::{Funnel, GateStep, Reason, tenths};
use std::fmt::Write;

const STYLE: &str = include_str!("funnel.css");

/// Writes the page.
pub(super) fn page(funnel: &Funnel) -> String {
    let Funnel {
        left,
        right,
        snapshot,
        ..
    } = funnel;
    let mut body = String::new();
    push(
        &mut body,
        &format!("<h1>Funnel: {} and {}</h1>\n", text(left), text(right)),
    );
    push(&mut body, &format!("<p>Snapshot {}</p>\n", text(snapshot)));
    push(&mut body, &steps(funnel));
    section(
        &mut body,
        "Sources",
        "What each stage left out, in rows.",
        &table(&sources(funnel), 1),
    );
    section(
        &mut body,
        "Gates",
        "All sources together, in the order they run.",
        &gates(&funnel.gate_totals, false),
    );
    if funnel.sources.len() > 1 {
        section(
            &mut body,
            "Gates by source",
            "Gates that left something out.",
            &gates(&funnel.gates, true),
        );
    }
    match times(funnel) {
        Some(rows) => {
            let said =
                "Of all cores together, reckoned from every 16th row. Of the last import alone.";
            section(&mut body, "Time", said, &table(&rows, 1));
        }
        None => section(&mut body, "Time", NOT_MEASURED, ""),
    }
    if !funnel.repairs.is_empty() {
        let said =
            "Panels changed in the rows that came out; of personal data the pieces taken out.";
        section(&mut body, "Repairs", said, &table(&repairs(funnel), 2));
    }
    if !funnel.reasons.is_empty() {
        section(&mut body, "Reasons", "", &table(&reasons(funnel), 4));
        let shown: String = funnel
            .reasons
            .iter()
            .map(|reason| examples(funnel, reason))
            .collect();
        let said = "Both panels, from the ledger of the pool.";
        section(&mut body, "Samples of what was left out", said, &shown);
    }
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Funnel of {}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        text(snapshot)
    )
}

fn push(body: &mut String, text: &str) {
    body.push_str(text);
}

fn section(body: &mut String, title: &str, said: &str, inside: &str) {
    let said = if said.is_empty() {
        String::new()
    } else {
        format!("<p>{}</p>\n", text(said))
    };
    push(body, &format!("<h2>{title}</h2>\n{said}{inside}"));
}

/// Escapes text, so that a browser shows it and obeys none of it.
fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for scalar in disarm(text).chars() {
        match scalar {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(scalar),
        }
    }
    out
}

/// Escapes a panel, whose lines stay lines.
fn lines(panel: &str) -> String {
    panel.split('\n').map(text).collect::<Vec<_>>().join("\n")
}

/// Draws a share as a bar.
fn bar(tenths: u64) -> String {
    let (whole, part) = (tenths / 10, tenths % 10);
    format!("<span class=\"bar\"><i style=\"width:{whole}.{part}%\"></i></span>")
}

/// The stages as bars of what is left of all rows.
fn steps(funnel: &Funnel) -> String {
    let read: u64 = funnel.sources.iter().map(|source| source.rows_in).sum();
    let mut out = String::new();
    let line = |name: &str, share_of_all: u64, said: &str| {
        format!(
            "<div class=\"step\"><b>{}</b>{}<span class=\"n\">{}</span></div>\n",
            text(name),
            bar(share_of_all),
            text(said)
        )
    };
    push(
        &mut out,
        &line("in", 1000, &format!("{} rows", thousands(read))),
    );
    for step in &funnel.totals {
        let (rows, lost) = (thousands(step.rows_out), thousands(step.left_out));
        let said = format!("{rows} rows, −{lost}, {} of all", share(step.kept_of_all));
        push(&mut out, &line(&step.stage, step.kept_of_all, &said));
    }
    out
}

/// Gates, with bars of what they left out beside the most that one did; by source only those that left something out.
fn gates(gates: &[GateStep], by_source: bool) -> String {
    let mut rows = String::new();
    let most = gates
        .iter()
        .map(|gate| gate.left_out)
        .max()
        .unwrap_or(0)
        .max(1);
    for gate in gates.iter().filter(|gate| !by_source || gate.left_out > 0) {
        let source = if by_source {
            cell(&gate.source, true)
        } else {
            String::new()
        };
        let numbers = row(&[], &[gate.rows_in, gate.left_out, gate.rows_out]);
        let numbers: String = numbers.iter().map(|number| cell(number, false)).collect();
        let kept = cell(&share(gate.kept), false);
        let name = cell(&gate.gate, true);
        let bar = bar(tenths(gate.left_out, most));
        let _ = writeln!(
            rows,
            "<tr>{name}{source}{numbers}{kept}<td class=\"bars\">{bar}</td></tr>"
        );
    }
    let source = if by_source {
        "<th class=\"w\">source</th>"
    } else {
        ""
    };
    format!(
        "<div class=\"wide\"><table>\n<tr><th class=\"w\">gate</th>{source}<th>in</th><th>left out</th><th>out</th><th>kept</th><th class=\"bars w\">left out</th></tr>\n{rows}</table></div>\n"
    )
}

fn cell(content: &str, word: bool) -> String {
    let class = if word { " class=\"w\"" } else { "" };
    format!("<td{class}>{}</td>", text(content))
}

/// A table whose first `words` columns are words.
fn table(rows: &[Vec<String>], words: usize) -> String {
    let mut out = String::from("<div class=\"wide\"><table>\n");
    for (at, row) in rows.iter().enumerate() {
        let cells = row.iter().enumerate().map(|(column, content)| {
            let cell = cell(content, column < words);
            if at == 0 {
                cell.replace("<td", "<th").replace("</td", "</th")
            } else {
                cell
            }
        });
        let _ = writeln!(out, "<tr>{}</tr>", cells.collect::<String>());
    }
    out + "</table></div>\n"
}

/// The samples of one reason, folded.
fn examples(funnel: &Funnel, reason: &Reason) -> String {
    let mut shown = String::new();
    for sample in samples(funnel, reason) {
        let found = if sample.found.is_empty() {
            String::new()
        } else {
            format!(" · found {}", sample.found)
        };
        let place = format!("{}:{}{found}", sample.file, sample.line);
        let (left, right) = (lines(&sample.left), lines(&sample.right));
        let (left_tag, right_tag) = (text(&funnel.left), text(&funnel.right));
        let _ = writeln!(
            shown,
            "<div class=\"pair\"><p>{}</p><div lang=\"{left_tag}\">{left}</div><div lang=\"{right_tag}\">{right}</div></div>",
            text(&place)
        );
    }
    if shown.is_empty() {
        return shown;
    }
    let by = if reason.gate.is_empty() {
        &reason.stage
    } else {
        &reason.gate
    };
    let (code, source, by) = (text(&reason.reason), text(&reason.source), text(by));
    let rows = thousands(reason.rows);
    format!(
        "<details open>\n<summary><b>{code}</b> in {source} <small>{by}, {rows} rows</small></summary>\n{shown}</details>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_obeys_no_corpus_text() {
        assert_eq!(
            text("<script>\"'&\u{202e}"),
            "&lt;script&gt;&quot;&#39;&amp;\\u{202e}"
        );
        assert_eq!(lines("a\n<b>\t"), "a\n&lt;b&gt;\\u{9}");
        assert!(!STYLE.contains("http") && !STYLE.contains("url("));
    }
}
