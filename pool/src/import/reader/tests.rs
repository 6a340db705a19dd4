//! Lines, their ends and their faults.

use super::*;

type Line = Result<Vec<u8>, &'static str>;

/// A buffer of two bytes cuts every line in many places.
fn reader(bytes: &'static [u8], limit: usize) -> LineReader {
    let sum = Rc::new(RefCell::new(Sum {
        hash: Sha256::new(),
        bytes: 0,
    }));
    LineReader::over(bytes, 2, sum, limit)
}

fn all(reader: &mut LineReader) -> Vec<(u64, Line)> {
    std::iter::from_fn(|| reader.next_line())
        .map(|line| (line.number, line.bytes.map_err(|fault| fault.reason)))
        .collect()
}

fn lines(bytes: &'static [u8], limit: usize) -> Vec<(u64, Line)> {
    all(&mut reader(bytes, limit))
}

fn text(text: &[u8]) -> Line {
    Ok(text.to_vec())
}

fn numbered(lines: impl IntoIterator<Item = Line>) -> Vec<(u64, Line)> {
    (1..).zip(lines).collect()
}

#[test]
fn a_line_is_what_stands_before_its_end() {
    let found = lines(b"one\n\nthree\nfour", 99);
    let expected = [text(b"one"), text(b""), text(b"three"), text(b"four")];
    assert_eq!(found, numbered(expected));
    assert_eq!(lines(b"", 99), []);
}

#[test]
fn cr_before_lf_is_part_of_the_end_and_counted() {
    let bytes = b"one\r\n\r\ntwo\nth\rree\r\r\nfour\r";
    let mut taken = reader(bytes, 99);
    let expected = [
        text(b"one"),
        text(b""),
        text(b"two"),
        text(b"th\rree\r"),
        text(b"four\r"),
    ];
    assert_eq!(all(&mut taken), numbered(expected));
    assert_eq!(taken.crlf_lines(), 3);
    let mut kept = reader(bytes, 99).keep_cr();
    let expected = [
        text(b"one\r"),
        text(b"\r"),
        text(b"two"),
        text(b"th\rree\r\r"),
        text(b"four\r"),
    ];
    assert_eq!(all(&mut kept), numbered(expected));
    assert_eq!(kept.crlf_lines(), 0);
}

#[test]
fn a_line_at_the_limit_is_read_and_a_longer_one_is_skipped() {
    let found = lines(
        b"12345\n123456\n12\n12345\r\n123456\r\n12345\r\r\n1234567",
        5,
    );
    let long = || Err("line_too_long");
    let expected = [
        text(b"12345"),
        long(),
        text(b"12"),
        text(b"12345"),
        long(),
        long(),
        long(),
    ];
    assert_eq!(found, numbered(expected));
}

#[test]
fn only_the_first_line_has_a_byte_order_mark() {
    let found = lines(b"\xef\xbb\xbfa\n\xef\xbb\xbfb", 99);
    assert_eq!(found, numbered([Err("bom"), text(b"\xef\xbb\xbfb")]));
}

#[test]
fn a_file_of_wide_units_is_one_fault() {
    for bytes in [&b"\xff\xfea\0\n\0b\0\n\0"[..], b"\0a\0\n\0b\0\n"] {
        let mut reader = reader(bytes, 99);
        let fault = reader.next_line().unwrap().bytes.unwrap_err();
        assert!(fault.fatal && fault.reason == "encoding", "{fault:?}");
        assert!(reader.next_line().is_none());
        assert_eq!(reader.lines_read(), 1);
    }
}

#[test]
fn lines_of_another_encoding_are_named_and_the_others_read() {
    // Big5.
    let bytes = b"a\n\xa7\xda\xad\xcc\xa6b\xb3o\xb8\xcc\xa4F\nb\n\xa6\xad\xa6w";
    let found = lines(bytes, 99);
    let bad = || Err("not_utf8");
    assert_eq!(found, numbered([text(b"a"), bad(), text(b"b"), bad()]));
    let mut reader = reader(bytes, 99);
    reader.next_line();
    let fault = reader.next_line().unwrap().bytes.unwrap_err();
    assert!(
        !fault.fatal && fault.detail.contains("looks like Big5: "),
        "{fault:?}"
    );
}
