//! Counting by pieces against counting whole, on texts that are hard to cut.
#![expect(clippy::print_stderr, reason = "a test that skips says so")]

use pool::stream::{Seed, Stream};
use std::path::{Path, PathBuf};
use variants::count::Counter;

/// Pieces of text that lean on their neighbours: marks, blanks, punctuation, contractions, digits, added tokens.
const PIECES: &[&str] = &[
    "The bridge was built in 1907",
    "It's",
    "don'",
    "s and t",
    "好",
    "他說：「走。」",
    "。",
    "...",
    "?!",
    "x",
    " lead",
    "trail ",
    "\t",
    "12345",
    "１２３",
    "é",
    "e\u{301}",
    "\u{301}",
    "<think>",
    "</think>",
    "a<think>",
    "</s>",
    "<|endoftext|>",
    "👩\u{200d}🚀",
    "，",
    "——",
    "- item",
    "/path",
    "\"quoted\"",
    "“curly”",
    "ㄅㄆ",
    "カタカナ。",
    "한국어",
    "مرحبا",
    "#",
    "```",
    "\u{3000}",
    "\u{a0}x",
    "\r",
    ")",
    "ing",
    "I'LL",
];

fn random_text(stream: &mut Stream) -> String {
    let pieces = u64::try_from(PIECES.len()).unwrap();
    let mut text = String::new();
    for _ in 0..2 + stream.below(8) {
        for _ in 0..1 + stream.below(3) {
            text.push_str(PIECES[usize::try_from(stream.below(pieces)).unwrap()]);
        }
        let line_feeds = usize::try_from(stream.below(5)).unwrap();
        text.extend(std::iter::repeat_n('\n', line_feeds));
    }
    text
}

fn compare(path: &Path, texts: usize) {
    let counter = Counter::load(path).unwrap();
    assert!(counter.is_additive(), "{} is counted whole", path.display());
    let mut stream = Stream::open(&Seed::new("count"), "test", "", b"", 0);
    for _ in 0..texts {
        let text = random_text(&mut stream);
        assert_eq!(
            counter.tokens(&text),
            counter.tokens_of_whole(&text),
            "{text:?}"
        );
    }
}

#[test]
fn pieces_add_up_with_byte_fallback() {
    compare(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../golden/tokenizer.json"),
        2000,
    );
}

#[test]
fn pieces_add_up_with_the_tokenizers_of_others() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/tokenizers");
    let names = ["bpe32k-bytefallback", "bpe32k-bytelevel", "qwen3"];
    let paths: Vec<PathBuf> = names
        .iter()
        .map(|name| folder.join(format!("{name}.tokenizer.json")))
        .collect();
    for path in paths {
        if path.exists() {
            compare(&path, 5000);
        } else {
            // Said where a person runs the test with its output shown.
            eprintln!("skipped: no {}", path.display());
        }
    }
}
