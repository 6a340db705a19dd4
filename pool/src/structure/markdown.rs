//! Skeletons of Markdown: docs/format.md, section 5.6.
//!
//! pulldown-cmark says what blocks there are; as it does, a list item without paragraphs is another thing than one with them.

use super::{ABSENT, Parting, first_difference, short, show};
use crate::script::is_blank;
use crate::text::is_blank_text;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outline {
    front: Vec<FrontLine>,
    blocks: Vec<Block>,
    /// Targets of links and images.
    targets: Vec<String>,
}

/// A line of the front matter.
#[derive(Clone, Debug, PartialEq, Eq)]
struct FrontLine {
    /// Blanks and dashes in front.
    lead: String,
    key: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Block {
    Start(Kind),
    /// The end of the block that began last and has not ended.
    End,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Paragraph,
    Heading(usize),
    Quote,
    IndentedCode,
    FencedCode(String),
    Html,
    OrderedList,
    BulletList,
    Item,
    Table(usize),
    TableHead,
    TableRow,
    TableCell,
    Rule,
}

pub(super) fn parse(text: &str) -> Outline {
    let (front, body) = front_matter(text);
    let mut outline = Outline {
        front: front
            .map(|front| front_lines(front).collect())
            .unwrap_or_default(),
        blocks: Vec::new(),
        targets: Vec::new(),
    };
    for event in Parser::new_ext(body, Options::ENABLE_TABLES) {
        match event {
            Event::Start(tag) => match kind(&tag) {
                Some(kind) => outline.blocks.push(Block::Start(kind)),
                None => outline.targets.extend(target(&tag)),
            },
            Event::End(end) if is_block(end) => outline.blocks.push(Block::End),
            Event::Rule => outline
                .blocks
                .extend([Block::Start(Kind::Rule), Block::End]),
            _ => {}
        }
    }
    // A translation may move a link inside its sentence.
    outline.targets.sort_unstable();
    outline
}

fn kind(tag: &Tag<'_>) -> Option<Kind> {
    Some(match tag {
        Tag::Paragraph => Kind::Paragraph,
        Tag::Heading { level, .. } => Kind::Heading(*level as usize),
        Tag::BlockQuote(_) => Kind::Quote,
        Tag::CodeBlock(CodeBlockKind::Indented) => Kind::IndentedCode,
        Tag::CodeBlock(CodeBlockKind::Fenced(info)) => Kind::FencedCode(info.to_string()),
        Tag::HtmlBlock => Kind::Html,
        Tag::List(Some(_)) => Kind::OrderedList,
        Tag::List(None) => Kind::BulletList,
        Tag::Item => Kind::Item,
        Tag::Table(columns) => Kind::Table(columns.len()),
        Tag::TableHead => Kind::TableHead,
        Tag::TableRow => Kind::TableRow,
        Tag::TableCell => Kind::TableCell,
        _ => return None,
    })
}

fn is_block(end: pulldown_cmark::TagEnd) -> bool {
    use pulldown_cmark::TagEnd;
    matches!(
        end,
        TagEnd::Paragraph
            | TagEnd::Heading(_)
            | TagEnd::BlockQuote(_)
            | TagEnd::CodeBlock
            | TagEnd::HtmlBlock
            | TagEnd::List(_)
            | TagEnd::Item
            | TagEnd::Table
            | TagEnd::TableHead
            | TagEnd::TableRow
            | TagEnd::TableCell
    )
}

fn target(tag: &Tag<'_>) -> Option<String> {
    match tag {
        Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => Some(dest_url.to_string()),
        _ => None,
    }
}

/// Cuts a text into its front matter, if it has one, and the rest.
fn front_matter(text: &str) -> (Option<&str>, &str) {
    let Some(inner) = text.strip_prefix("---\n") else {
        return (None, text);
    };
    let mut start = 0;
    for piece in inner.split_inclusive('\n') {
        if piece.strip_suffix('\n').unwrap_or(piece) == "---" {
            return (Some(&inner[..start]), &inner[start + piece.len()..]);
        }
        start += piece.len();
    }
    (None, text)
}

fn front_lines(front: &str) -> impl Iterator<Item = FrontLine> {
    let lines = front.split('\n').filter(|piece| !is_blank_text(piece));
    lines.map(|line| {
        let rest = line.trim_start_matches(|scalar| scalar == '-' || is_blank(scalar));
        let colons = rest.match_indices(':').map(|(at, _)| at);
        let mut ends = colons.filter(|at| rest[at + 1..].chars().next().is_none_or(is_blank));
        FrontLine {
            lead: line[..line.len() - rest.len()].to_owned(),
            key: ends.next().map(|end| rest[..end].to_owned()),
        }
    })
}

pub(super) fn part(left: &Outline, right: &Outline) -> Option<Parting> {
    if let Some(at) = first_difference(&left.front, &right.front) {
        return Some(Parting::new(
            format!("front matter line {}", at + 1),
            show(&left.front, at, front_line),
            show(&right.front, at, front_line),
        ));
    }
    if let Some(at) = first_difference(&left.blocks, &right.blocks) {
        let begins = |blocks: &[Block]| match blocks.get(at) {
            Some(Block::Start(kind)) => Some(name(kind)),
            _ => None,
        };
        let (a, b) = (begins(&left.blocks), begins(&right.blocks));
        let starts = left.blocks[..at].iter();
        let ordinal = starts.filter(|&block| *block != Block::End).count() + 1;
        let here = a.as_ref().or(b.as_ref()).map_or(ABSENT, |name| name);
        return Some(Parting::new(
            format!("block {ordinal} ({here})"),
            a.as_deref().unwrap_or(ABSENT),
            b.as_deref().unwrap_or(ABSENT),
        ));
    }
    let at = first_difference(&left.targets, &right.targets)?;
    Some(Parting::of_values(
        format!("link {}", at + 1),
        left.targets.get(at).map(String::as_str),
        right.targets.get(at).map(String::as_str),
    ))
}

fn front_line(line: &FrontLine) -> String {
    let key = line.key.as_deref().map_or("no key".to_owned(), short);
    format!("{}{key}", line.lead)
}

fn name(kind: &Kind) -> String {
    match kind {
        Kind::Paragraph => "paragraph".to_owned(),
        Kind::Heading(level) => format!("heading {level}"),
        Kind::Quote => "quote".to_owned(),
        Kind::IndentedCode => "indented code".to_owned(),
        Kind::FencedCode(info) => format!("fenced code {}", short(info)),
        Kind::Html => "html".to_owned(),
        Kind::OrderedList => "ordered list".to_owned(),
        Kind::BulletList => "list".to_owned(),
        Kind::Item => "item".to_owned(),
        Kind::Table(columns) => format!("table of {columns} columns"),
        Kind::TableHead => "table head".to_owned(),
        Kind::TableRow => "table row".to_owned(),
        Kind::TableCell => "table cell".to_owned(),
        Kind::Rule => "rule".to_owned(),
    }
}
