//! The verifier against a release that is right, and against every fault of a catalogue.
#![expect(
    clippy::disallowed_methods,
    reason = "tests list folders that they wrote"
)]
#![expect(clippy::print_stderr, reason = "what failed is shown")]

mod damage;
mod fixture;

use fixture::{Fixture, Settings};
use verifier::wire::Carrier;
use verifier::{Options, Report, verify};

fn check(fixture: &Fixture, with_pool: bool) -> Report {
    let place = tempfile::tempdir().unwrap();
    let (release, pool) = (place.path().join("release"), place.path().join("pool"));
    fixture.write(&release);
    fixture.write_pool(&pool);
    let options = Options::new(&release);
    let options = if with_pool {
        options.with_pool(&pool)
    } else {
        options
    };
    verify(&options, &mut |_| {}).unwrap()
}

#[test]
fn a_release_that_is_right_has_no_findings() {
    for carrier in [Carrier::Jsonl, Carrier::JsonlZst, Carrier::Meta] {
        for order in ["left-first", "right-first", "both"] {
            let fixture = Fixture::new(Settings::new(carrier, order));
            for pool in [true, false] {
                let report = check(&fixture, pool);
                eprintln!("{}", report.text());
                assert!(
                    report.ok,
                    "{carrier:?} {order} pool {pool}: {}",
                    report.text()
                );
            }
        }
    }
}
