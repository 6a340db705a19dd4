//! What memory holds of an article while its text waits on disk, and how a row becomes one.

use crate::article::Article;
use crate::error::PoolError;
use crate::id::{ArticleId, ArticleKey, Digest, GroupKey, Hex12};
use crate::import::{Place, Row};
use crate::keys::{self, Declared};
use crate::ledger::Dropped;
use crate::number::{index, length, ordinal};
use crate::panels::Panels;
use crate::slice::Slicer;
use crate::spool::{self, Span, Spooled, decode};
use crate::view::Lines;

use super::prepare::Preparation;
use super::print::Prints;

/// An article whose text is spooled: about 350 bytes.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// H("article"; …); its order is the order of ids.
    pub(crate) article: Digest,
    pub(crate) key: ArticleKey,
    pub(crate) row: Digest,
    /// The leaf of the snapshot.
    pub(crate) leaf: Digest,
    pub(crate) group: GroupKey,
    /// Whether a row names a group that is not its own id.
    pub(crate) declares: bool,
    pub(crate) source: u32,
    /// Its first row.
    pub(crate) place: Place,
    /// How many rows it is made of.
    pub(crate) rows: u32,
    /// Bytes of both panels.
    pub(crate) text: u64,
    /// Digests of its panels, by which equal texts and endings are found.
    pub(crate) prints: Prints,
    pub(crate) span: Span,
    /// Its row in the pool that grows; nothing for a newcomer, whose text is spooled.
    pub(crate) old: Option<u32>,
    /// Whether anything was repaired in it.
    pub(crate) repaired: bool,
    /// Groups that it resembles.
    pub(crate) near: Vec<GroupKey>,
}

impl Entry {
    pub(crate) fn id(&self) -> ArticleId {
        Hex12::of(&self.article)
    }

    /// Borrows its spooled row as the article it becomes.
    pub(crate) fn article<'r>(&self, row: &'r Row, slices: &[u32]) -> Article<'r> {
        Article {
            near: self.near.clone(),
            ..article(row, self.key, self.id(), self.group, slices)
        }
    }

    /// Takes the place of an article of the same key: a corrected text stays in its split.
    pub(crate) fn inherit(&mut self, from: &Self, spooled: &Spooled) -> Result<(), PoolError> {
        self.group = from.group;
        self.near.clone_from(&from.near);
        let (row, slices) = decode(&spooled.read(self.span)?);
        self.leaf = self.article(&row, &slices).entry();
        Ok(())
    }
}

/// An article before it is spooled.
pub(crate) struct Made {
    pub(crate) entry: Entry,
    pub(crate) record: Vec<u8>,
}

/// What the rules of a pool are, the same for all rows but for those of its source.
pub(crate) struct Rules {
    /// Of each source.
    pub(crate) of_source: Vec<Preparation>,
    pub(crate) slicer: Slicer,
}

impl Rules {
    /// Prepares a row unless its parts were, and makes it an article.
    pub(crate) fn make(
        &self,
        mut row: Row,
        source: u32,
        prepared: bool,
    ) -> Result<Made, Box<Dropped>> {
        if !prepared {
            self.of_source[index(source)].prepare(&mut row)?;
        }
        let (entry, record) = self.entry(&row, source);
        Ok(Made { entry, record })
    }

    fn entry(&self, row: &Row, source: u32) -> (Entry, Vec<u8>) {
        let meta = &row.meta;
        let text = row.text.as_ref().map(String::as_str);
        let key = keys::key(&meta.source, &meta.source_id, text);
        let digest = keys::article(&key, text);
        let declared = Declared {
            group_source: &meta.group_source,
            group: &meta.group,
        };
        let group = keys::own_group(declared, &meta.source, &meta.source_id, &key);
        let slices = if meta.genre.is_structured() {
            Vec::new()
        } else {
            self.slicer.cut(&key, text, &Lines::of_panels(text))
        };
        let id = Hex12::of(&digest);
        let article = article(row, key, id, group, &slices);
        let bytes = text.left.len() + text.right.len();
        let entry = Entry {
            article: digest,
            key,
            row: article.digest(),
            leaf: article.entry(),
            group,
            declares: !meta.group.is_empty(),
            source,
            place: row.places[0],
            rows: ordinal(row.places.len()),
            text: length(bytes),
            prints: Prints::of(&meta.source, text),
            span: Span::default(),
            old: None,
            repaired: !row.repairs.is_empty(),
            near: Vec::new(),
        };
        (entry, spool::encode(row, &slices))
    }
}

/// Borrows a row as the article it becomes.
fn article<'r>(
    row: &'r Row,
    key: ArticleKey,
    id: ArticleId,
    group: GroupKey,
    slices: &[u32],
) -> Article<'r> {
    let meta = &row.meta;
    Article {
        key,
        id,
        source: &meta.source,
        source_id: &meta.source_id,
        license: &meta.license,
        origin: meta.origin,
        translation: meta.translation,
        made_by: &meta.made_by,
        genre: meta.genre,
        group,
        near: Vec::new(),
        text: Panels::new(&row.text.left, &row.text.right),
        slices: slices.to_vec(),
        extra: &row.extra,
    }
}
