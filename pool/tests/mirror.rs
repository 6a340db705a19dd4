//! Properties of the whole preparation, on random pairs: swapping the panels swaps what comes out, and what came out is not changed again.

use pool::article::{Genre, Structured};
use pool::panels::Panels;
use pool::trial::{Trial, Verdict};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::BTreeSet;
use std::sync::LazyLock;

const TAGS: [(&str, &str); 8] = [
    ("en", "zh-Hant-TW"),
    ("en", "zh-Hans"),
    ("en", "zh-HK"),
    ("en", "ja"),
    ("de", "fr"),
    ("ja", "zh-Hant-TW"),
    ("ko", "en-GB"),
    ("ar", "ru"),
];

/// What texts are made of, one string a group, pieces parted by `¦`: each wakes a repair, a gate or a kind of personal data, or stands beside one.
const PIECES: &[&str] = &[
    "the ¦lamp of the house ¦is open¦Sign in¦ | Privacy policy¦Terms of use ¦der die das und ¦le la les et ¦Harbour ¦phone ¦tel. ¦host ",
    "isbn ¦card ¦id ¦version ¦one hundred ¦May ¦xxxxxxxx¦ha¦a¦how to write a new user guide first ¦naïve ¦Привет ¦مرحبا ¦한국어 ",
    "港口夜裡很安靜¦图书馆¦圖書館¦内¦踪¦着¦雇主¦台后里面¦電話¦統編 ¦身分證¦登入¦上一頁¦下一頁¦之乎者也¦哈¦动漫¦動漫¦人¦第¦號",
    "ラーメン¦がっこう¦・¦ー¦ㄅㄆ¦𠮷¦民國一百十三年¦9.8 億¦7¦38¦45¦2024¦1,234¦1.5 million¦４５",
    "4111 1111 1111 1111¦A123456789¦0912-345-678¦0912345678¦(02) 2345-6789¦04595257¦+44 20 7946 0958¦13800138000¦11010519491231002X",
    "office@library.org.tw¦tea&milk@teahouse.com.tw¦8.8.8.8¦2606:4700::1111¦GB82 WEST 1234 5698 7654 32¦<EMAIL>¦<PHONE>",
    "https://example.org/a ¦www.example.org¦<br>¦<div class=\"c\">¦</div>¦<!-- x -->¦Vec<u8>¦{\"a\": ¦}¦# ¦- ¦=¦＝¦＜¦＞¦=== *** --- >>> ¦┌──┬──┐¦─¦|¦_¦/",
    " ¦  ¦\n¦\n\n¦\r\n¦\t¦\u{3000}¦. ¦, ¦。¦，¦！¦：¦…¦…… ¦(¦)¦（¦）¦[¦]¦「¦」¦“¦”¦\"¦《¦》¦【¦】¦'¦`¦```",
    "&amp;¦&lt;¦&#39;¦&#x6771;¦&nbsp;¦&¦;¦#¦amp;¦&#xFF21;¦&#8203;¦&#769;¦＆¦＃¦；¦｀¦Ａ¦ＵＳＢ¦３¦％",
    "e\u{301}¦\u{301}¦\u{327}¦\u{200b}¦\u{ad}¦\u{200e}¦\u{200d}¦\u{feff}¦\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
    "\u{e0067}¦\u{f900}¦\u{212b}¦\u{1b}¦\u{e000}¦\u{fffd}¦Ã©¦Ã¨¦é …ç›®¦锟斤拷¦\u{85}¦\u{2028}¦\u{a0}¦\u{338}¦&lt;PHONE&gt;",
];

/// Texts long enough for the gates of documents and of languages.
const LONG: &[&str] = &[
    "El archivo no se puede abrir porque otro programa lo tiene abierto en este momento. ",
    "Das Haus ist nicht mit dem Garten verbunden, und die Tür wird von den Nachbarn auch nicht geöffnet. ",
    "The lamp of the harbour is lit when a ship is near, and it is not lit when there is none. ",
    "服務器無法找到文件，請檢查網絡連接和軟件的默認配置，再重啟程序並打開窗口以查看視頻和信息。",
    "港口的燈在船靠近的時候會亮起來，沒有船的時候就不亮，附近的居民都知道這件事。",
];

static TRIALS: LazyLock<Vec<[Trial; 2]>> = LazyLock::new(|| {
    let trial = |left: &str, right: &str| {
        let tags = Panels::new(left.to_owned(), right.to_owned());
        Trial::standard(&tags).expect("both are tags")
    };
    let both = |(left, right)| [trial(left, right), trial(right, left)];
    TAGS.into_iter().map(both).collect()
});

/// Pieces in a row, now and then one of them many times or a long text.
fn text() -> impl Strategy<Value = String> {
    let pieces: Vec<&str> = PIECES.iter().flat_map(|group| group.split('¦')).collect();
    let piece = || select(pieces.clone()).prop_map(str::to_owned);
    let run = prop_oneof![
        24 => piece(),
        2 => (piece(), 2..14_usize).prop_map(|(piece, times)| piece.repeat(times)),
        1 => (select(LONG), 1..8_usize).prop_map(|(text, times)| text.repeat(times)),
    ];
    vec(run, 0..9).prop_map(|runs| runs.concat())
}

/// Two panels that may share what stands between their own beginnings and ends.
fn pair() -> impl Strategy<Value = (String, String)> {
    let shared = prop_oneof![Just(String::new()), text()];
    (text(), text(), shared, text(), text()).prop_map(|(a, b, shared, c, d)| {
        let join = |head: String, tail: String| format!("{head}{shared}{tail}");
        (join(a, c), join(b, d))
    })
}

/// Prose mostly; and formats of `structured` articles.
fn genre(structured: &'static [Structured]) -> impl Strategy<Value = Genre> {
    prop_oneof![8 => Just(Genre::Prose), 1 => select(structured).prop_map(Genre::Structured)]
}

fn judge(trial: &Trial, genre: Genre, left: &str, right: &str) -> Verdict {
    trial.judge(genre, Panels::new(left.to_owned(), right.to_owned()))
}

fn reasons(verdict: &Verdict) -> Vec<&str> {
    let findings = verdict.findings.iter();
    findings.map(|finding| finding.reason.as_str()).collect()
}

/// The names of the repairs: those of the left panel come first, so their order is not the same from the other side.
fn repairs(verdict: &Verdict) -> BTreeSet<&str> {
    verdict.repairs.iter().map(String::as_str).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn swapping_the_panels_swaps_what_comes_out((left, right) in pair(), at in 0..TAGS.len(), genre in genre(&Structured::ALL)) {
        let [straight, swapped] = &TRIALS[at];
        let here = judge(straight, genre, &left, &right);
        let there = judge(swapped, genre, &right, &left);
        prop_assert_eq!(reasons(&here), reasons(&there));
        prop_assert_eq!(repairs(&here), repairs(&there));
        prop_assert_eq!((&here.text.left, &here.text.right), (&there.text.right, &there.text.left));
    }

    #[test]
    fn what_came_out_is_not_changed_again((left, right) in pair(), at in 0..TAGS.len(), genre in genre(&Structured::ALL)) {
        let [trial, _] = &TRIALS[at];
        let once = judge(trial, genre, &left, &right);
        let again = judge(trial, genre, &once.text.left, &once.text.right);
        // A pair that is left out keeps its personal data, and is left out for it again.
        let rejected = |verdict: &Verdict| reasons(verdict).iter().any(|reason| reason.starts_with("pii_"));
        prop_assert!(rejected(&once) || !rejected(&again), "{:?} {:?}", once, again);
        prop_assert!(again.repairs.is_empty(), "{:?} {:?}", again.repairs, again.text);
        prop_assert_eq!(once.text, again.text);
    }
}
