//! Files with line ends of CR LF, and files in another encoding than UTF-8.

use crate::bench::{Bench, articles, row};

const TSV: &str = "[[source]]\nname = \"s\"\npath = \"a.tsv\"\nformat = \"tsv\"\ncolumns = [\"group\", \"left\", \"right\"]\n";
const LINES: &str =
    "[[source]]\nname = \"s\"\nleft_path = \"l\"\nright_path = \"r\"\nformat = \"lines\"\n";

/// The texts of a bench's articles.
fn texts(bench: &Bench) -> Vec<(String, String)> {
    let (_, pool) = bench.built();
    let panels = |article: &pool::Article<'_>| {
        let text = article.text;
        (text.left.to_owned(), text.right.to_owned())
    };
    articles(&pool).iter().map(panels).collect()
}

#[test]
fn line_ends_of_cr_lf_make_the_same_articles() {
    let json = row("1", "One.\nTwo.", "一。\n二。") + &row("2", "Three.", "三。");
    let cells = "g\tOne.\t一。\nh\tTwo.\t二。\ng\tThree.\t三。\n";
    let (left, right) = ("One.\n\nTwo.\nThree.\n", "一。\n\n二。\n三。");
    let crlf = |text: &str| text.replace('\n', "\r\n");
    let pairs = [
        [Bench::jsonl(&json), Bench::jsonl(crlf(&json))],
        [&cells.to_owned(), &crlf(cells)].map(|rows| Bench::new(TSV).file("a.tsv", rows)),
        [
            Bench::new(LINES).file("l", left).file("r", right),
            Bench::new(LINES).file("l", crlf(left)).file("r", right),
        ],
    ];
    for [plain, windows] in pairs {
        let expected = texts(&plain);
        assert_eq!(expected.len(), 2);
        assert_eq!(texts(&windows), expected);
    }
}

#[test]
fn cr_lf_in_a_panel_of_json_is_normalised() {
    let bench = Bench::jsonl(row("1", "One.\r\nTwo.\r\n", "一。\n二。"));
    assert_eq!(
        texts(&bench),
        [("One.\nTwo.".to_owned(), "一。\n二。".to_owned())]
    );
}

#[test]
fn a_file_in_utf_16_is_one_fault_that_no_max_bad_covers() {
    let rows = row("1", "One.", "一。").repeat(50);
    let bytes: Vec<u8> = rows.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let marked = [b"\xff\xfe", &bytes[..]].concat();
    let source =
        "[[source]]\nname = \"s\"\npath = \"a.jsonl\"\nformat = \"jsonl\"\nmax_bad = 999\n";
    for (bytes, name) in [(&bytes, "UTF-16LE"), (&marked, "UTF-16")] {
        let message = Bench::new(source).file("a.jsonl", bytes).refusal();
        let said = format!(
            "a.jsonl:1: encoding: the file is UTF-16LE, not UTF-8: convert it first (iconv -f {name} -t UTF-8)"
        );
        assert!(message.contains(&said), "{message}");
        assert!(
            message.contains(
                "a.jsonl:1: encoding: this stops the build whatever max_bad says (1 of 1 rows"
            ),
            "{message}"
        );
    }
    let message = Bench::new(LINES)
        .file("l", "One.\n".repeat(50))
        .file("r", &bytes)
        .refusal();
    assert!(message.contains("r:1: encoding: "), "{message}");
}

#[test]
fn the_encoding_of_a_line_is_that_of_its_file() {
    // GBK, of the words 早上下雨了 and 今天.
    let bytes = b"{\"left\":\"One.\",\"right\":\"\xd4\xe7\xc9\xcf\xcf\xc2\xd3\xea\xc1\xcb\"}\n{\"left\":\"a\",\"right\":\"b\"}\n{\"left\":\"Two.\",\"right\":\"\xbd\xf1\xcc\xec\"}\n";
    let message = Bench::jsonl(bytes).refusal();
    for (line, at) in [(1, 25), (3, 25)] {
        let said = format!(
            "a.jsonl:{line}: not_utf8: byte {at} of the line is not UTF-8; the file looks like GBK: convert it first (iconv -f GB18030 -t UTF-8)"
        );
        assert!(message.contains(&said), "{message}");
    }
    let packed = zstd::encode_all(&bytes[..], 3).unwrap();
    let source = "[[source]]\nname = \"s\"\npath = \"a.jsonl.zst\"\nformat = \"jsonl\"\n";
    let message = Bench::new(source).file("a.jsonl.zst", packed).refusal();
    assert!(message.contains("looks like GBK"), "{message}");
}

#[test]
fn rows_in_utf_16_after_rows_in_utf_8_are_the_ones_at_fault() {
    let good = row("1", "One.", "一。") + &row("2", "Two.", "二。");
    let wide = row("3", "Three.", "三。");
    let wide: Vec<u8> = wide.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let rows = [good.as_bytes(), &wide].concat();
    let message = Bench::jsonl(&rows).refusal();
    assert!(
        message.contains("a.jsonl:3: not_utf8: ") || message.contains("a.jsonl:3: nul: "),
        "{message}"
    );
    assert!(!message.contains("encoding"), "{message}");
    let source = "[[source]]\nname = \"s\"\npath = \"a.jsonl\"\nformat = \"jsonl\"\nmax_bad = 9\n";
    assert_eq!(texts(&Bench::new(source).file("a.jsonl", rows)).len(), 2);
}

#[test]
fn compressed_data_under_a_plain_name_is_named() {
    let rows = row("1", "One.", "一。");
    let zstd = zstd::encode_all(rows.as_bytes(), 3).unwrap();
    // The ten bytes that each gzip file begins with.
    let gzip = b"\x1f\x8b\x08\0\0\0\0\0\0\x03more".to_vec();
    for (data, name, ending) in [(zstd, "zstd", "zst"), (gzip, "gzip", "gz")] {
        let message = Bench::jsonl(&data).refusal();
        let said = format!("the file looks like {name}; name it a.jsonl.{ending}");
        assert!(message.contains(&said), "{message}");
        let message = Bench::new(LINES)
            .file("l", "One.\n")
            .file("r", &data)
            .refusal();
        assert!(
            message.contains(&format!("name it r.{ending}")),
            "{message}"
        );
    }
}
