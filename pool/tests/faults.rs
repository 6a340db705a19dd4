//! Bad input, each with its reason code, its file and its line.

use crate::bench::{Bench, row};

/// Builds a good row, a bad line and a good row: the message names line 2, and with `max_bad = 1` the rest is a pool.
fn one_bad_line(bad: &[u8], reason: &str) {
    let good = [row("1", "One.", "一。"), row("3", "Three.", "三。")];
    let file = [good[0].as_bytes(), bad, b"\n", good[1].as_bytes()].concat();
    let message = Bench::jsonl(&file).refusal();
    assert!(
        message.contains(&format!("a.jsonl:2: {reason}: ")),
        "{message}"
    );
    assert!(
        message.contains("1 of 3 rows cannot be read, max_bad is 0"),
        "{message}"
    );

    let source = "[[source]]\nname = \"s\"\npath = \"a.jsonl\"\nformat = \"jsonl\"\nmax_bad = 1\n";
    let bench = Bench::new(source).file("a.jsonl", &file);
    let (report, pool) = bench.built();
    assert_eq!(
        (
            pool.len(),
            report.sources[0].rows_in,
            report.sources[0].rows_out
        ),
        (2, 3, 2)
    );
    let ledger = bench.ledger();
    assert_eq!(ledger.len(), 1);
    let place = (
        ledger[0].stage.as_str(),
        ledger[0].file.as_str(),
        ledger[0].line,
    );
    assert_eq!(
        (place, ledger[0].reason.as_str()),
        (("read", "a.jsonl", 2), reason)
    );
}

#[test]
fn each_kind_of_bad_line_is_named() {
    let cases: &[(&[u8], &str)] = &[
        (b"{\"left\":\"\xff\",\"right\":\"b\"}", "not_utf8"),
        (b"{\"left\":\"\xed\xa0\x80\",\"right\":\"b\"}", "not_utf8"),
        (b"{\"left\":\"a\",\"right\":\"b\"}\r\r", "carriage_return"),
        (b"{\"left\":\"a\",\r\"right\":\"b\"}", "carriage_return"),
        (br#"{"left":"a\rb","right":"b"}"#, "carriage_return"),
        (br#"{"left":"a\r\r\nb","right":"b"}"#, "carriage_return"),
        (
            br#"{"left":"a","right":"b","id":"a\r\n"}"#,
            "carriage_return",
        ),
        (br#"{"left":"a\u000db","right":"b"}"#, "carriage_return"),
        (b"{\"left\":\"a\0\",\"right\":\"b\"}", "nul"),
        (br#"{"left":"a\u0000","right":"b"}"#, "nul"),
        (b"", "blank_line"),
        (b"  ", "blank_line"),
        (b"left", "json_syntax"),
        (b"[1]", "json_syntax"),
        (br#"{"left":"a","right":"b""#, "json_syntax"),
        (br#"{"left":"a","right":"b"} {}"#, "json_syntax"),
        (b"{\"left\":\"a\tb\",\"right\":\"b\"}", "json_syntax"),
        (br#"{"left":"a\ud800","right":"b"}"#, "json_surrogate"),
        (br#"{"left":"a\udc00\ud800","right":"b"}"#, "json_surrogate"),
        (
            br#"{"left":"a","right":"b","note":"\ud83d"}"#,
            "json_surrogate",
        ),
        (
            br#"{"left":"a","right":"b","left":"c"}"#,
            "json_duplicate_key",
        ),
        (
            br#"{"left":"a","right":"b","\u006ceft":"c"}"#,
            "json_duplicate_key",
        ),
        (
            br#"{"left":"a","right":"b","x":[{"y":1,"y":1}]}"#,
            "json_duplicate_key",
        ),
        (br#"{"left":"a"}"#, "field_missing"),
        (br#"{"left":"a","right":null}"#, "field_null"),
        (br#"{"left":"a","right":["b"]}"#, "field_type"),
        (br#"{"left":"a","right":7}"#, "field_type"),
        (br#"{"left":"a","right":"b","id":1.5}"#, "field_type"),
        (br#"{"left":"a","right":"b","genre":"poem"}"#, "field_value"),
        (
            br#"{"left":"a","right":"b","genre":"structured:json"}"#,
            "field_value",
        ),
    ];
    for (bad, reason) in cases {
        one_bad_line(bad, reason);
    }
    let deep = format!(
        "{{\"left\":\"a\",\"right\":\"b\",\"x\":{}{}}}",
        "[".repeat(40),
        "]".repeat(40)
    );
    one_bad_line(deep.as_bytes(), "json_depth");
    let long = format!(
        "{{\"left\":\"a\",\"right\":\"b\",\"id\":\"{}\"}}",
        "i".repeat(4097)
    );
    one_bad_line(long.as_bytes(), "field_too_long");
}

#[test]
fn a_line_past_the_limit_is_skipped_to_its_end() {
    one_bad_line(&vec![b'x'; (16 << 20) + 1], "line_too_long");
}

#[test]
fn a_byte_order_mark_is_named() {
    let message = Bench::jsonl(format!("\u{feff}{}", row("1", "One.", "一。"))).refusal();
    assert!(message.contains("a.jsonl:1: bom: "), "{message}");
}

#[test]
fn a_mapped_field_is_promised_for_every_row() {
    let source = "[[source]]\nname = \"s\"\npath = \"a.jsonl\"\nformat = \"jsonl\"\nfields = { left = \"en\", license = \"lic\" }\n";
    let rows = "{\"en\":\"a\",\"right\":\"b\",\"lic\":\"x\"}\n{\"en\":\"a\",\"right\":\"b\"}\n";
    let message = Bench::of("en", "de", source)
        .file("a.jsonl", rows)
        .refusal();
    assert!(
        message.contains("a.jsonl:2: field_missing: field `lic` is missing"),
        "{message}"
    );
}

#[test]
fn a_compressed_file_that_ends_early_stops_the_build_whatever_max_bad_says() {
    let rows: String = (0..2000)
        .map(|n| row(&n.to_string(), &format!("Line {n}."), "一行。"))
        .collect();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut gzip, rows.as_bytes()).unwrap();
    for (name, packed) in [
        ("a.jsonl.gz", gzip.finish().unwrap()),
        ("a.jsonl.zst", zstd::encode_all(rows.as_bytes(), 3).unwrap()),
    ] {
        let source = format!(
            "[[source]]\nname = \"s\"\npath = \"{name}\"\nformat = \"jsonl\"\nmax_bad = 9\n"
        );
        let whole = Bench::of("en", "th", &source).file(name, &packed);
        assert_eq!(whole.built().1.len(), 2000);
        let cut = Bench::of("en", "th", &source).file(name, &packed[..packed.len() - 20]);
        let message = cut.refusal();
        assert!(message.contains(": truncated: "), "{message}");
        let said = "this stops the build whatever max_bad says (1 of ";
        assert!(message.contains(said), "{message}");
        assert!(!message.contains("max_bad is"), "{message}");
        let other = Bench::of("en", "th", &source).file(name, &rows);
        let message = other.refusal();
        let said = format!("{name}:1: not_compressed: this stops the build");
        assert!(message.contains(&said), "{message}");
    }
}

#[test]
fn tsv_rows_are_strict() {
    let source = "[[source]]\nname = \"s\"\npath = \"a.tsv\"\nformat = \"tsv\"\ncolumns = [\"group\", \"seq\", \"left\", \"right\"]\n";
    for (bad, reason) in [
        ("g\t1\ta", "columns"),
        ("g\t1\ta\tb\tc", "columns"),
        ("g\tx\ta\tb", "seq_not_a_number"),
        ("g\t+1\ta\tb", "seq_not_a_number"),
        ("g\t\ta\tb", "seq_not_a_number"),
        ("g\t18446744073709551616\ta\tb", "seq_not_a_number"),
        ("g\t1\ta\r\tb", "carriage_return"),
        ("g\t1\ta\tb\r\r", "carriage_return"),
        ("", "blank_line"),
    ] {
        let rows = format!("g\t0\tOne.\t一。\n{bad}\ng\t2\tTwo.\t二。\n");
        let message = Bench::new(source).file("a.tsv", rows).refusal();
        assert!(
            message.contains(&format!("a.tsv:2: {reason}: ")),
            "{message}"
        );
    }
}

#[test]
fn two_rows_of_a_group_with_one_number_stop_the_build() {
    let source = "[[source]]\nname = \"s\"\npath = \"a.tsv\"\nformat = \"tsv\"\ncolumns = [\"group\", \"seq\", \"left\", \"right\"]\nmax_bad = 9\n";
    let rows = "g\t1\tOne.\t一。\nh\t1\tOther.\t別的。\ng\t01\tTwo.\t二。\n";
    let message = Bench::new(source).file("a.tsv", rows).refusal();
    assert!(
        message.contains("a.tsv:3: seq_twice: ") && message.contains("line 1"),
        "{message}"
    );
}

#[test]
fn a_row_that_contradicts_its_group_is_named() {
    let source = "[[source]]\nname = \"s\"\npath = \"a.tsv\"\nformat = \"tsv\"\ncolumns = [\"group\", \"license\", \"left\", \"right\"]\n";
    let rows = "g\tMIT\tOne.\t一。\ng\tGPL\tTwo.\t二。\n";
    let message = Bench::new(source).file("a.tsv", rows).refusal();
    assert!(
        message.contains("a.tsv:2: group_fields_differ: "),
        "{message}"
    );
}

#[test]
fn files_of_unlike_length_do_not_pair() {
    let source =
        "[[source]]\nname = \"s\"\nleft_path = \"l\"\nright_path = \"r\"\nformat = \"lines\"\n";
    let message = Bench::new(source)
        .file("l", "One.\nTwo.\n")
        .file("r", "一。\n二。\n三。\n")
        .refusal();
    assert!(message.contains("l has 2 lines, r has 3"), "{message}");
    let bad = Bench::new(source)
        .file("l", "One.\nTwo.\n")
        .file("r", b"\xe4\xb8\x80\xe3\x80\x82\n\xff\n")
        .refusal();
    assert!(bad.contains("r:2: not_utf8: "), "{bad}");
}

#[test]
fn files_without_rows_are_named() {
    for (files, word) in [("", "empty"), ("missing", "No such file")] {
        let bench = Bench::jsonl("");
        if files == "missing" {
            std::fs::remove_file(bench.path("a.jsonl")).unwrap();
        }
        let message = bench.refusal();
        assert!(
            message.contains("a.jsonl") && message.contains(word),
            "{message}"
        );
    }
    let source = "[[source]]\nname = \"s\"\npath = \"a.jsonl.zst\"\nformat = \"jsonl\"\n";
    let packed = zstd::encode_all(&b""[..], 3).unwrap();
    let message = Bench::new(source).file("a.jsonl.zst", packed).refusal();
    assert!(message.contains("holds no row"), "{message}");
}

#[test]
fn two_texts_under_one_key_stop_the_build_and_both_places_are_named() {
    let rows = row("1", "One.", "一。") + &row("2", "Two.", "二。") + &row("1", "One!", "一！");
    let bench = Bench::jsonl(rows);
    let message = bench.refusal();
    assert!(
        message.contains("a.jsonl:3: key_conflict: ") && message.contains("a.jsonl:1"),
        "{message}"
    );
    let ledger = std::fs::read_to_string(bench.path("pool.work/ledger.jsonl")).unwrap();
    assert!(ledger.contains("\"reason\":\"key_conflict\""), "{ledger}");
}

#[test]
fn the_message_shows_the_first_twenty_and_the_file_all() {
    let bench = Bench::jsonl("x\n".repeat(50));
    let message = bench.refusal();
    assert_eq!(message.matches(": json_syntax: ").count(), 20);
    let path = bench.path("pool.work/ledger.jsonl");
    assert!(message.contains(&path.display().to_string()), "{message}");
    assert_eq!(std::fs::read_to_string(path).unwrap().lines().count(), 50);
}
