//! Insertion points against the graphemes of another library, over real texts.
#![expect(clippy::print_stderr, reason = "a test that skips says so")]

use pool::places::{gaps, insertion_points, lets_in, words};
use pool::script::{is_blank, is_extend, is_letter};
use std::fs;
use std::path::{Path, PathBuf};
use unicode_segmentation::UnicodeSegmentation;

/// Demands that every insertion point of a text begins a grapheme, and that gaps and words are what their rules say.
fn compare(text: &str) -> usize {
    let points = insertion_points(text);
    let mut starts = text.grapheme_indices(true).map(|(at, _)| at);
    for &point in &points {
        assert!(
            starts.any(|start| start == point),
            "inside a grapheme, at byte {point} of {text:?}"
        );
    }
    for gap in gaps(text) {
        let (before, run, after) = (&text[..gap.start], &text[gap.clone()], &text[gap.end..]);
        let (before, after) = (before.chars().next_back(), after.chars().next());
        assert!(
            run.trim_matches([' ', '\t']).is_empty(),
            "{gap:?} of {text:?}"
        );
        assert!(
            before.is_some_and(|scalar| !is_blank(scalar)),
            "{gap:?} of {text:?}"
        );
        assert!(
            after.is_some_and(|scalar| !is_blank(scalar) && !is_extend(scalar)),
            "{gap:?} of {text:?}"
        );
    }
    for word in words(text) {
        let letters = text[word.range.clone()]
            .chars()
            .filter(|&scalar| is_letter(scalar));
        assert_eq!(letters.count(), word.letters, "{word:?} of {text:?}");
        let first = points.partition_point(|&point| point <= word.range.start);
        let end = points.partition_point(|&point| point < word.range.end);
        assert_eq!(points[first..end], word.points, "{word:?} of {text:?}");
    }
    points.len()
}

/// Compares over every file of a folder, at most so many lines of each.
fn compare_folder(folder: &Path, names: &[&str], lines: usize) {
    for name in names {
        let path: PathBuf = folder.join(name);
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let points: usize = text.lines().take(lines).map(compare).sum();
        assert!(points > 1000, "{}: {points} points only", path.display());
    }
}

#[test]
fn insertion_points_begin_graphemes_in_the_corpus() {
    let names = [
        "dialogues.tsv",
        "encyclopedia.jsonl",
        "essay.jsonl",
        "howto.jsonl",
        "news.jsonl",
        "sentences.en.txt",
        "sentences.zh.txt",
        "structured.jsonl",
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../golden/corpus");
    compare_folder(&folder, &names, usize::MAX);
}

#[test]
fn insertion_points_begin_graphemes_in_the_texts_of_others() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/main");
    if folder.exists() {
        compare_folder(&folder, &["docs.jsonl", "lines.tsv", "schema.jsonl"], 2000);
    } else {
        // Said where a person runs the test with its output shown.
        eprintln!("skipped: no {}", folder.display());
    }
}

#[test]
fn insertion_points_begin_graphemes_in_every_script() {
    for text in [
        "\u{1112}\u{1161}\u{11ab}글\u{11ab}가각\u{a960}\u{1161}\u{d7b0}\u{d7cb}",
        "👩\u{200d}👩\u{200d}👧\u{200d}👦👍\u{1f3fd}🏴\u{e0067}\u{e0062}\u{e007f}☺\u{fe0f}1\u{fe0f}\u{20e3}",
        "a🇹🇼🇯🇵b🇫🇷🇩",
        "नमस्ते दुनिया क्षि त्र ज्ञ क्\u{200d}ष क्\u{200c}ष",
        "স্বাধীনতা ਪੰਜਾਬੀ ગુજરાતી ଓଡ଼ିଆ தமிழ் తెలుగు ಕನ್ನಡ മലയാളം සිංහල",
        "สวัสดีชาวโลก ที่นี่ น้ำ กำลัง เกาะ ສະບາຍດີ",
        "བོད་སྐད་ မြန်မာဘာသာ ភាសា ᬅᬓ᭄ᬱᬭ",
        "مرحبا بِالعَالَم שָׁלוֹם \u{600}\u{661}\u{662} \u{6dd}\u{663}",
        "Z\u{351}\u{36b}\u{343}a\u{300}\u{323} \u{1e9b}\u{323} e\u{301}",
        "か\u{3099}ﾊ\u{ff9e} 葛\u{e0100}城市 𠮷野家",
        "a\r\nb\tc\u{200b}d\u{feff}e\u{ad}f\u{2028}g",
    ] {
        assert!(compare(text) > 0, "{text:?}");
    }
}

/// Scalars that Unicode got after version 15.0, of which the tables know nothing.
const NEWER: &[(u32, u32)] = &[
    (0x897, 0x897),
    (0x1acf, 0x1aeb),
    (0x10d69, 0x10d6d),
    (0x10efa, 0x10efc),
    (0x113b8, 0x113e2),
    (0x11b60, 0x11b67),
    (0x11f5a, 0x11f5a),
    (0x1611e, 0x1612f),
    (0x16d63, 0x16d6a),
    (0x1e5ee, 0x1e5ef),
    (0x1e6e3, 0x1e6f5),
];

#[test]
fn two_scalars_let_something_in_only_where_a_grapheme_begins() {
    let is_newer = |scalar: char| {
        let point = u32::from(scalar);
        let mut newer = NEWER.iter();
        newer.any(|&(first, last)| first <= point && point <= last)
    };
    // Every scalar beside a letter, a space and itself.
    for scalar in ('\0'..=char::MAX).filter(|&scalar| !is_newer(scalar)) {
        for pair in [['a', scalar], [scalar, 'a'], [scalar, ' '], [scalar; 2]] {
            if lets_in(pair[0], pair[1]) {
                let text: String = pair.iter().collect();
                assert_eq!(text.graphemes(true).count(), 2, "{text:?}");
            }
        }
    }
}
