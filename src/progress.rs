//! Progress of long work: a bar with rate and time left on a terminal, plain lines every ten seconds elsewhere.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write, stderr};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

/// Seconds between two plain lines.
const PLAIN: Duration = Duration::from_secs(10);

/// How far the work is. Shared by threads that only report.
pub(crate) struct Progress {
    quiet: bool,
    state: Mutex<State>,
}

struct State {
    stage: String,
    bar: Option<ProgressBar>,
    began: Instant,
    said: Instant,
}

impl Progress {
    pub(crate) fn new(quiet: bool) -> Self {
        let now = now();
        let state = State {
            stage: String::new(),
            bar: None,
            began: now,
            said: now,
        };
        Self {
            quiet,
            state: Mutex::new(state),
        }
    }

    /// Says how far a stage is.
    pub(crate) fn report(&self, stage: &str, done: u64, total: u64) {
        if self.quiet || total == 0 {
            return;
        }
        let mut state = self.state.lock().expect("no reporter panics");
        if state.stage != stage {
            state.begin(stage, total);
        }
        match &state.bar {
            Some(bar) => bar.set_position(done),
            None => state.plain_line(done, total),
        }
    }

    /// Ends the last stage and clears its bar.
    pub(crate) fn end(&self) {
        let mut state = self.state.lock().expect("no reporter panics");
        if let Some(bar) = state.bar.take() {
            bar.finish_and_clear();
        }
        state.stage.clear();
    }
}

impl State {
    fn begin(&mut self, stage: &str, total: u64) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        self.stage = stage.to_owned();
        self.began = now();
        self.said = self.began;
        if stderr().is_terminal() {
            let template = "{msg:>10} {wide_bar} {pos}/{len} {per_sec} {eta}";
            let style = ProgressStyle::with_template(template).expect("a constant template");
            let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
            bar.set_style(style);
            bar.set_message(stage.to_owned());
            self.bar = Some(bar);
        }
    }

    fn plain_line(&mut self, done: u64, total: u64) {
        let now = now();
        if now.duration_since(self.said) < PLAIN || done == 0 {
            return;
        }
        self.said = now;
        let seconds = now.duration_since(self.began).as_secs().max(1);
        let (rate, left) = (done / seconds, seconds * total.saturating_sub(done) / done);
        // Progress that cannot be shown is no reason to stop.
        let _ = writeln!(
            stderr(),
            "{}: {done} of {total}, {rate}/s, {left} s left",
            self.stage
        );
    }
}

/// Returns nanoseconds since the first call: the clock that a build may borrow.
pub(crate) fn nanoseconds() -> u64 {
    static BEGAN: LazyLock<Instant> = LazyLock::new(now);
    u64::try_from(BEGAN.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

#[expect(
    clippy::disallowed_methods,
    reason = "the clock is shown to people and reaches no output"
)]
fn now() -> Instant {
    Instant::now()
}
