//! What can be wrong with a release, with codes that stay.

use std::fmt;

use serde::{Serialize, Serializer};

/// Declares an enum that can list its variants.
macro_rules! listed {
    (
        $(#[$outer:meta])*
        pub enum $name:ident {
            $($(#[$inner:meta])* $variant:ident $(= $number:literal)?,)*
        }
    ) => {
        $(#[$outer])*
        pub enum $name {
            $($(#[$inner])* $variant $(= $number)?,)*
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];
        }
    };
}

listed! {
    /// The kind of a fault. The numbers are an interface: scripts rely on them.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Code {
        /// A file is missing.
        MissingFile = 101,
        /// A file is there that the release does not have.
        ExtraFile = 102,
        /// A file has another size.
        Size = 103,
        /// A file has another digest.
        FileDigest = 104,
        /// A file has a name, type or path that it must not have.
        Name = 105,
        /// Bytes are not in canonical form.
        NotCanonical = 106,
        /// More than a limit allows.
        Limit = 107,
        /// Lines or frames are not as the carrier has them.
        Framing = 108,
        /// The manifest has another form.
        ManifestForm = 202,
        /// The release follows another specification.
        Specification = 203,
        /// The pool is another, or not sound.
        Pool = 204,
        /// The tokenizer is another, or counts otherwise.
        Tokenizer = 205,
        /// Recipe, budget or tables are others.
        Recipe = 206,
        /// A seed is another.
        Seed = 207,
        /// Totals are others.
        Counts = 208,
        /// The content id is another.
        Root = 209,
        /// A record or shard has another digest.
        RecordDigest = 301,
        /// Replay gives another text.
        Replay = 302,
        /// Separators are others.
        Separators = 303,
        /// A draw is another.
        Draw = 304,
        /// Tokens are others.
        TokenCount = 305,
        /// More tokens than the budget.
        OverBudget = 306,
        /// A record is in the wrong split.
        Split = 307,
        /// Origin, reversed, sources or licences are others.
        Origin = 308,
        /// A material is none, or not one of its kind.
        Material = 309,
        /// A record has other fields.
        Fields = 310,
        /// A record is not the one that its id, or the rules of its group, allow.
        Identity = 311,
        /// A record is not in its place.
        Position = 313,
        /// Category and kind do not go together.
        Variant = 314,
        /// Something is there twice.
        Duplicate = 401,
        /// Something is missing.
        Missing = 402,
        /// Something is there that the rules leave out.
        NotInPlan = 403,
        /// A group is in two splits.
        GroupInTwoSplits = 404,
        /// A split has not the noise that the recipe asks for.
        NoiseQuota = 405,
        /// A kind of noise has not its share.
        KindQuota = 406,
        /// A category's quota is not met.
        Quota = 407,
        /// The ledger is not right.
        Ledger = 408,
    }
}

impl fmt::Display for Code {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "E{}", *self as u16)
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

listed! {
    /// One question that is put to a release, in the order of the report: causes before what
    /// follows from them.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Check {
        /// Is the manifest well formed and of one piece?
        Manifest,
        /// Are all files there, no others, of the right size?
        Files,
        /// Is the recipe the manifest's, and allowed?
        Recipe,
        /// Does the tokenizer count as it did?
        Tokenizer,
        /// Is the pool the one that the release was made from?
        Pool,
        /// Do all files have their digests?
        Digests,
        /// Is `SHA256SUMS` right?
        Sums,
        /// Is compressed content in checked frames of whole lines?
        Frames,
        /// Is every record canonical, with fields of known values?
        Records,
        /// Does every record have the digest of its sidecar?
        Sidecars,
        /// Does every shard have its content digest?
        Contents,
        /// Does every record's id follow from its metadata?
        Identity,
        /// Are records in order of their ranks, in shards of the right length?
        Order,
        /// Is every id there once?
        Unique,
        /// Does every record fit the budget?
        Budget,
        /// Does every text part into two panels at its BRIDGE?
        Bridge,
        /// Are the separators of mosaics those of their style?
        Separators,
        /// Are the materials valid, spelled and grouped as their kind asks?
        Materials,
        /// Does every record follow from its metadata and the pool, byte for byte?
        Replay,
        /// Does every record have the tokens it says?
        Tokens,
        /// Do origin, reversed, sources and licences follow from the materials?
        Origins,
        /// Do both panels of a mosaic have a line for each line?
        Panels,
        /// Do both panels of a schema record have one skeleton?
        Structure,
        /// Does taking away what shape added give the material again?
        Shapes,
        /// Are all articles and groups in one split?
        Isolation,
        /// Is the ledger canonical, in order and known?
        Ledger,
        /// Do the ledger's reasons hold?
        Reasons,
        /// Does a mosaic group have all its styles?
        Sisters,
        /// Is every line of the pool in one base record or in the ledger?
        Conservation,
        /// Do records and rows of noise, shape and schema follow from the ranks of their materials?
        Selection,
        /// Are texts that repeat where the rules allow it?
        Repeats,
        /// Is the noise of each split, and of each kind, what the recipe asks for?
        Ratio,
        /// Are quotas met?
        Quotas,
        /// Are the manifest's totals those of the records and rows?
        Totals,
    }
}

/// Something that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What kind of fault it is.
    pub code: Code,
    /// The file, relative to the release (or the pool, where it says so).
    pub shard: String,
    /// The row in it, from 0, where there is one.
    pub row: Option<u64>,
    /// The record's id, where there is one.
    pub record: String,
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub actual: String,
}

/// A place in a release.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) file: String,
    pub(crate) row: Option<u64>,
    pub(crate) record: String,
}

impl Place {
    pub(crate) fn file(file: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            ..Self::default()
        }
    }

    pub(crate) fn row(file: impl Into<String>, row: u64, record: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            row: Some(row),
            record: record.into(),
        }
    }
}

/// A fault without its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) code: Code,
    pub(crate) expected: String,
    pub(crate) actual: String,
}

impl Fault {
    pub(crate) fn new(code: Code, expected: impl ToString, actual: impl ToString) -> Self {
        Self {
            code,
            expected: expected.to_string(),
            actual: actual.to_string(),
        }
    }
}
