//! Patterns: tables of rules from which text is drawn (docs/format.md, section 3.2).

mod parse;

use pool::stream::Stream;
use std::collections::{BTreeMap, BTreeSet};

/// A table of patterns: the alternatives of each name, in their order.
#[derive(Debug)]
pub(crate) struct Patterns(BTreeMap<String, Vec<Alternative>>);

/// One rule of a name.
#[derive(Debug)]
struct Alternative {
    parts: Vec<Part>,
    slots: usize,
    /// Parts that take lines themselves.
    takers: usize,
}

#[derive(Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    /// An alternative that takes no lines.
    Name(String),
    /// A plain text that was not used before.
    Fresh(String),
    /// An alternative that takes lines.
    Taker(String),
    Slot(Mode),
}

/// How a slot writes its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Raw,
    Json,
    Xml,
    Attr,
    Cdata,
    Csv,
    Quoted,
    Md,
    Cell,
}

/// What an expansion is made of, in order.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Text(String),
    /// A line, by its ordinal.
    Slot(Mode, usize),
}

impl Mode {
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "raw" => Self::Raw,
            "json" => Self::Json,
            "xml" => Self::Xml,
            "attr" => Self::Attr,
            "cdata" => Self::Cdata,
            "csv" => Self::Csv,
            "quoted" => Self::Quoted,
            "md" => Self::Md,
            "cell" => Self::Cell,
            _ => return None,
        })
    }
}

impl Alternative {
    fn is_open(&self, lines: usize) -> bool {
        if self.takers == 0 {
            lines == self.slots
        } else {
            lines >= self.slots + self.takers
        }
    }
}

impl Patterns {
    /// Draws a text that takes no lines.
    ///
    /// # Panics
    /// If the table has none: the tables of the format are tested.
    pub(crate) fn text(&self, name: &str, stream: &mut Stream) -> String {
        let pieces = self
            .expand(name, 0, stream)
            .unwrap_or_else(|what| panic!("a table of the format: {what}"));
        let text = pieces.into_iter().map(|piece| match piece {
            Piece::Text(text) => text,
            Piece::Slot(..) => unreachable!("no lines, no slots"),
        });
        text.collect()
    }

    /// Draws an alternative of a name around a number of lines.
    ///
    /// # Errors
    /// If a name has no alternative that is open.
    pub(crate) fn expand(
        &self,
        name: &str,
        lines: usize,
        stream: &mut Stream,
    ) -> Result<Vec<Piece>, String> {
        let mut expansion = Expansion::new(self, stream);
        expansion.name(name, lines)?;
        Ok(expansion.out)
    }

    /// Draws a domain of a format around a number of lines: the alternatives of a format each name one.
    ///
    /// # Errors
    /// If they do not, or a name has no alternative that is open.
    pub(crate) fn expand_domain(
        &self,
        format: &str,
        lines: usize,
        stream: &mut Stream,
    ) -> Result<(String, Vec<Piece>), String> {
        let mut expansion = Expansion::new(self, stream);
        let drawn = expansion.draw(format, lines)?;
        let domain = match &drawn.parts[..] {
            [Part::Taker(name)] => name.strip_prefix(format),
            _ => None,
        };
        let domain = domain
            .and_then(|rest| rest.strip_prefix('.'))
            .ok_or_else(|| format!("`{format}` has an alternative that is no domain"))?;
        expansion.follow(drawn, lines)?;
        Ok((domain.to_owned(), expansion.out))
    }

    /// Returns how many alternatives a name has.
    #[cfg(test)]
    pub(crate) fn alternatives(&self, name: &str) -> usize {
        self.0.get(name).map_or(0, Vec::len)
    }
}

struct Expansion<'a> {
    patterns: &'a Patterns,
    stream: &'a mut Stream,
    /// Of the names that do not repeat: their round, and what it has used.
    used: BTreeMap<String, (u32, BTreeSet<usize>)>,
    next: usize,
    out: Vec<Piece>,
}

impl<'a> Expansion<'a> {
    fn new(patterns: &'a Patterns, stream: &'a mut Stream) -> Self {
        Self {
            patterns,
            stream,
            used: BTreeMap::new(),
            next: 0,
            out: Vec::new(),
        }
    }

    fn name(&mut self, name: &str, lines: usize) -> Result<(), String> {
        let drawn = self.draw(name, lines)?;
        self.follow(drawn, lines)
    }

    /// Draws one of the alternatives that are open.
    fn draw(&mut self, name: &str, lines: usize) -> Result<&'a Alternative, String> {
        let patterns = self.patterns;
        let all = patterns
            .0
            .get(name)
            .ok_or_else(|| format!("no rule is named `{name}`"))?;
        let open: Vec<&Alternative> = all.iter().filter(|one| one.is_open(lines)).collect();
        if open.is_empty() {
            return Err(format!("`{name}` has no alternative of {lines} lines"));
        }
        Ok(open[self.stream.index(open.len())])
    }

    fn follow(&mut self, drawn: &Alternative, lines: usize) -> Result<(), String> {
        let mut shares = self.shares(drawn, lines).into_iter();
        for part in &drawn.parts {
            match part {
                Part::Text(text) => self.push(text),
                Part::Name(name) => self.name(name, 0)?,
                Part::Fresh(name) => self.fresh(name)?,
                Part::Taker(name) => {
                    let share = shares.next().expect("one share a taker");
                    self.name(name, share)?;
                }
                Part::Slot(mode) => {
                    self.out.push(Piece::Slot(*mode, self.next));
                    self.next += 1;
                }
            }
        }
        Ok(())
    }

    /// How many lines each taker of an alternative gets: at least one, the last what is left.
    fn shares(&mut self, drawn: &Alternative, lines: usize) -> Vec<usize> {
        let mut shares = Vec::new();
        let mut spare = lines.saturating_sub(drawn.slots + drawn.takers);
        for at in 0..drawn.takers {
            let extra = if at + 1 == drawn.takers {
                spare
            } else {
                self.stream.index(spare + 1)
            };
            shares.push(1 + extra);
            spare -= extra;
        }
        shares
    }

    fn fresh(&mut self, name: &str) -> Result<(), String> {
        let patterns = self.patterns;
        let all = patterns
            .0
            .get(name)
            .ok_or_else(|| format!("no rule is named `{name}`"))?;
        let entry = self.used.entry(name.to_owned());
        let (round, used) = entry.or_insert_with(|| (1, BTreeSet::new()));
        if used.len() == all.len() {
            *round += 1;
            used.clear();
        }
        let round = *round;
        let free: Vec<usize> = (0..all.len()).filter(|at| !used.contains(at)).collect();
        let drawn = free[self.stream.index(free.len())];
        self.used
            .get_mut(name)
            .expect("entered above")
            .1
            .insert(drawn);
        for part in &all[drawn].parts {
            let Part::Text(text) = part else {
                return Err(format!("`{name}` is not plain text"));
            };
            self.push(text);
        }
        if round > 1 {
            self.push(&format!("_{round}"));
        }
        Ok(())
    }

    fn push(&mut self, text: &str) {
        if let Some(Piece::Text(last)) = self.out.last_mut() {
            last.push_str(text);
        } else {
            self.out.push(Piece::Text(text.to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables;
    use pool::stream::Seed;

    #[test]
    fn a_key_returns_with_its_round_when_all_were_used() {
        let table = "all %@key% %@key% %@key% %@key% %@key%\nkey a\nkey b";
        let patterns = Patterns::parse(table).unwrap();
        let text = patterns.text("all", &mut Stream::open(&Seed::new("s"), "t", "", b"", 0));
        let mut keys: Vec<&str> = text.split(' ').collect();
        assert!(keys[4] == "a_3" || keys[4] == "b_3", "{text}");
        keys.truncate(4);
        keys.sort_unstable();
        assert_eq!(keys, ["a", "a_2", "b", "b_2"]);
    }

    #[test]
    fn every_line_is_taken_once_and_in_order() {
        let seed = Seed::new("s");
        for lines in 2..60 {
            for ordinal in 0..40 {
                for format in ["json", "csv", "xml", "markdown", "html", "web-text"] {
                    let mut stream = Stream::open(&seed, "t", format, b"", ordinal);
                    let pieces = tables::schema().expand(format, lines, &mut stream).unwrap();
                    let slots = pieces.iter().filter_map(|piece| match piece {
                        Piece::Slot(_, line) => Some(*line),
                        Piece::Text(_) => None,
                    });
                    assert!(slots.eq(0..lines), "{format} {lines} {ordinal}");
                }
            }
        }
    }

    #[test]
    fn the_names_that_the_format_asks_for_are_there() {
        for name in [
            "wild",
            "before",
            "after",
            "inside",
            "symbol",
            "zero-width",
            "nav",
        ] {
            assert!(tables::noise().alternatives(name) > 1, "{name}");
        }
        for name in [
            "list.letters",
            "list.numbers",
            "list.bullets",
            "marker",
            "link",
            "quote",
            "indent",
        ] {
            assert!(tables::shape().alternatives(name) > 1, "{name}");
        }
    }
}
