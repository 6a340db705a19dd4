//! Makes articles of the rows that waited for the end of their source.

use super::chunk::CHUNK_LINES;
use super::entry::Made;
use super::fate::Bad;
use super::import::Importer;
use crate::error::PoolError;
use crate::import::rows::{Joined, Rows};
use crate::import::{Fault, Row};
use crate::ledger::{Dropped, Stage};
use crate::number::ordinal;
use crate::panels::Panels;
use rayon::prelude::*;

/// What became of the rows of one article.
enum Article {
    Made(Result<Box<Made>, Box<Dropped>>, Vec<Row>),
    Refused(Joined),
}

impl Importer<'_> {
    /// Joins and makes; without `joined` every row is an article of its own.
    pub(super) fn join(&mut self, at: usize, rows: Rows, joined: bool) -> Result<(), PoolError> {
        let sorted = rows.sort(joined)?;
        let groups: Vec<_> = sorted.groups().collect();
        for chunk in groups.chunks(CHUNK_LINES) {
            let rules = self.rules;
            let articles = chunk.par_iter().map(|group| {
                Ok(match sorted.join(group)? {
                    Joined::Article(row, refused) => {
                        let made = rules.make(*row, ordinal(at), true);
                        Article::Made(made.map(Box::new), refused)
                    }
                    other => Article::Refused(other),
                })
            });
            let articles: Vec<Article> = articles.collect::<Result<_, PoolError>>()?;
            for article in articles {
                self.take_article(at, article)?;
            }
        }
        Ok(())
    }

    fn take_article(&mut self, at: usize, article: Article) -> Result<(), PoolError> {
        let (made, refused) = match article {
            Article::Made(made, refused) => (made, refused),
            Article::Refused(joined) => return self.refuse(at, joined),
        };
        for row in refused {
            let what = "source, licence, origin, translation, made_by, genre or group source are not those of the group's first row";
            let fault = Fault::new("group_fields_differ", what);
            let dropped = Dropped::of_row(Stage::Read, fault.reason, &row);
            self.fault(at, &Bad { dropped, fault })?;
        }
        match made {
            Ok(made) => self.keep(*made),
            Err(dropped) => self.drop_row(&dropped),
        }
    }

    fn refuse(&mut self, at: usize, joined: Joined) -> Result<(), PoolError> {
        let (places, fault) = match joined {
            Joined::Article(..) => return Ok(()),
            Joined::SeqTwice(first, second) => {
                let what = format!(
                    "the same `seq` in the same group as line {}; the order of the group's lines is not known",
                    first.line
                );
                let fault = Fault {
                    fatal: true,
                    ..Fault::new("seq_twice", what)
                };
                (vec![second], fault)
            }
            Joined::TooLong(places) => {
                let what = "the rows of the group have more than 16 MiB together; split the group";
                (places, Fault::new("article_too_long", what))
            }
        };
        for place in places {
            let dropped = Dropped::new(Stage::Read, fault.reason, place, "", Panels::new("", ""));
            let fault = fault.clone();
            self.fault(at, &Bad { dropped, fault })?;
        }
        Ok(())
    }
}
