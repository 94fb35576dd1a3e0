//! Loading time is proportional to the size of a model.

use std::time::{Duration, Instant};

use synovia::Loader;

/// CPU time of this thread so far, which does not depend on other programs; wall-clock time where the system does not report it.
fn now(start: Instant) -> Duration {
    let report = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let running = report.split(' ').next().and_then(|word| word.parse().ok());
    running.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// The shortest time of several runs: disturbances only make a run longer.
fn least(run: impl Fn()) -> Duration {
    let timed = |_| {
        let start = Instant::now();
        let before = now(start);
        run();
        now(start).saturating_sub(before)
    };
    (0..5).map(timed).min().unwrap_or_default()
}

/// Asserts that four times the elements take less than nine times as long; quadratic time would take sixteen times as long.
fn assert_linear(what: &str, n: usize, load: impl Fn(&str), xml: impl Fn(usize) -> String) {
    let [small, large] = [n, 4 * n].map(|n| {
        let xml = xml(n);
        least(|| load(&xml))
    });
    assert!(
        large < 9 * small,
        "{what}: {n} in {small:?}, {} in {large:?}",
        4 * n
    );
}

fn read(xml: &str) {
    let spec = Loader::new().string(xml).spec();
    assert!(spec.is_ok(), "{spec:?}");
}

fn load(xml: &str) {
    let model = synovia::Model::from_xml_str(xml);
    assert!(model.is_ok());
}

fn written(n: usize) -> String {
    let body = |k| format!("<body pos='{k} 0 0'><geom size='.1'/></body>\n");
    let bodies: String = (0..n).map(body).collect();
    format!("<mujoco><worldbody>{bodies}</worldbody></mujoco>")
}

fn replicated(n: usize) -> String {
    format!(
        "<mujoco><worldbody><replicate count='{n}' offset='1 0 0'><body><geom size='.1'/></body></replicate></worldbody></mujoco>"
    )
}

#[test]
fn bodies_that_are_written_out_load_in_linear_time() {
    assert_linear("spec", 4000, read, written);
    assert_linear("model", 4000, load, written);
}

#[test]
fn replicas_load_in_linear_time() {
    assert_linear("spec", 4000, read, replicated);
    assert_linear("model", 4000, load, replicated);
}
