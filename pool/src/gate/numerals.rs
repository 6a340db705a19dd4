//! Every number that a text may be read to say: digits, English number words and months, Han numerals, and digits before a unit (98 億, 1.5 million).
//!
//! It reads generously: a number too many only makes the gate `numbers` more lenient.

use super::tokens::runs;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Returns the runs of digits of a text, full-width ones folded, commas between groups of three left out.
pub(super) fn digits(text: &str) -> impl Iterator<Item = String> {
    let folded = fold(text);
    let mut numbers = Vec::new();
    let mut current = String::new();
    let bytes = folded.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        let group = || {
            let rest = &bytes[at + 1..];
            let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            length == 3 && !current.is_empty()
        };
        if byte.is_ascii_digit() {
            current.push(char::from(byte));
        } else if byte != b',' || !group() {
            numbers.extend((!current.is_empty()).then(|| std::mem::take(&mut current)));
        }
    }
    numbers.extend((!current.is_empty()).then_some(current));
    numbers.into_iter()
}

fn fold(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !text.contains(|scalar| matches!(scalar, '０'..='９')) {
        return Cow::Borrowed(text);
    }
    let fold = |scalar: char| match scalar {
        '０'..='９' => char::from_u32(u32::from(scalar) - 0xfee0).unwrap_or(scalar),
        '，' => ',',
        '．' => '.',
        _ => scalar,
    };
    text.chars().map(fold).collect()
}

/// Returns the numbers that a text writes in digits, of two digits or more each; one before a unit (98 億, 1.5 million) is what it says with it.
pub(super) fn numbers(text: &str) -> BTreeSet<u64> {
    let folded = fold(text);
    let mut found = BTreeSet::new();
    for (at, run) in written(&folded) {
        match product(&folded, at, run) {
            Some(product) => {
                found.insert(product);
            }
            None => found.extend(
                digits(run)
                    .filter(|run| run.len() >= 2)
                    .filter_map(|run| value(&run)),
            ),
        }
    }
    found
}

fn value(run: &str) -> Option<u64> {
    // What has more digits than 64 bits hold is a serial number: compared by its last ones.
    run[run.len().saturating_sub(18)..].parse().ok()
}

/// Returns the runs of digits, points and commas of a text.
fn written(text: &str) -> impl Iterator<Item = (usize, &str)> {
    runs(text, |byte| {
        byte.is_ascii_digit() || matches!(byte, b'.' | b',')
    })
}

/// Returns every number that a text may say.
pub(super) fn readings(text: &str) -> BTreeSet<u64> {
    let mut found: BTreeSet<u64> = digits(text).filter_map(|run| run.parse().ok()).collect();
    let folded = fold(text);
    let plain = runs(&folded, |byte| byte.is_ascii_digit());
    found.extend(plain.filter_map(|(_, run)| run.parse::<u64>().ok()));
    english(&folded, &mut found);
    han(&folded, &mut found);
    scaled(&folded, &mut found);
    found
}

const ONES: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] = [
    "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];
const ORDINALS: [(&str, u64); 8] = [
    ("first", 1),
    ("second", 2),
    ("third", 3),
    ("fifth", 5),
    ("eighth", 8),
    ("ninth", 9),
    ("twelfth", 12),
    ("half", 50),
];
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const SCALES: [(&str, u64); 5] = [
    ("hundred", 100),
    ("thousand", 1_000),
    ("million", 1_000_000),
    ("billion", 1_000_000_000),
    ("trillion", 1_000_000_000_000),
];

/// Returns what an English word says, below 100.
fn word(word: &str) -> Option<u64> {
    let place = |list: &[&str], word: &str| {
        list.iter()
            .position(|known| !known.is_empty() && *known == word)
    };
    let count = |at: usize| u64::try_from(at).ok();
    let stem = word.strip_suffix("th").unwrap_or(word);
    let ties = word.strip_suffix("ieth").map(|stem| format!("{stem}y"));
    if let Some(at) = place(&ONES, word).or_else(|| place(&ONES, stem)) {
        return count(at);
    }
    if let Some(at) = place(&TENS, word).or_else(|| place(&TENS, ties.as_deref()?)) {
        return count(at * 10);
    }
    if let Some(at) = MONTHS
        .iter()
        .position(|month| *month == word || (word.len() == 3 && month.starts_with(word)))
    {
        return count(at + 1);
    }
    let ordinal = ORDINALS.iter().find(|(known, _)| *known == word);
    ordinal
        .map(|&(_, value)| value)
        .or((word == "dozen").then_some(12))
}

fn scale(word: &str) -> Option<u64> {
    let stem = word
        .trim_end_matches("ths")
        .trim_end_matches("th")
        .trim_end_matches('s');
    SCALES
        .iter()
        .find(|(known, _)| *known == stem)
        .map(|&(_, value)| value)
}

/// A number that is being read: what stands so far, and the part below the next scale.
#[derive(Default)]
struct Reading {
    total: u64,
    current: u64,
    begun: bool,
}

impl Reading {
    fn end(&mut self, found: &mut BTreeSet<u64>) {
        if self.begun {
            found.insert(self.total.saturating_add(self.current));
        }
        *self = Self::default();
    }
}

fn english(text: &str, found: &mut BTreeSet<u64>) {
    let lower = text.to_ascii_lowercase();
    let mut reading = Reading::default();
    let pieces = lower.split([' ', '-', '\n', '\u{a0}']);
    for piece in pieces {
        let inner = piece.trim_matches(|scalar: char| !scalar.is_ascii_alphanumeric());
        if let Some(value) = scale(inner) {
            if value == 100 {
                reading.current = reading.current.max(1).saturating_mul(100);
            } else {
                reading.total = reading
                    .total
                    .saturating_add(reading.current.max(1).saturating_mul(value));
                reading.current = 0;
            }
            reading.begun = true;
            found.insert(reading.total.saturating_add(reading.current));
        } else if let Some(value) = word(inner) {
            found.insert(value);
            let fits = (reading.current.is_multiple_of(10) && value < 10)
                || reading.current.is_multiple_of(100);
            if !fits || value == 0 {
                reading.end(found);
            }
            reading.current = reading.current.saturating_add(value);
            reading.begun = true;
        } else if inner != "and" {
            reading.end(found);
        }
        if piece.ends_with([',', '.', ';', ':', ')']) {
            reading.end(found);
        }
    }
    reading.end(found);
}

/// What a Han numeral is.
enum Numeral {
    Digit(u64),
    Unit(u64),
    Myriad(u64),
}

fn numeral(scalar: char) -> Option<Numeral> {
    Some(match scalar {
        '〇' | '零' | '○' => Numeral::Digit(0),
        '一' | '壹' => Numeral::Digit(1),
        '二' | '貳' | '贰' | '兩' | '两' => Numeral::Digit(2),
        '三' | '叁' | '參' | '叄' => Numeral::Digit(3),
        '四' | '肆' => Numeral::Digit(4),
        '五' | '伍' => Numeral::Digit(5),
        '六' | '陸' | '陆' => Numeral::Digit(6),
        '七' | '柒' => Numeral::Digit(7),
        '八' | '捌' => Numeral::Digit(8),
        '九' | '玖' => Numeral::Digit(9),
        '廿' => Numeral::Unit(20),
        '卅' => Numeral::Unit(30),
        '十' | '拾' => Numeral::Unit(10),
        '百' | '佰' => Numeral::Unit(100),
        '千' | '仟' => Numeral::Unit(1_000),
        '萬' | '万' => Numeral::Myriad(10_000),
        '億' | '亿' => Numeral::Myriad(100_000_000),
        '兆' => Numeral::Myriad(1_000_000_000_000),
        _ => return None,
    })
}

fn han(text: &str, found: &mut BTreeSet<u64>) {
    let mut run: Vec<Numeral> = Vec::new();
    for scalar in text.chars().chain(['\n']) {
        match numeral(scalar) {
            Some(numeral) => run.push(numeral),
            None if run.is_empty() => {}
            None => {
                read_han(&run, found);
                run.clear();
            }
        }
    }
}

fn read_han(run: &[Numeral], found: &mut BTreeSet<u64>) {
    let (mut total, mut section, mut current, mut begun) = (0_u64, 0_u64, 0_u64, false);
    let mut spelt = Some(0_u64);
    for numeral in run {
        match *numeral {
            Numeral::Digit(digit) => {
                // 一九九九 is spelt digit by digit; 百零五 is not.
                current = if begun && current > 0 {
                    current.saturating_mul(10).saturating_add(digit)
                } else {
                    digit
                };
                begun = true;
                spelt = spelt.map(|spelt| spelt.saturating_mul(10).saturating_add(digit));
                found.insert(digit);
                continue;
            }
            Numeral::Unit(unit @ (20 | 30)) => section = section.saturating_add(unit),
            Numeral::Unit(unit) => {
                let times = if begun { current } else { 1 };
                section = section.saturating_add(times.saturating_mul(unit));
            }
            Numeral::Myriad(unit) => {
                section = section.saturating_add(current);
                found.insert(section);
                total = total.saturating_add(section.max(1)).saturating_mul(unit);
                section = 0;
            }
        }
        (current, begun, spelt) = (0, false, None);
    }
    found.extend(spelt);
    found.insert(total.saturating_add(section).saturating_add(current));
}

/// Numbers in digits before a unit: 98 億, 1.5 萬, 3.2 million.
fn scaled(text: &str, found: &mut BTreeSet<u64>) {
    found.extend(written(text).filter_map(|(at, run)| product(text, at, run)));
}

/// Returns what a run of digits says with the unit behind it.
fn product(text: &str, at: usize, run: &str) -> Option<u64> {
    let rest = text[at + run.len()..].trim_start_matches([' ', '餘', '多', '幾', '-']);
    let unit = unit(rest)?;
    let plain = run.trim_matches(['.', ',']).replace(',', "");
    let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, ""));
    let value: u64 = format!("{whole}{fraction}").parse().ok()?;
    let parts = 10_u64.checked_pow(u32::try_from(fraction.len()).ok()?)?;
    let product = value.checked_mul(unit)?;
    product.is_multiple_of(parts).then(|| product / parts)
}

/// Returns the unit that a text begins with: 十萬, million.
fn unit(text: &str) -> Option<u64> {
    let mut unit = None;
    for scalar in text.chars().take(3) {
        match numeral(scalar) {
            Some(Numeral::Unit(factor) | Numeral::Myriad(factor)) => {
                unit = Some(unit.unwrap_or(1_u64).saturating_mul(factor));
            }
            _ => break,
        }
    }
    let word = text
        .split(|scalar: char| !scalar.is_ascii_alphabetic())
        .next()
        .unwrap_or_default();
    unit.or_else(|| scale(&word.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_run_of_numerals_is_too_long() {
        for (text, least) in [
            ("九八七六五四三二一".repeat(9), u64::MAX),
            ("千萬億兆".repeat(40), u64::MAX),
            ("hundred ".repeat(40), u64::MAX),
            ("nine trillion ".repeat(9), 9_000_000_000_000),
        ] {
            let most = readings(&text).into_iter().next_back();
            assert!(most >= Some(least), "{text}: {most:?}");
        }
        // A serial number is compared by its last digits, and has no reading that a number could have.
        let serial = "9".repeat(99);
        assert_eq!(
            numbers(&serial).into_iter().next_back(),
            Some(999_999_999_999_999_999)
        );
        assert!(readings(&serial).is_empty());
        assert!(numbers(&("9".repeat(30) + ".5 兆")).len() == 1);
    }

    #[test]
    fn a_number_is_read_however_it_is_written() {
        for (text, number) in [
            ("1,234 rows", 1234),
            ("１２３", 123),
            ("twenty-one", 21),
            ("one hundred and five", 105),
            ("two thousand three hundred", 2300),
            ("the twelfth of May", 5),
            ("the thirtieth", 30),
            ("1.5 million", 1_500_000),
            ("第十二條", 12),
            ("一百零五", 105),
            ("一百十三年", 113),
            ("二〇二四年", 2024),
            ("九百八十二億", 98_200_000_000),
            ("三萬五千", 35_000),
            ("98.2 億", 9_820_000_000),
            ("廿一", 21),
        ] {
            assert!(
                readings(text).contains(&number),
                "{text}: {:?}",
                readings(text)
            );
        }
        let written = |text: &str| numbers(text).into_iter().collect::<Vec<_>>();
        assert_eq!(
            written("$37.5 billion of 2024 in 7.4.12"),
            [12, 2024, 37_500_000_000]
        );
        assert_eq!(written("共 375 億元"), [37_500_000_000]);
        assert_eq!(
            digits("1,234,567 and 12,34 or 5").collect::<Vec<_>>(),
            ["1234567", "12", "34", "5"]
        );
    }
}
