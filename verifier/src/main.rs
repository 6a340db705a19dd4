//! The independent verifier as a program.
fn main() {}
