//! Placeholder of the crate's first build.
