//! Texts of our own in many encodings, and files as they are found.

use super::*;
use encoding_rs::{BIG5, EUC_JP, EUC_KR, GBK, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252};
use std::io::Write;
use std::path::Path;

const CHINESE: &str = "今天早上下了一場大雨，河水漲得很高。\n孩子們站在橋上看，一直看到中午。\n";
const SIMPLIFIED: &str = "今天早上下了一场大雨，河水涨得很高。\n孩子们站在桥上看，一直看到中午。\n";
const ENGLISH: &str = "It rained this morning.\nThe children stood on the bridge.\n";

fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    let (bytes, _, lost) = encoding.encode(text);
    assert!(!lost, "{}", encoding.name());
    bytes.into_owned()
}

fn wide(text: &str, name: &str) -> Vec<u8> {
    match name {
        "UTF-16LE" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "UTF-16BE" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        "UTF-32LE" => text
            .chars()
            .flat_map(|c| u32::from(c).to_le_bytes())
            .collect(),
        _ => text
            .chars()
            .flat_map(|c| u32::from(c).to_be_bytes())
            .collect(),
    }
}

fn said(found: Found, line: &[u8]) -> String {
    found.of_line(line).expect("a fault").detail
}

#[test]
fn wide_encodings_are_found_with_and_without_their_mark() {
    let emoji = "😀".repeat(AHEAD);
    let cyrillic = "Утром шёл дождь.\nДети стояли на мосту.\n";
    let paragraph = CHINESE.replace('\n', "").repeat(99) + "\n";
    for text in [
        CHINESE,
        ENGLISH,
        cyrillic,
        "a",
        "一\n",
        "one\ttwo\r\n",
        &paragraph,
        "中文好\n",
        &format!("\n{emoji}"),
    ] {
        for name in ["UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"] {
            let bytes = wide(text, name);
            let head = &bytes[..bytes.len().min(AHEAD)];
            assert_eq!(detect(head), Found::Wide(name, name), "{text:.9} {name}");
            let odd = [head, b"\n"].concat();
            assert_eq!(
                detect(&odd[..odd.len().min(AHEAD)]),
                Found::Wide(name, name)
            );
            let marked = wide(&format!("\u{feff}{text}"), name);
            assert_eq!(
                detect(&marked),
                Found::Wide(name, &name[..6]),
                "{text:.9} {name}"
            );
        }
    }
    let fault = detect(&wide(ENGLISH, "UTF-16LE")).of_file().unwrap();
    assert!(fault.fatal);
    assert_eq!(fault.reason, "encoding");
    assert_eq!(
        fault.detail,
        "the file is UTF-16LE, not UTF-8: convert it first (iconv -f UTF-16LE -t UTF-8)"
    );
}

#[test]
fn what_begins_as_utf_8_is_not_called_wide() {
    let lines = format!(
        "{{\"left\":\"One.\",\"right\":\"{}\"}}\n",
        CHINESE.trim_end().replace('\n', " ")
    );
    for head in [
        "one line\n",
        "one\ttwo\r\n",
        ENGLISH,
        CHINESE,
        &lines,
        &lines.repeat(9),
    ] {
        for tail in [ENGLISH, CHINESE, "中\n", &lines, &lines.repeat(300)] {
            for name in ["UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"] {
                for mark in ["", "\u{feff}"] {
                    let tail = wide(&format!("{mark}{tail}"), name);
                    let bytes = [head.as_bytes(), &tail].concat();
                    let found = detect(&bytes[..bytes.len().min(AHEAD)]);
                    assert!(
                        !matches!(found, Found::Wide(..)),
                        "{head:?} {tail:?} {name}"
                    );
                }
            }
        }
    }
    // Characters whose two bytes are ASCII, and U+4E0A, which has the byte of LF.
    for text in [
        "中\n一二三。\n",
        "晚上好\n一。\n",
        "中丁\n你好\n",
        "上\n下\n",
    ] {
        for name in ["UTF-16LE", "UTF-16BE"] {
            let bytes = wide(&text.repeat(4), name);
            assert_eq!(detect(&bytes), Found::Wide(name, name), "{text}");
        }
    }
}

#[test]
fn encodings_of_bytes_are_guessed_from_the_file() {
    let japanese = "今朝は大雨が降りました。子供たちは橋の上で川を見ていました。\n";
    for (text, encoding, name, convert) in [
        (CHINESE, BIG5, "Big5", "BIG5"),
        (SIMPLIFIED, GBK, "GBK", "GB18030"),
        (japanese, SHIFT_JIS, "Shift_JIS", "CP932"),
        (japanese, EUC_JP, "EUC-JP", "EUC-JP"),
        (
            "오늘 아침에는 비가 많이 왔습니다. 아이들은 다리 위에 서 있었습니다.\n",
            EUC_KR,
            "EUC-KR",
            "CP949",
        ),
        (
            "Утром шёл дождь. Дети стояли на мосту.\n",
            WINDOWS_1251,
            "windows-1251",
            "CP1251",
        ),
        (
            "L’été dernier, à Genève, le café était fermé — déjà trop tôt.\n",
            WINDOWS_1252,
            "windows-1252",
            "CP1252",
        ),
    ] {
        let bytes = encoded(text, encoding);
        let found = detect(&bytes);
        assert_eq!(found, Found::Bytes(encoding));
        assert_eq!(found.of_file(), None);
        let line = [b"{\"left\":\"", &bytes[..]].concat();
        let at = std::str::from_utf8(&line).unwrap_err().valid_up_to() + 1;
        assert_eq!(
            said(found, &line),
            format!(
                "byte {at} of the line is not UTF-8; the file looks like {name}: convert it first (iconv -f {convert} -t UTF-8)"
            )
        );
        assert_eq!(found.of_line(text.as_bytes()), None);
    }
}

#[test]
fn what_is_utf_8_or_too_short_is_not_guessed_at() {
    let damaged = [CHINESE.as_bytes(), b"\xff\xfe\xb0\xa1", CHINESE.as_bytes()].concat();
    let short = encoded("好久不", BIG5);
    let nul = format!("{ENGLISH}\0\n\0{ENGLISH}");
    let both = [CHINESE.as_bytes(), b"a\0b\xff"].concat();
    // A scalar that the head cuts is no error.
    let cut = "ab".to_owned() + &"一".repeat(AHEAD / 3 + 1);
    for head in [
        b"",
        CHINESE.as_bytes(),
        ENGLISH.as_bytes(),
        &damaged,
        &short,
        nul.as_bytes(),
        &both,
        &[0; 99],
        &cut.as_bytes()[..AHEAD],
    ] {
        assert_eq!(
            detect(head),
            Found::Utf8,
            "{:?}",
            &head[..head.len().min(20)]
        );
    }
    assert_eq!(errors(&cut.as_bytes()[..AHEAD]), 0);
    assert_eq!(errors(&cut.as_bytes()[..AHEAD - 1]), 1);
}

/// Reads a file of the collection that may stand beside the repository, or says that it is not there.
fn read(name: &str) -> Option<Vec<u8>> {
    let raw = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/raw");
    let path = Path::new(raw).join(name);
    let bytes = std::fs::read(&path).ok();
    if bytes.is_none() {
        let _ = writeln!(std::io::stderr(), "skipped: no {}", path.display());
    }
    bytes
}

#[test]
fn files_as_they_are_found_are_named() {
    for (name, expected) in [
        ("encodings/menu_chinese_gb.936.vim", Found::Bytes(GBK)),
        ("encodings/menu_chinese_taiwan.950.vim", Found::Bytes(BIG5)),
        ("encodings/nsis-English.nsh", Found::Utf8),
        ("encodings/nsis-TradChinese.nlf", Found::Utf8),
        ("encodings/tutor.en.ascii.txt", Found::Utf8),
        ("encodings/tutor.zh_CN.euc-cn.txt", Found::Bytes(GBK)),
        ("encodings/tutor.zh_CN.utf-8.txt", Found::Utf8),
        ("encodings/tutor.zh_TW.big5.txt", Found::Bytes(BIG5)),
        ("encodings/tutor.zh_TW.utf-8.txt", Found::Utf8),
    ] {
        let Some(bytes) = read(name) else {
            continue;
        };
        assert_eq!(detect(&bytes[..bytes.len().min(AHEAD)]), expected, "{name}");
        let Ok(text) = std::str::from_utf8(&bytes) else {
            continue;
        };
        let marked = text.starts_with('\u{feff}');
        for name in ["UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"] {
            let bytes = wide(text, name);
            let found = detect(&bytes[..bytes.len().min(AHEAD)]);
            let convert = if marked { &name[..6] } else { name };
            assert_eq!(found, Found::Wide(name, convert));
        }
    }
}

#[test]
fn catalogs_are_no_text_but_their_strings_are() {
    for (name, expected) in [
        ("mo/vim.zh_CN.gbk.mo", Found::Bytes(GBK)),
        ("mo/vim.zh_TW.big5.mo", Found::Bytes(BIG5)),
        ("mo/vim.zh_TW.utf8.mo", Found::Utf8),
        ("mo/wesnoth-units.zh_TW.mo", Found::Utf8),
    ] {
        let Some(bytes) = read(name) else {
            continue;
        };
        assert_eq!(detect(&bytes[..AHEAD]), Found::Utf8, "{name}");
        // The translations stand last, each with a NUL after it.
        let tail = bytes[bytes.len() - AHEAD + 1..].iter();
        let strings: Vec<u8> = tail
            .map(|byte| if *byte == 0 { b'\n' } else { *byte })
            .collect();
        assert_eq!(detect(&strings), expected, "{name}");
    }
}
