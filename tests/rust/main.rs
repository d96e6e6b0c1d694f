//! Whole-crate tests: the suites of `tests/data`, and properties that must hold wherever a game goes.

mod random;
mod starts;

mod cases;
mod counting;
mod fuzz;
mod game;
mod legality;
mod suites;
mod symmetry;
mod text;
