//! Faults of the manifest's numbers and tables of noise, shape and schema: format.md, section 8.2.

use verifier::wire::Manifest;

use super::{Faults, sound_with};
use crate::fixture::Fixture;
use crate::fixture::More::{self, Full, Short};

pub(super) fn faults(faults: &mut Faults) {
    noise(faults);
    others(faults);
    lists(faults);
    tables(faults);
}

/// Changes the manifest, and looks at it with the pool and without.
fn both(faults: &mut Faults, name: &str, more: More, change: fn(&mut Manifest)) {
    let reseal = move |fixture: &mut Fixture| fixture.reseal = change;
    faults.more(name, more, reseal);
    faults.level_1(name, more, reseal);
}

fn noise(faults: &mut Faults) {
    both(faults, "others of noise", Full, |manifest| {
        manifest.noise[1].others += 1
    });
    both(faults, "noise wanted", Full, |manifest| {
        manifest.noise[1].wanted += 1
    });
    both(faults, "noise had", Full, |manifest| {
        manifest.noise[1].had -= 1
    });
    both(faults, "noise had, though short", Short, |manifest| {
        manifest.noise[0].had += 1
    });
    both(faults, "noise wanted, though short", Short, |manifest| {
        manifest.noise[0].wanted -= 1
    });
    both(faults, "a kind off more", Full, |manifest| {
        manifest.noise[0].off.push("mojibake".to_owned());
    });
    both(faults, "a kind off less", Full, |manifest| {
        manifest.noise[2].off.clear()
    });
    both(faults, "a kind off that is none", Full, |manifest| {
        manifest.noise[2].off.push("odd".to_owned());
    });
    both(faults, "a kind off twice", Full, |manifest| {
        manifest.noise[2].off.push("mojibake".to_owned());
    });
    both(faults, "a kind off without weight", Short, |manifest| {
        manifest.noise[0].off.push("nav-words".to_owned());
    });
    both(faults, "a kind off that had no record", Short, |manifest| {
        manifest.noise[0].off.clear();
    });
}

fn others(faults: &mut Faults) {
    faults.more("materials of shape", Full, |fixture| {
        fixture.reseal = |manifest| manifest.shape[0].of += 1;
    });
    both(faults, "shape wanted", Full, |manifest| {
        manifest.shape[0].wanted += 1
    });
    both(faults, "shape had", Full, |manifest| {
        manifest.shape[0].had -= 1
    });
    faults.more("pairs of schema", Full, |fixture| {
        fixture.reseal = |manifest| manifest.schema[0].pairs += 1;
    });
    both(faults, "pairs picked", Full, |manifest| {
        manifest.schema[0].picked += 1
    });
    both(faults, "pairs picked of all", Short, |manifest| {
        manifest.schema[0].picked -= 1
    });
    both(faults, "materials of schema", Full, |manifest| {
        manifest.schema[0].of += 1
    });
    both(faults, "schema wanted", Full, |manifest| {
        manifest.schema[0].wanted += 1
    });
    both(faults, "schema had", Full, |manifest| {
        manifest.schema[0].had += 1
    });
}

fn lists(faults: &mut Faults) {
    both(faults, "no numbers of noise", Full, |manifest| {
        manifest.noise.clear()
    });
    both(faults, "no numbers of shape", Full, |manifest| {
        manifest.shape.clear()
    });
    both(faults, "no numbers of schema", Full, |manifest| {
        manifest.schema.clear()
    });
    both(
        faults,
        "numbers of noise in another order",
        Full,
        |manifest| manifest.noise.swap(0, 1),
    );
    both(
        faults,
        "numbers of shape in another order",
        Full,
        |manifest| manifest.shape.swap(0, 1),
    );
    both(
        faults,
        "numbers of schema in another order",
        Full,
        |manifest| {
            manifest.schema.swap(0, 1);
        },
    );
    both(
        faults,
        "numbers of a split of shape twice",
        Full,
        |manifest| {
            manifest.shape.push(manifest.shape[2].clone());
        },
    );
    both(
        faults,
        "numbers of noise that there is not",
        More::None,
        |manifest| {
            manifest.noise = sound_with(Full).numbers.noise;
        },
    );
    both(
        faults,
        "numbers of shape that there is not",
        More::None,
        |manifest| {
            manifest.shape = sound_with(Full).numbers.shape;
        },
    );
    both(
        faults,
        "numbers of schema that there is not",
        More::None,
        |manifest| {
            manifest.schema = sound_with(Full).numbers.schema;
        },
    );
}

fn tables(faults: &mut Faults) {
    faults.manifest("the digest of the table noise", |manifest| {
        manifest.tables[4].sha256 = "0".repeat(64)
    });
    faults.manifest("the digest of the table shape", |manifest| {
        manifest.tables[7].sha256 = "0".repeat(64)
    });
    faults.manifest("the digest of the table schema", |manifest| {
        manifest.tables[6].sha256 = "0".repeat(64)
    });
    faults.manifest("a table less", |manifest| {
        manifest.tables.remove(6);
    });
}
