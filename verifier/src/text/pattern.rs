//! Tables of patterns: format.md, section 3.2.
//! Independent of the generator by design: do not share, import or deduplicate.

use std::collections::BTreeMap;
use std::num::NonZeroU64;

use crate::stream::Stream;

/// How a slot writes the value of its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// As it is.
    Raw,
    /// A JSON string.
    Json,
    /// Text of an XML element.
    Xml,
    /// Value of an XML attribute.
    Attr,
    /// Inside of a CDATA section.
    Cdata,
    /// A CSV field, quoted where it must be.
    Csv,
    /// A CSV field in quotes.
    Quoted,
    /// Text of Markdown.
    Md,
    /// A cell of a Markdown table.
    Cell,
}

impl Mode {
    const NAMES: [(&'static str, Self); 9] = [
        ("raw", Self::Raw),
        ("json", Self::Json),
        ("xml", Self::Xml),
        ("attr", Self::Attr),
        ("cdata", Self::Cdata),
        ("csv", Self::Csv),
        ("quoted", Self::Quoted),
        ("md", Self::Md),
        ("cell", Self::Cell),
    ];

    /// Returns the mode of a name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let mut names = Self::NAMES.into_iter();
        names.find(|(own, _)| *own == name).map(|(_, mode)| mode)
    }

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        let mut names = Self::NAMES.into_iter();
        let found = names.find(|(_, mode)| *mode == self);
        found.expect("NAMES holds all modes").0
    }
}

/// A piece of what a pattern expands to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Literal text.
    Text(String),
    /// The next line, written so.
    Slot(Mode),
}

/// What a pattern expands to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expansion {
    /// Literal text and slots; slot k is that of line k.
    pub pieces: Vec<Piece>,
    /// The first name that was expanded with lines, behind the one that was asked for.
    pub first: Option<String>,
}

/// A table of patterns.
pub struct Patterns {
    rules: BTreeMap<String, Vec<Vec<Part>>>,
}

/// A part of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    /// `%NAME%`
    Any(String),
    /// `%@NAME%`
    Fresh(String),
    /// `%*NAME%`
    Lines(String),
    /// `%=MODE%`
    Slot(Mode),
}

/// No table that is right nests deeper: a part may take one line and leave all others to the next.
const DEPTH_MAX: usize = 512;

impl Patterns {
    /// Reads a table.
    ///
    /// # Errors
    ///
    /// Names the first line that is no rule, or the name that has none.
    pub fn parse(table: &str) -> Result<Self, String> {
        let mut rules: BTreeMap<String, Vec<Vec<Part>>> = BTreeMap::new();
        let says = |line: &&str| !line.is_empty() && !line.starts_with('#');
        for line in table.split('\n').filter(says) {
            let (name, body) = line.split_once(' ').ok_or_else(|| line.to_owned())?;
            if !is_name(name) {
                return Err(line.to_owned());
            }
            let body = parts(body).ok_or_else(|| line.to_owned())?;
            rules.entry(name.to_owned()).or_default().push(body);
        }
        let table = Self { rules };
        match table.without_rule() {
            Some(name) => Err(name.to_owned()),
            None => Ok(table),
        }
    }

    /// Returns a name that a body uses as none of the rules lets it.
    fn without_rule(&self) -> Option<&str> {
        let bodies = self.rules.values().flatten();
        let mut parts = bodies.flatten();
        parts.find_map(|part| match part {
            Part::Any(name) | Part::Lines(name) => {
                (!self.rules.contains_key(name)).then_some(name.as_str())
            }
            Part::Fresh(name) => {
                let plain =
                    |body: &Vec<Part>| body.iter().all(|part| matches!(part, Part::Text(_)));
                let bodies = self.rules.get(name);
                let right = bodies.is_some_and(|bodies| bodies.iter().all(plain));
                (!right).then_some(name.as_str())
            }
            Part::Text(_) | Part::Slot(_) => None,
        })
    }

    /// Expands a name with a number of lines; none if the table has no alternative for them.
    pub fn expand(&self, name: &str, lines: usize, stream: &mut Stream) -> Option<Expansion> {
        let mut expander = Expander {
            table: self,
            stream,
            used: BTreeMap::new(),
            out: Expansion::default(),
        };
        expander.name(name, lines, 0)?;
        Some(expander.out)
    }

    /// Returns whether every alternative of a name is one part with lines, of a name that begins so,
    /// and nothing else.
    #[must_use]
    pub fn leads_to(&self, name: &str, begins: &str) -> bool {
        let leads = |body: &Vec<Part>| match body.as_slice() {
            [Part::Lines(name)] => name.starts_with(begins),
            _ => false,
        };
        let bodies = self.rules.get(name);
        bodies.is_some_and(|bodies| bodies.iter().all(leads))
    }

    /// Expands a name to plain text.
    pub fn text(&self, name: &str, stream: &mut Stream) -> Option<String> {
        let pieces = self.expand(name, 0, stream)?.pieces.into_iter();
        let texts = pieces.map(|piece| match piece {
            Piece::Text(text) => Some(text),
            Piece::Slot(_) => None,
        });
        texts.collect()
    }
}

struct Expander<'a> {
    table: &'a Patterns,
    stream: &'a mut Stream,
    /// Of each `%@NAME%`: the round, and the alternatives that it used.
    used: BTreeMap<String, (u64, Vec<usize>)>,
    out: Expansion,
}

impl Expander<'_> {
    fn name(&mut self, name: &str, lines: usize, depth: usize) -> Option<()> {
        let bodies = self.table.rules.get(name).filter(|_| depth < DEPTH_MAX)?;
        let open: Vec<&Vec<Part>> = bodies.iter().filter(|body| is_open(body, lines)).collect();
        let body = open[self.below(open.len())?];
        let mut shares = self.shares(body, lines)?.into_iter();
        for part in body {
            match part {
                Part::Text(text) => self.text(text),
                Part::Any(name) => self.name(name, 0, depth + 1)?,
                Part::Fresh(name) => self.fresh(name)?,
                Part::Lines(name) => {
                    self.out.first.get_or_insert_with(|| name.clone());
                    self.name(name, shares.next()?, depth + 1)?;
                }
                Part::Slot(mode) => self.out.pieces.push(Piece::Slot(*mode)),
            }
        }
        Some(())
    }

    /// Draws how many lines each part with lines takes.
    fn shares(&mut self, body: &[Part], lines: usize) -> Option<Vec<usize>> {
        let (slots, parts) = needs(body);
        let mut spare = lines - slots - parts;
        let mut shares = Vec::with_capacity(parts);
        for _ in 1..parts {
            let extra = self.below(spare + 1)?;
            shares.push(1 + extra);
            spare -= extra;
        }
        if parts > 0 {
            shares.push(1 + spare);
        }
        Some(shares)
    }

    fn fresh(&mut self, name: &str) -> Option<()> {
        let bodies = self.table.rules.get(name)?;
        let (mut round, mut used) = self.used.remove(name).unwrap_or((1, Vec::new()));
        if used.len() == bodies.len() {
            (round, used) = (round + 1, Vec::new());
        }
        let free: Vec<usize> = (0..bodies.len()).filter(|at| !used.contains(at)).collect();
        let drawn = free[self.below(free.len())?];
        for part in &bodies[drawn] {
            if let Part::Text(text) = part {
                self.text(text);
            }
        }
        if round > 1 {
            self.text(&format!("_{round}"));
        }
        used.push(drawn);
        self.used.insert(name.to_owned(), (round, used));
        Some(())
    }

    fn text(&mut self, text: &str) {
        match self.out.pieces.last_mut() {
            Some(Piece::Text(last)) => last.push_str(text),
            _ => self.out.pieces.push(Piece::Text(text.to_owned())),
        }
    }

    fn below(&mut self, count: usize) -> Option<usize> {
        let count = NonZeroU64::new(u64::try_from(count).ok()?)?;
        usize::try_from(self.stream.below(count)).ok()
    }
}

/// Returns the slots and the parts with lines of a body.
fn needs(body: &[Part]) -> (usize, usize) {
    let count = |of: fn(&&Part) -> bool| body.iter().filter(of).count();
    (
        count(|part| matches!(part, Part::Slot(_))),
        count(|part| matches!(part, Part::Lines(_))),
    )
}

fn is_open(body: &[Part], lines: usize) -> bool {
    match needs(body) {
        (slots, 0) => lines == slots,
        (slots, parts) => lines >= slots + parts,
    }
}

fn is_name(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'-';
    !name.is_empty() && name.bytes().all(plain)
}

/// Reads a body; none if something in it has no meaning.
fn parts(body: &str) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut text = String::new();
    let mut rest = body;
    while let Some(scalar) = rest.chars().next() {
        let behind = &rest[scalar.len_utf8()..];
        rest = match scalar {
            '\\' => escape(behind, &mut text)?,
            '%' if behind.starts_with('%') => {
                text.push('%');
                &behind[1..]
            }
            '%' => {
                let (inside, behind) = behind.split_once('%')?;
                if !text.is_empty() {
                    parts.push(Part::Text(std::mem::take(&mut text)));
                }
                parts.push(part(inside)?);
                behind
            }
            plain => {
                text.push(plain);
                behind
            }
        };
    }
    if !text.is_empty() {
        parts.push(Part::Text(text));
    }
    Some(parts)
}

/// Reads what stands behind a backslash; returns the rest.
fn escape<'a>(behind: &'a str, text: &mut String) -> Option<&'a str> {
    let (scalar, length) = match behind.bytes().next()? {
        b'n' => ('\n', 1),
        b't' => ('\t', 1),
        b's' => (' ', 1),
        b'\\' => ('\\', 1),
        b'u' => {
            let digits = behind.get(1..5)?;
            let hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            let code = u32::from_str_radix(digits, 16).ok().filter(|_| hex)?;
            (char::from_u32(code)?, 5)
        }
        _ => return None,
    };
    text.push(scalar);
    Some(&behind[length..])
}

/// Reads what stands between two percent signs.
fn part(inside: &str) -> Option<Part> {
    if let Some(mode) = inside.strip_prefix('=') {
        return Mode::parse(mode).map(Part::Slot);
    }
    let (name, part): (&str, fn(String) -> Part) = match inside.as_bytes().first()? {
        b'@' => (&inside[1..], Part::Fresh),
        b'*' => (&inside[1..], Part::Lines),
        _ => (inside, Part::Any),
    };
    is_name(name).then(|| part(name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::{NOISE, SCHEMA, SHAPE};

    fn stream(ordinal: u64) -> Stream {
        Stream::open(&[1; 32], "test", "", "", ordinal)
    }

    #[test]
    fn the_tables_of_the_format_are_read() {
        for table in [NOISE, SHAPE, SCHEMA] {
            Patterns::parse(table).unwrap_or_else(|line| panic!("{line}"));
        }
    }

    #[test]
    fn what_is_no_rule_is_refused() {
        for bad in [
            "a",
            "a_b c",
            "a %b%",
            "a %=x%",
            "a %",
            "a \\x",
            "a \\u00g0",
            "a \\ud800",
            "a %*b%",
            "a %@b%\nb %c%\nc d",
        ] {
            assert!(Patterns::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn lines_go_to_slots_and_parts() {
        let table = Patterns::parse("a <%*b%|%=raw%|%*b%>\nb %=json%\nb %=json%,%*b%").unwrap();
        assert_eq!(table.expand("a", 2, &mut stream(0)), None);
        for lines in 3..20 {
            let expansion = table.expand("a", lines, &mut stream(0)).unwrap();
            let slots = expansion.pieces.iter();
            let slots = slots
                .filter(|piece| matches!(piece, Piece::Slot(_)))
                .count();
            assert_eq!(slots, lines);
            assert_eq!(expansion.first.as_deref(), Some("b"));
        }
    }

    #[test]
    fn fresh_names_come_once_a_round() {
        let table = Patterns::parse("a %@b% %@b% %@b% %@b%\nb x\nb y\\s%%").unwrap();
        for ordinal in 0..20 {
            let text = table.text("a", &mut stream(ordinal)).unwrap();
            let mut names: Vec<String> = text
                .replace("y %", "y_%")
                .split(' ')
                .map(str::to_owned)
                .collect();
            let late = names.split_off(2);
            names.sort_unstable();
            assert_eq!(names, ["x", "y_%"]);
            assert!(late.iter().all(|name| name.ends_with("_2")), "{text}");
        }
        let endless = Patterns::parse("a %a%").unwrap();
        assert_eq!(endless.text("a", &mut stream(0)), None);
    }
}
