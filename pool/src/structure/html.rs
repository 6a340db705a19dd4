//! Skeletons of HTML: docs/format.md, section 5.6.
//!
//! The tokenizer of html5ever alone, which no element switches to another state: what looks like a tag inside a script is one.

use super::{Parting, first_difference, show};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use std::cell::RefCell;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Start {
        name: String,
        attributes: Vec<String>,
    },
    End {
        name: String,
        attributes: Vec<String>,
    },
    Comment,
}

#[derive(Default)]
struct Sink(RefCell<Vec<Part>>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        match token {
            Token::TagToken(tag) => {
                let name = tag.name.to_string();
                let names = tag.attrs.iter();
                let attributes = names.map(|attr| attr.name.local.to_string()).collect();
                self.0.borrow_mut().push(match tag.kind {
                    TagKind::StartTag => Part::Start { name, attributes },
                    TagKind::EndTag => Part::End { name, attributes },
                });
            }
            Token::CommentToken(_) => self.0.borrow_mut().push(Part::Comment),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

pub(super) fn parse(text: &str) -> Vec<Part> {
    let tokenizer = Tokenizer::new(Sink::default(), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(text));
    // The sink never asks for a script to run, so one call takes all.
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.take()
}

pub(super) fn part(left: &[Part], right: &[Part]) -> Option<Parting> {
    let at = first_difference(left, right)?;
    let here = left.get(at).or(right.get(at)).expect("one is longer");
    let is_comment = |part: &Part| *part == Part::Comment;
    let alike = left[..at]
        .iter()
        .filter(|part| is_comment(part) == is_comment(here));
    let ordinal = alike.count() + 1;
    let place = match here {
        Part::Comment => format!("comment {ordinal}"),
        Part::Start { name, .. } => format!("tag {ordinal} <{name}>"),
        Part::End { name, .. } => format!("tag {ordinal} </{name}>"),
    };
    Some(Parting::new(
        place,
        show(left, at, tag),
        show(right, at, tag),
    ))
}

fn tag(part: &Part) -> String {
    match part {
        Part::Start { name, attributes } => spell("<", name, attributes),
        Part::End { name, attributes } => spell("</", name, attributes),
        Part::Comment => "comment".to_owned(),
    }
}

fn spell(open: &str, name: &str, attributes: &[String]) -> String {
    let mut tag = format!("{open}{name}");
    for attribute in attributes {
        tag.push(' ');
        tag.push_str(attribute);
    }
    tag.push('>');
    tag
}
