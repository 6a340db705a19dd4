//! The closed lists of noise, shape and schema: format.md, sections 5.4 to 5.6.

/// Declares an enum whose variants have names, in the order of the format.
macro_rules! named {
    (
        $(#[$outer:meta])*
        pub enum $name:ident {
            $($(#[$inner:meta])* $variant:ident = $text:literal,)*
        }
    ) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name {
            $($(#[$inner])* $variant,)*
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Returns the name.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }

            /// Returns the one of a name.
            #[must_use]
            pub fn parse(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.name() == name)
            }

            /// Returns the place in the order.
            #[must_use]
            pub fn index(self) -> usize {
                let place = Self::ALL.iter().position(|one| *one == self);
                place.expect("ALL holds all of them")
            }
        }
    };
}

named! {
    /// What noise does to a text.
    pub enum NoiseKind {
        /// Removes gaps.
        NoSpace = "no-space",
        /// Cuts long words.
        BrokenWord = "broken-word",
        /// Adds blanks.
        WildSpace = "wild-space",
        /// Adds leftovers of a page.
        HtmlResidue = "html-residue",
        /// Adds symbols.
        RareSymbol = "rare-symbol",
        /// Adds soft hyphens.
        SoftHyphen = "soft-hyphen",
        /// Adds what has no width.
        ZeroWidth = "zero-width",
        /// Makes ASCII wide.
        FullWidth = "full-width",
        /// Reads UTF-8 as windows-1252.
        Mojibake = "mojibake",
        /// Adds words of menus.
        NavWords = "nav-words",
    }
}

named! {
    /// What shape does to lines; a record's kind is the first that was applied.
    pub enum Form {
        /// Lines in another order.
        Permute = "permute",
        /// Lines that stand again.
        Repeat = "repeat",
        /// Lines made one.
        Glue = "glue",
        /// A list that letters count.
        Letters = "letters",
        /// A list that numbers count.
        Numbers = "numbers",
        /// A list that nothing counts.
        Bullets = "bullets",
        /// A mark beside lines.
        Marker = "marker",
        /// A link behind a line.
        Link = "link",
        /// Every line quoted.
        Quote = "quote",
        /// Every line indented.
        Indent = "indent",
    }
}

named! {
    /// An op of shape, in the order in which ops are applied.
    pub enum ShapeOp {
        /// Puts lines into another order.
        Permute = "permute",
        /// Lets lines stand again.
        Repeat = "repeat",
        /// Makes lines one.
        Glue = "glue",
        /// Makes a list.
        List = "list",
        /// Sets a mark beside lines.
        Marker = "marker",
        /// Sets a link behind a line.
        Link = "link",
        /// Quotes every line.
        Quote = "quote",
        /// Indents every line.
        Indent = "indent",
    }
}

named! {
    /// The format of a structured text.
    pub enum Format {
        /// JSON.
        Json = "json",
        /// Rows of fields.
        Csv = "csv",
        /// XML.
        Xml = "xml",
        /// Markdown.
        Markdown = "markdown",
        /// HTML.
        Html = "html",
        /// Text that stands as on a page.
        WebText = "web-text",
    }
}

impl NoiseKind {
    /// Returns whether only spaced panels have it.
    #[must_use]
    pub fn spaced_only(self) -> bool {
        matches!(self, Self::NoSpace | Self::BrokenWord | Self::SoftHyphen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        assert!(
            NoiseKind::ALL
                .iter()
                .all(|one| NoiseKind::parse(one.name()) == Some(*one))
        );
        assert!(
            Form::ALL
                .iter()
                .all(|one| Form::parse(one.name()) == Some(*one))
        );
        assert!(
            Format::ALL
                .iter()
                .all(|one| Format::parse(one.name()) == Some(*one))
        );
        assert_eq!(ShapeOp::Indent.index(), 7);
        assert_eq!(Form::parse("list"), None);
    }
}
