//! Integration tests: pools built from files, and the vectors of the format.

mod bench;
mod building;
mod damage;
mod encodings;
mod faults;
mod folders;
mod funnel;
mod gates_doc;
mod growing;
mod header;
mod importing;
mod mirror;
mod order;
mod places;
mod structured;
mod vectors;
