//! How long each step of a row takes: counted for every row, timed on some.
//!
//! The crate has no clock; whoever builds may lend one. What is measured goes to `POOL.work` and never into a pool. Rows are timed by their
//! line, so that the same ones are timed each time. Sums are atomic: rows are prepared in parallel, and a sum does not know an order.

use crate::gate::known;
use crate::gate::rule::Gates;
use crate::timings::StepTime;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Returns nanoseconds since some moment.
pub type Clock = fn() -> u64;

/// One row in so many is timed.
pub(crate) const EVERY: u64 = 16;

/// The meter of one source.
#[derive(Debug)]
pub(crate) struct Meter {
    clock: Clock,
    /// Rows that were prepared, plain and structured ones.
    rows: [AtomicU64; 2],
    /// Rows that each gate left out, likewise.
    rejected: Vec<[AtomicU64; 2]>,
    /// Rows whose personal data was no pair's.
    refused: AtomicU64,
    /// One for each step, the gates last.
    times: Vec<Time>,
}

#[derive(Debug, Default)]
struct Time {
    timed: AtomicU64,
    nanoseconds: AtomicU64,
}

/// A step that is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A line becomes a row.
    Read,
    /// Repairs.
    Normalize,
    /// The classes of scalars are counted, for all gates at once.
    Census,
    /// Personal data.
    Pii,
    /// The gate that runs at this place.
    Gate(usize),
}

/// Steps that are no gates, by their names.
const NAMES: [(Step, &str); 4] = [
    (Step::Read, "read"),
    (Step::Normalize, "normalize"),
    (Step::Census, "census"),
    (Step::Pii, "pii"),
];

impl Step {
    fn index(self) -> usize {
        match self {
            Self::Gate(at) => NAMES.len() + at,
            step => NAMES
                .iter()
                .position(|(known, _)| *known == step)
                .expect("a step has a name"),
        }
    }
}

impl Meter {
    pub(crate) fn new(clock: Clock, gates: &Gates) -> Self {
        let gates = gates.running().len();
        Self {
            clock,
            rows: Default::default(),
            rejected: (0..gates).map(|_| Default::default()).collect(),
            refused: AtomicU64::default(),
            times: (0..NAMES.len() + gates).map(|_| Time::default()).collect(),
        }
    }

    /// Returns what was measured, in the order the steps are taken.
    pub(crate) fn steps(&self, gates: &Gates) -> Vec<StepTime> {
        let mut left = [self.rows[0].load(Relaxed), self.rows[1].load(Relaxed)];
        let all = left[0] + left[1];
        let mut steps = vec![
            self.step("read", Step::Read, all, 0),
            self.step("normalize", Step::Normalize, all, 0),
            self.step("census", Step::Census, all, 0),
        ];
        for (at, running) in gates.running().iter().enumerate() {
            let seen = left[0] + if running.structured() { left[1] } else { 0 };
            let out =
                [&self.rejected[at][0], &self.rejected[at][1]].map(|count| count.load(Relaxed));
            steps.push(self.step(running.name(), Step::Gate(at), seen, out[0] + out[1]));
            left = [left[0] - out[0], left[1] - out[1]];
        }
        let refused = self.refused.load(Relaxed);
        steps.push(self.step("pii", Step::Pii, left[0] + left[1], refused));
        steps
    }

    fn step(&self, name: &str, step: Step, rows: u64, left_out: u64) -> StepTime {
        let time = &self.times[step.index()];
        let (timed, sum) = (time.timed.load(Relaxed), time.nanoseconds.load(Relaxed));
        let scaled = u128::from(sum) * u128::from(rows) / u128::from(timed.max(1));
        StepTime {
            step: name.to_owned(),
            rows,
            left_out,
            timed,
            nanoseconds: u64::try_from(scaled).unwrap_or(u64::MAX),
        }
    }
}

/// A row on its way past the meter of its source, if there is one.
pub(crate) struct Lap<'m> {
    meter: Option<&'m Meter>,
    /// When the last step ended, on a row that is timed.
    last: Option<u64>,
    structured: usize,
}

impl<'m> Lap<'m> {
    /// Begins with a step of the row of a line.
    pub(crate) fn begin(meter: Option<&'m Meter>, line: u64) -> Self {
        let timed = meter.filter(|_| line % EVERY == 1);
        Self {
            meter,
            last: timed.map(|meter| (meter.clock)()),
            structured: 0,
        }
    }

    /// Counts the row.
    pub(crate) fn count(&mut self, structured: bool) {
        self.structured = usize::from(structured);
        if let Some(meter) = self.meter {
            meter.rows[self.structured].fetch_add(1, Relaxed);
        }
    }

    /// Ends a step, and begins the next.
    pub(crate) fn end(&mut self, step: Step) {
        let (Some(meter), Some(last)) = (self.meter, self.last) else {
            return;
        };
        let now = (meter.clock)();
        let time = &meter.times[step.index()];
        time.timed.fetch_add(1, Relaxed);
        time.nanoseconds
            .fetch_add(now.saturating_sub(last), Relaxed);
        self.last = Some(now);
    }

    /// Counts the row among those that a gate left out.
    pub(crate) fn rejected(&self, at: usize) {
        if let Some(meter) = self.meter {
            meter.rejected[at][self.structured].fetch_add(1, Relaxed);
        }
    }

    /// Counts the row among those whose personal data left them out.
    pub(crate) fn refused(&self) {
        if let Some(meter) = self.meter {
            meter.refused.fetch_add(1, Relaxed);
        }
    }
}

/// Adds the steps of several sources, in the order they are taken.
pub(crate) fn sum(of_source: impl Iterator<Item = Vec<StepTime>>) -> Vec<StepTime> {
    let mut steps: BTreeMap<(usize, String), StepTime> = BTreeMap::new();
    for one in of_source.flatten() {
        let key = (rank(&one.step), one.step.clone());
        let sum = steps.entry(key).or_insert_with(|| StepTime {
            step: one.step.clone(),
            ..StepTime::default()
        });
        sum.rows += one.rows;
        sum.left_out += one.left_out;
        sum.timed += one.timed;
        sum.nanoseconds = sum.nanoseconds.saturating_add(one.nanoseconds);
    }
    steps.into_values().collect()
}

fn rank(step: &str) -> usize {
    match step {
        "read" => 0,
        "normalize" => 1,
        "census" => 2,
        "pii" => usize::MAX,
        gate => 3 + known::rank(gate),
    }
}
