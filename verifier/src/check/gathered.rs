//! What is kept of every record and row until the release as a whole can be judged.
//!
//! The bound: 24 bytes a record for its id, 40 for its text and 32 for a mosaic's group; with a
//! pool, 2 bytes a line and 1 an article, 24 a base material, 56 a record or row of noise, shape
//! and schema; 40 a record of a sample. Texts are never kept.

use std::collections::BTreeMap;

use super::Short;
use super::attempt::Walk;
use super::coverage::{Coverage, Use};
use super::record::Parts;
use super::sample::{Choice, Sample};
use super::taken::Taken;
use super::walked::{Picked, Step, Walked};
use super::{PoolSide, Rules};
use crate::finding::{Check, Code, Fault, Place};
use crate::tally::Tally;
use crate::wire::{Category, Family, Kind, Manifest, Split, Style, View};

/// A row of a shard, or of the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct At {
    file: u32,
    row: u32,
}

impl At {
    const LEDGER: u32 = u32::MAX;

    pub(crate) fn shard(index: usize, row: u64) -> Self {
        Self {
            file: narrow(index),
            row: narrow(row),
        }
    }

    pub(crate) fn ledger(row: u64) -> Self {
        Self {
            file: Self::LEDGER,
            row: narrow(row),
        }
    }

    /// Returns the place of the shard in the manifest.
    pub(crate) fn shard_index(self) -> Option<usize> {
        let shard = self.file != Self::LEDGER;
        usize::try_from(self.file).ok().filter(|_| shard)
    }

    /// Returns the row.
    pub(crate) fn row(self) -> u32 {
        self.row
    }

    pub(crate) fn place(self, manifest: &Manifest) -> Place {
        let shard = usize::try_from(self.file)
            .ok()
            .and_then(|index| manifest.shards.get(index));
        let file = shard.map_or(&manifest.ledger.path, |shard| &shard.path);
        Place::row(file, u64::from(self.row), "")
    }
}

fn narrow<T: TryInto<u32>>(number: T) -> u32 {
    // A shard has at most ten million records; a ledger past four thousand million rows would
    // have its last rows named alike.
    number.try_into().unwrap_or(u32::MAX - 1)
}

/// Whose text a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Role {
    /// A base record's.
    Base,
    /// A base record's that was not taken, or whose category is off.
    BaseRow,
    /// A longform record's.
    Longform,
    /// A longform record's that was not taken.
    LongformRow,
    /// A run's.
    Run,
    /// A cross mosaic's.
    Cross,
    /// That of a row `cross_split_text`.
    TextRow,
    /// That of a row `style_repeats`.
    StyleRow,
    /// That of a record for which materials are walked.
    Walked(Walk),
    /// That of a record of shape that was not taken.
    ShapeRow,
    /// A structured pair's.
    Pair,
}

/// A text that was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SeenText {
    pub(crate) text: Short,
    pub(crate) split: Split,
    pub(crate) role: Role,
    pub(crate) at: At,
}

/// Where a style of a group was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Seen {
    /// In a record.
    Record,
    /// In a row that says why it was not made.
    Repeats,
    /// In a row that leaves out the whole group.
    NotTaken,
}

/// A style of a group that was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SeenStyle {
    pub(crate) group: Short,
    pub(crate) family: Family,
    pub(crate) style: Style,
    pub(crate) lines: u8,
    pub(crate) seen: Seen,
    pub(crate) at: At,
}

/// Everything that was gathered.
pub(crate) struct Gathered {
    pub(crate) ids: Vec<([u8; 16], At)>,
    pub(crate) texts: Vec<SeenText>,
    pub(crate) styles: Vec<SeenStyle>,
    /// Records and tokens.
    pub(crate) counts: BTreeMap<(Split, Kind), (u64, u64)>,
    pub(crate) replayed: u64,
    pub(crate) coverage: Option<Coverage>,
    /// Of each article, a bit for each split that a record of it is in.
    pub(crate) splits_of: Vec<u8>,
    /// Base records and rows of base records that were not taken, of each split.
    pub(crate) base_materials: BTreeMap<Split, u64>,
    /// Generated records of schema, of each split.
    pub(crate) generated: BTreeMap<Split, u64>,
    /// The base materials of each split, where there is a pool; in no order.
    pub(crate) materials: BTreeMap<Split, Vec<(u64, View)>>,
    /// Records and rows of noise, shape and generated schema, where there is a pool.
    pub(crate) walked: BTreeMap<(Split, Walk), Vec<Walked>>,
    /// Records and rows of structured articles, where there is a pool.
    pub(crate) picked: Vec<Picked>,
    /// Rows of shape that were not taken, of each split.
    pub(crate) shape_rows: BTreeMap<Split, u64>,
    /// What a quota took of each category, and left out.
    pub(crate) taken: Taken,
    /// The records that a sample chooses.
    pub(crate) choice: Option<Choice>,
}

impl Gathered {
    pub(crate) fn new(side: Option<&PoolSide>, sample: Option<&Sample>) -> Self {
        let articles = side.map_or(0, |side| side.pool.len());
        Self {
            ids: Vec::new(),
            texts: Vec::new(),
            styles: Vec::new(),
            counts: BTreeMap::new(),
            replayed: 0,
            coverage: side.map(|side| Coverage::new(&side.facts)),
            splits_of: vec![0; usize::try_from(articles).expect("the pool is in memory's reach")],
            base_materials: BTreeMap::new(),
            generated: BTreeMap::new(),
            materials: BTreeMap::new(),
            walked: BTreeMap::new(),
            picked: Vec::new(),
            shape_rows: BTreeMap::new(),
            taken: Taken::default(),
            choice: sample.map(Choice::new),
        }
    }

    /// Keeps what matters of a record.
    pub(crate) fn record(
        &mut self,
        rules: &Rules<'_>,
        split: Split,
        parts: &Parts,
        (at, place): (At, &Place),
        tally: &mut Tally,
    ) {
        self.ids.push((parts.id, at));
        if let Some(choice) = &mut self.choice {
            choice.offer(parts.id, at);
        }
        let count = self.counts.entry((split, parts.kind)).or_default();
        *count = (count.0 + 1, count.1.saturating_add(parts.tokens));
        self.replayed += u64::from(parts.replayed);
        let role = match parts.kind {
            Kind::Mosaic(Family::Cross, _) => Role::Cross,
            Kind::Mosaic(Family::Run, _) => Role::Run,
            Kind::Window => Role::Longform,
            Kind::Document | Kind::Slice | Kind::Line => Role::Base,
            _ => parts.walk.map_or(Role::Pair, Role::Walked),
        };
        self.texts.extend(parts.text.map(|text| SeenText {
            text,
            split,
            role,
            at,
        }));
        if let Some(key) = parts.bundle.clone() {
            self.taken.record(parts.kind.category(), key, at);
        }
        if parts.walk == Some(Walk::Generated) {
            *self.generated.entry(split).or_default() += 1;
        }
        if kind_is_base(parts.kind) {
            *self.base_materials.entry(split).or_default() += 1;
        }
        if let Kind::Mosaic(family, style) = parts.kind {
            let (group, lines) = (parts.group, parts.lines);
            let seen = Seen::Record;
            self.styles.push(SeenStyle {
                group,
                family,
                style,
                lines,
                seen,
                at,
            });
        }
        if let Some(side) = rules.side {
            self.uses(rules, side, split, parts, (at, place), tally);
        }
    }

    /// Keeps what a record uses of the pool.
    fn uses(
        &mut self,
        rules: &Rules<'_>,
        side: &PoolSide,
        split: Split,
        parts: &Parts,
        (at, place): (At, &Place),
        tally: &mut Tally,
    ) {
        for (ordinal, _) in &parts.uses {
            let at = usize::try_from(*ordinal).expect("an ordinal was an index");
            self.splits_of[at] |= 1 << split.index();
        }
        if kind_is_base(parts.kind) {
            self.materials.entry(split).or_default().extend(&parts.uses);
        }
        if let (Some(walk), [used]) = (parts.walk, parts.uses.as_slice()) {
            let (step, text) = (Step::Record, parts.text);
            self.walk((split, walk), Walked::new(*used, step, text, at));
            return;
        }
        let used = match parts.kind {
            Kind::Mosaic(_, style) if Some(style) != leading_style(rules) => return,
            Kind::Mosaic(Family::Cross, _) => Use::Cross,
            Kind::Mosaic(Family::Run, _) => Use::Run,
            Kind::Window => Use::Window,
            Kind::Noise(_) | Kind::Shape(_) => return,
            Kind::Schema(_) => {
                let ordinals = parts.uses.iter().map(|(ordinal, _)| *ordinal);
                self.picked
                    .extend(ordinals.map(|ordinal| Picked::new(ordinal, true, at)));
                Use::Base
            }
            Kind::Document | Kind::Slice | Kind::Line => Use::Base,
        };
        self.mark(side, &parts.uses, used, place, tally);
    }

    /// Keeps a record or row for which materials were walked.
    pub(crate) fn walk(&mut self, of: (Split, Walk), walked: Walked) {
        self.walked.entry(of).or_default().push(walked);
    }

    /// Marks lines as used, and puts a finding if they are used already.
    pub(crate) fn mark(
        &mut self,
        side: &PoolSide,
        uses: &[(u64, View)],
        used: Use,
        place: &Place,
        tally: &mut Tally,
    ) {
        let Some(coverage) = &mut self.coverage else {
            return;
        };
        for (ordinal, view) in uses {
            if coverage.mark(&side.facts, *ordinal, *view, used) {
                continue;
            }
            let id = side.pool.article(*ordinal).id;
            let actual = format!("a line of {id} that is in another record or row as well");
            let fault = Fault::new(Code::Duplicate, "every line once", actual);
            tally.put(Check::Conservation, place, fault);
        }
    }

    /// Returns records and tokens of a category.
    pub(crate) fn of_category(&self, category: Category) -> (u64, u64) {
        let counts = self
            .counts
            .iter()
            .filter(|((_, kind), _)| kind.category() == category);
        counts.fold((0, 0), |sum, (_, count)| {
            (sum.0 + count.0, u64::saturating_add(sum.1, count.1))
        })
    }
}

fn kind_is_base(kind: Kind) -> bool {
    kind.category() == Category::Base
}

/// Returns the style that stands for its group: every group has it.
pub(crate) fn leading_style(rules: &Rules<'_>) -> Option<Style> {
    let mosaic = rules.recipe.mosaic.as_ref()?;
    [Style::Dense, Style::Paragraph]
        .into_iter()
        .find(|style| mosaic.styles.contains(style))
}
