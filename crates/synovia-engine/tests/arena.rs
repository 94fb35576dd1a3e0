//! Arenas of any size: either all rows are present, or none and a warning.
#![allow(
    clippy::unwrap_used,
    reason = "an unexpected result must stop the test"
)]

mod support;

use support::load;
use synovia_engine::data::room;
use synovia_engine::{Data, forward, step};
use synovia_model::Model;
use synovia_model::enums::Warning;

fn warned(data: &Data, warning: Warning) -> bool {
    data.diag.warning[warning.to_i32() as usize].number > 0
}

/// Twelve spheres on a plane.
fn spheres(condim: usize) -> String {
    let sphere = |k| {
        let x = 0.3 * f64::from(k);
        format!("<body pos='{x} 0 .099'><freejoint/><geom size='.1' condim='{condim}'/></body>")
    };
    (0..12).map(sphere).collect::<Vec<_>>().concat()
}

/// Bodies that are connected, welded to each other and to static bodies, limited and with dry friction.
const JOINED: (&str, &str) = (
    "<body name='a' pos='0 0 1'><freejoint/><geom size='.1'/></body>
     <body name='b' pos='1 0 1'><joint name='j' range='.1 .2' limited='true' frictionloss='.1'/><geom size='.1'/>
       <body pos='0 .3 0'><joint type='ball' range='0 .01' limited='true'/><geom size='.1'/></body></body>
     <body name='c' pos='2 0 1'><geom size='.1'/></body><body name='d' pos='3 0 1'><geom size='.1'/></body>",
    "<equality><connect body1='a' body2='b' anchor='0 0 0'/><weld body1='a' body2='b'/><weld body1='c' body2='d'/></equality>
     <tendon><fixed name='t' limited='true' range='.1 .2' frictionloss='.1'><joint joint='j' coef='1'/></fixed>
       <fixed limited='true' range='.1 .2' frictionloss='.1'><joint joint='j' coef='0'/></fixed></tendon>",
);

fn flex(dim: usize, count: &str, edge: &str) -> String {
    format!(
        "<flexcomp name='f' type='grid' count='{count}' spacing='.1 .1 .1' pos='0 0 .005' dim='{dim}' radius='.01' mass='1'>
           <contact selfcollide='none'/><edge equality='{edge}'/></flexcomp>"
    )
}

fn scene(options: &str, (bodies, more): (&str, &str)) -> Model {
    load(&format!(
        "<mujoco><option {options}/><size memory='1M'/><worldbody><geom type='plane' size='9 9 .1'/>{bodies}</worldbody>{more}</mujoco>"
    ))
}

/// Steps with arenas of increasing size, a few bytes apart; returns the smallest that fits all rows.
fn least(name: &str, model: &mut Model) -> i64 {
    let mut full = Data::new(model);
    step(model, &mut full).unwrap();
    let (contacts, rows) = (full.contact.list.len(), full.efc.counts.nefc);
    let mut least = None;
    for bytes in (0..).step_by(104) {
        model.size.narena = bytes;
        let mut data = Data::new(model);
        step(model, &mut data).unwrap_or_else(|e| panic!("{name}, {bytes} bytes: {e}"));
        let constraints = warned(&data, Warning::ConstraintFull);
        if warned(&data, Warning::ContactFull) {
            assert!(data.contact.list.len() < contacts, "{name}, {bytes} bytes");
        } else if constraints {
            assert_eq!(data.efc.counts.nefc, 0, "{name}, {bytes} bytes");
            assert_eq!(data.contact.list.len(), contacts, "{name}, {bytes} bytes");
            let none = |c: &synovia_engine::data::Contact| (c.efc_address, c.mu) == (-1, 0.0);
            assert!(data.contact.list.iter().all(none), "{name}, {bytes} bytes");
        } else {
            assert_eq!(data.efc.counts.nefc, rows, "{name}, {bytes} bytes");
            least = least.or(Some(bytes));
        }
        assert!(least.is_none() || !constraints, "{name}, {bytes} bytes");
        if least.is_some_and(|least| bytes > least + 2000) {
            break;
        }
    }
    least.unwrap()
}

#[test]
fn an_arena_that_is_full_in_the_middle_of_a_constraint_drops_all_rows_with_a_warning() {
    for jacobian in ["dense", "sparse"] {
        for cone in ["pyramidal", "elliptic"] {
            let options = format!("cone='{cone}' jacobian='{jacobian}'");
            for condim in [1, 3, 4, 6] {
                let name = format!("{options} {condim}");
                least(&name, &mut scene(&options, (&spheres(condim), "")));
            }
            let soft = flex(3, "3 3 3", "true");
            let sheet = flex(2, "4 4 1", "vert");
            for (name, parts) in [
                ("joined", JOINED),
                ("solid", (&*soft, "")),
                ("sheet", (&*sheet, "")),
            ] {
                least(&format!("{options} {name}"), &mut scene(&options, parts));
            }
        }
    }
}

/// A dense Jacobian needs memory for rows of zeros, which are then omitted: seven equality, one friction and one limit row.
#[test]
fn rows_of_zeros_take_their_part_of_the_arena() {
    let mut model = scene("jacobian='dense'", JOINED);
    let nv = model.dof.len() as i64;
    let with = least("with", &mut model);
    let more = JOINED.1.replace("<weld body1='c' body2='d'/>", "");
    let without = least("without", &mut scene("jacobian='dense'", (JOINED.0, &more)));
    let weld = 6 * (136 + 12 * nv);
    assert!(
        (with - without - weld).abs() <= 104,
        "{with} {without} {weld}"
    );
}

/// DIFFERENCE(arena-not-reserved): no machine has this much memory, and the reference fails to create a simulation.
#[test]
fn an_arena_that_no_machine_holds_takes_no_memory() {
    let mut model = scene("", (&spheres(3), ""));
    model.size.narena = i64::MAX;
    let mut data = Data::new(&model);
    step(&model, &mut data).unwrap();
    assert_eq!((data.contact.list.len(), data.efc.counts.nefc), (12, 48));
}

#[test]
fn the_memory_of_a_simulation_is_known_before_it_is_made() {
    let model = scene("", (&spheres(3), "<size nuserdata='100000'/>"));
    let needed = room(&model);
    assert_eq!((needed.largest, needed.rows), ("userdata", 100_000));
    let data = Data::new(&model);
    let columns = data.columns().into_iter();
    let made: usize = columns.map(|(_, column)| column.bytes().len()).sum();
    assert_eq!(needed.bytes, made as u64);
}

#[test]
fn limits_fit_into_an_arena_of_their_size_and_into_no_smaller_one() {
    // 136 bytes per row, 12 per entry and 4 per tendon, aligned to eight; tendons that move nothing have rows that are
    // omitted, but still use their part
    for (n, idle) in [(1, 0), (2, 0), (5, 0), (1, 1), (3, 2), (4, 3)] {
        let joint = |k| {
            format!("<joint name='{k}' type='slide' axis='{k} 1 0' range='1 2' limited='true'/>")
        };
        let joints = (0..n).map(joint).collect::<Vec<_>>().concat();
        let tendons = "<fixed range='1 2' limited='true'><joint joint='0' coef='0'/></fixed>"
            .repeat(idle as usize);
        let mut model = load(&format!(
            "<mujoco><option jacobian='dense'/><worldbody><body>{joints}<geom size='.1'/></body></worldbody>
             <tendon>{tendons}</tendon></mujoco>"
        ));
        let aligned = |bytes: i64| (bytes + 7) / 8 * 8;
        let (rows, entries) = (n + idle, (n + idle) * n);
        let position = aligned(20 * rows + 4 * entries) + 8 * entries + 80 * rows;
        let velocity = aligned(position + 4 * idle) + 24 * rows;
        let bytes = aligned(velocity + 4 * rows) + 8 * rows;
        for (narena, expected) in [(bytes, n), (bytes - 1, 0)] {
            model.size.narena = narena;
            let mut data = Data::new(&model);
            forward(&model, &mut data).unwrap();
            assert_eq!(data.efc.counts.nefc as i64, expected, "{narena} bytes");
            assert_eq!(warned(&data, Warning::ConstraintFull), expected == 0);
        }
    }
}
