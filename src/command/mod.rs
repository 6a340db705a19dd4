//! One file per subcommand: an `Args` struct whose doc comment is its help, and a `run`.

pub(crate) mod build;
pub(crate) mod demo;
mod funnel;
mod funnel_html;
pub(crate) mod gates;
pub(crate) mod init;
pub(crate) mod plan;
pub(crate) mod pool;
pub(crate) mod replay;
pub(crate) mod show;
pub(crate) mod verify;
