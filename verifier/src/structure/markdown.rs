//! The skeleton of Markdown (CommonMark with tables, maybe after front matter): blocks, targets of
//! links and images, and the keys of the front matter.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::Skeleton;
use crate::text::is_blank;

pub(super) fn skeleton(panel: &str) -> Skeleton {
    let (front, body) = front_matter(panel);
    let mut marks: Skeleton = front.iter().map(|line| front_mark(line)).collect();
    let mut targets = Skeleton::new();
    for event in Parser::new_ext(body, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                targets.push(format!("target {dest_url}"));
            }
            Event::Start(tag) => marks.extend(start(&tag)),
            Event::End(tag) => marks.extend(end(tag)),
            Event::Rule => marks.push("rule".to_owned()),
            _ => {}
        }
    }
    targets.sort_unstable();
    marks.extend(targets);
    marks
}

/// Returns the lines of the front matter, its two lines of dashes among them, and the rest.
fn front_matter(panel: &str) -> (Vec<&str>, &str) {
    const DASHES: &str = "---";
    let mut lines = panel.split_inclusive('\n');
    let bare = |line: &str| line.trim_end_matches('\n') == DASHES;
    if !lines.next().is_some_and(bare) {
        return (Vec::new(), panel);
    }
    let mut front = vec![DASHES];
    let mut length = DASHES.len() + 1;
    for line in lines {
        front.push(line.trim_end_matches('\n'));
        length += line.len();
        if bare(line) {
            return (front, &panel[length..]);
        }
    }
    (Vec::new(), panel)
}

/// Returns blanks, dashes and key of a line of front matter.
fn front_mark(line: &str) -> String {
    let rest = line.trim_start_matches(|scalar| is_blank(scalar) || scalar == '-');
    let lead = &line[..line.len() - rest.len()];
    let ends = |at: usize| rest[at + 1..].chars().next().is_none_or(is_blank);
    let key = rest
        .match_indices(':')
        .map(|(at, _)| at)
        .find(|at| ends(*at));
    format!("front {lead}{}", key.map_or("", |end| &rest[..=end]))
}

/// Returns the mark of a block's start.
fn start(tag: &Tag<'_>) -> Option<String> {
    let mark = match tag {
        Tag::Paragraph => "paragraph".to_owned(),
        Tag::Heading { level, .. } => format!("heading {level}"),
        Tag::BlockQuote(_) => "quote".to_owned(),
        Tag::CodeBlock(CodeBlockKind::Indented) => "code".to_owned(),
        Tag::CodeBlock(CodeBlockKind::Fenced(info)) => format!("fence {info}"),
        Tag::HtmlBlock => "html".to_owned(),
        Tag::List(first) => {
            let ordered = if first.is_some() {
                "ordered"
            } else {
                "bullets"
            };
            format!("list {ordered}")
        }
        Tag::Item => "item".to_owned(),
        Tag::Table(columns) => format!("table {}", columns.len()),
        Tag::TableHead => "head".to_owned(),
        Tag::TableRow => "row".to_owned(),
        Tag::TableCell => "cell".to_owned(),
        _ => return None,
    };
    Some(format!("start {mark}"))
}

/// Returns the mark of a block's end.
fn end(tag: TagEnd) -> Option<String> {
    let mark = match tag {
        TagEnd::Paragraph => "paragraph",
        TagEnd::Heading(_) => "heading",
        TagEnd::BlockQuote(_) => "quote",
        TagEnd::CodeBlock => "code",
        TagEnd::HtmlBlock => "html",
        TagEnd::List(_) => "list",
        TagEnd::Item => "item",
        TagEnd::Table => "table",
        TagEnd::TableHead => "head",
        TagEnd::TableRow => "row",
        TagEnd::TableCell => "cell",
        _ => return None,
    };
    Some(format!("end {mark}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "---\ntitle: A\ntags:\n  - b: c\n---\n# One\n\ntext *b*\n\n- x [y](u)\n\n\
        | a | b |\n|---|---|\n| 1 | 2 |\n\n```rust\ncode\n```\n\n> ![i](v)\n\n***\n";

    #[test]
    fn blocks_targets_and_keys_are_kept() {
        let one = skeleton(ONE);
        let same = ONE.replace("text *b*", "other text").replace("A\n", "B\n");
        assert_eq!(one, skeleton(&same));
        for (from, to) in [
            ("# One", "## One"),
            ("- x", "1. x"),
            ("(u)", "(w)"),
            ("(v)", "(w)"),
            ("rust", "c"),
            ("| 1 | 2 |\n", ""),
            ("title:", "titel:"),
            ("  - b", "- b"),
            ("***", ""),
            ("> ", ""),
        ] {
            assert_ne!(one, skeleton(&ONE.replace(from, to)), "{from} -> {to}");
        }
        let wide = "| a | b | c |\n|---|---|---|\n";
        assert_ne!(skeleton(wide), skeleton("| a | b |\n|---|---|\n"));
    }

    #[test]
    fn keys_end_at_a_colon_before_a_blank() {
        assert_eq!(front_mark("  - a:b: c"), "front   - a:b:");
        assert_eq!(front_mark("url: http://x"), "front url:");
        assert_eq!(front_mark("- text"), "front - ");
        assert_eq!(front_mark("last:"), "front last:");
        assert_eq!(front_matter("---\na\n"), (vec![], "---\na\n"));
    }
}
