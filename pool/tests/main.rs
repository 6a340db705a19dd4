//! Integration tests: pools built from files, and the vectors of the format.

mod bench;
mod building;
mod damage;
mod faults;
mod folders;
mod growing;
mod importing;
mod order;
mod places;
mod structured;
mod vectors;
