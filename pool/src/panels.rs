//! The two language sides of a text. Direction-neutral: neither is "the source".

/// One panel of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// The left panel.
    Left,
    /// The right panel.
    Right,
}

impl Side {
    /// Returns the other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

/// A left and a right value of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Panels<T> {
    /// The left one.
    pub left: T,
    /// The right one.
    pub right: T,
}

impl<T> Panels<T> {
    /// Makes a pair of a left and a right value.
    pub fn new(left: T, right: T) -> Self {
        Self { left, right }
    }

    /// Applies a function to both sides.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> Panels<U> {
        Panels {
            left: f(self.left),
            right: f(self.right),
        }
    }

    /// Borrows one side.
    #[must_use]
    pub fn get(&self, side: Side) -> &T {
        match side {
            Side::Left => &self.left,
            Side::Right => &self.right,
        }
    }

    /// Borrows both.
    #[must_use]
    pub fn as_ref(&self) -> Panels<&T> {
        Panels {
            left: &self.left,
            right: &self.right,
        }
    }
}
