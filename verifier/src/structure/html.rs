//! The skeleton of HTML: tags, names of their attributes, and the places of comments, as the
//! tokenizer of HTML5 gives them.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

use super::Skeleton;

pub(super) fn skeleton(panel: &str) -> Skeleton {
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from_slice(panel));
    let tokenizer = Tokenizer::new(Marks::default(), TokenizerOpts::default());
    // No token stops the tokenizer: the sink always lets it go on.
    let _ = tokenizer.feed(&queue);
    tokenizer.end();
    tokenizer.sink.0.into_inner()
}

#[derive(Default)]
struct Marks(RefCell<Skeleton>);

impl TokenSink for Marks {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        match token {
            Token::TagToken(tag) => self.0.borrow_mut().push(mark(&tag)),
            Token::CommentToken(_) => self.0.borrow_mut().push("comment".to_owned()),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

fn mark(tag: &Tag) -> String {
    let kind = match tag.kind {
        TagKind::StartTag => "start",
        TagKind::EndTag => "end",
    };
    let mut mark = format!("{kind} {}", tag.name);
    for attribute in &tag.attrs {
        mark.push(' ');
        mark.push_str(&attribute.name.local);
    }
    mark
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_and_comments_are_kept() {
        let one = skeleton("<P class=a id=\"b\">text<!-- c --><br/></p>");
        assert_eq!(one, ["start p class id", "comment", "start br", "end p"]);
        assert_eq!(one, skeleton("<p class='x' id=y>other<!--d--><br></p>"));
        assert_ne!(one, skeleton("<p id=y class='x'>other<!--d--><br></p>"));
        assert_ne!(one, skeleton("<p class='x' id=y>other<br><!--d--></p>"));
        assert_eq!(skeleton("a < b & c"), Skeleton::new());
    }
}
