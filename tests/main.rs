//! Integration tests of the whole program.

mod architecture;
mod cli;
mod determinism;
mod gates;
mod golden;
mod pools;
mod readme;
mod recipes;
mod support;
