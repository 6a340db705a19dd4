//! The verifier against releases that are right, against every fault of a catalogue, and against
//! the vectors of the format.
#![expect(
    clippy::disallowed_methods,
    reason = "tests list folders that they wrote"
)]
#![expect(clippy::disallowed_types, reason = "vectors are JSON of many shapes")]

mod allowed;
mod command;
mod damage;
mod fixture;
mod replayer;
mod sample;
mod sound;
mod vectors;
