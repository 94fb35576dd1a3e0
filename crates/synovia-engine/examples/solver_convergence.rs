//! Convergence of each solver for a tower of boxes, drawn for `docs/active-set.md`.
//!
//! ```text
//! cargo run --release --example solver_convergence -p synovia-engine -- docs/figures/active-set.svg
//! ```
//!
//! The tower leans and slides, and is lightest at the bottom; the ratio is that of its heaviest to its lightest box. Every
//! solver starts cold, with an increasing number of iterations. A point is the best of many runs: the time of projection
//! and solver, the cost of the acceleration it returns, relative to the least cost, and its distance from the exact
//! acceleration. Fewer iterations take no longer than more do, so a disturbed measurement is bounded by those after it.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this is a program"
)]

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::Instant;

use synovia_engine::contact::update_rows;
use synovia_engine::inertia::mul_m;
use synovia_engine::stage::{self, project_constraint};
use synovia_engine::{Data, forward};
use synovia_model::Model;
use synovia_model::enums::{Disable, Solver};
use synovia_model::id::DofId;

const BOXES: usize = 6;
const RATIOS: [f64; 3] = [1.0, 1e3, 1e6];
const REPEATS: usize = 60;
/// Values below this are drawn as zero.
const FLOOR: f64 = 1e-14;
const SOLVERS: [(Solver, &str, &str); 4] = [
    (Solver::Pgs, "PGS", "#d1495b"),
    (Solver::Cg, "CG", "#edae49"),
    (Solver::Newton, "Newton", "#00798c"),
    (Solver::ActiveSet, "ActiveSet", "#30343f"),
];

/// One run with a number of iterations.
#[derive(Clone, Copy)]
struct Point {
    micros: f64,
    cost: f64,
    distance: f64,
}

fn tower(ratio: f64) -> Result<Model, synovia::Error> {
    let mut bodies = String::new();
    for k in 0..BOXES {
        let mass = ratio.powf(k as f64 / (BOXES - 1) as f64);
        let (x, z) = (0.012 * k as f64, 0.0999 + 0.1998 * k as f64);
        let _ = write!(
            bodies,
            r#"<body pos="{x} 0 {z}"><freejoint/><geom type="box" size=".1 .1 .1" mass="{mass}"/></body>"#
        );
    }
    let xml = format!(
        r#"<mujoco><option tolerance="0"/><worldbody><geom type="plane" size="5 5 1"/>{bodies}</worldbody></mujoco>"#
    );
    let mut model = synovia::Model::from_xml_str(&xml)?;
    model.opt.disableflags |= Disable::WARMSTART | Disable::ISLAND;
    Ok(model.into())
}

/// The tower leans, penetrates slightly and begins to slide and to rotate.
fn start(model: &Model) -> Data {
    let mut data = Data::new(model);
    for (k, v) in data.state.qvel.rows_mut().chunks_exact_mut(6).enumerate() {
        let more = 0.02 * k as f64;
        v.copy_from_slice(&[0.1 + more, 0.05, -0.01, 0.1, -0.1, more]);
    }
    data
}

/// The cost that all solvers minimise, at the acceleration in `data`.
fn cost(model: &Model, data: &Data) -> f64 {
    let (nv, nefc) = (model.dof.len(), data.efc.counts.nefc);
    let mut residual = vec![0.0; nefc];
    let jacobian = data.efc.jacobian(synovia_engine::is_sparse(model), nv);
    jacobian.mul_vec(&mut residual, data.force.qacc.rows());
    for (r, aref) in residual.iter_mut().zip(&data.efc.aref) {
        *r -= aref;
    }
    let of_rows = update_rows(model, &mut data.clone(), &residual, false).unwrap_or(f64::NAN);
    let away: Vec<f64> = (0..nv)
        .map(|i| data.force.qacc[DofId::new(i)] - data.force.qacc_smooth[DofId::new(i)])
        .collect();
    let mut product = vec![0.0; nv];
    mul_m(model, &data.inertia, &mut product, &away);
    of_rows + 0.5 * product.iter().zip(&away).map(|(p, a)| p * a).sum::<f64>()
}

/// The curve of one solver.
fn measure(model: &Model, solver: Solver, best: &Data, least: f64) -> Vec<Point> {
    let mut points = Vec::new();
    let mut iterations = 1;
    while iterations <= 3000 {
        let mut model = model.clone();
        model.opt.solver = solver;
        model.opt.iterations = iterations;
        let mut data = start(&model);
        data.limit_second_phase(Some(0));
        forward(&model, &mut data).expect("the model is sound");
        let mut micros = f64::INFINITY;
        for _ in 0..REPEATS {
            let start = Instant::now();
            project_constraint(&model, &mut data).expect("the model is sound");
            stage::solve(&model, &mut data).expect("the model is sound");
            micros = micros.min(start.elapsed().as_secs_f64() * 1e6);
        }
        let scale = best.force.qacc.iter().fold(1e-9_f64, |m, x| m.max(x.abs()));
        let apart = data.force.qacc.iter().zip(&best.force.qacc);
        let point = Point {
            micros,
            cost: ((cost(&model, &data) - least) / least.abs()).max(FLOOR),
            distance: (apart.fold(0.0_f64, |m, (a, b)| m.max((a - b).abs())) / scale).max(FLOOR),
        };
        points.push(point);
        // a solver that has terminated has no further points
        if data.diag.solver_niter[0] < iterations {
            break;
        }
        iterations = (iterations + 1).max(iterations * 5 / 4);
    }
    let mut least = f64::INFINITY;
    for point in points.iter_mut().rev() {
        least = least.min(point.micros);
        point.micros = least;
    }
    points
}

/// A panel with two logarithmic axes.
struct Panel {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    x: (f64, f64),
    y: (f64, f64),
}

impl Panel {
    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let (x, y) = (x.log10(), y.log10());
        let along = (x - self.x.0) / (self.x.1 - self.x.0);
        let up = (y - self.y.0) / (self.y.1 - self.y.0);
        (
            self.left + along * self.width,
            self.top + (1.0 - up.clamp(0.0, 1.0)) * self.height,
        )
    }

    fn axes(&self, svg: &mut String, title: &str, label: &str) {
        let Self {
            left,
            top,
            width,
            height,
            ..
        } = *self;
        let _ = write!(
            svg,
            r#"<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="none" stroke="currentColor" stroke-opacity=".4"/>"#
        );
        let _ = write!(
            svg,
            r#"<text x="{:.1}" y="{:.1}" text-anchor="middle" font-weight="bold">{title}</text>"#,
            left + width / 2.0,
            top - 8.0
        );
        let _ = write!(
            svg,
            r#"<text transform="translate({:.1} {:.1}) rotate(-90)" text-anchor="middle">{label}</text>"#,
            left - 38.0,
            top + height / 2.0
        );
        for decade in (self.y.0 as i32..=self.y.1 as i32).step_by(4) {
            let (_, y) = self.at(1.0, 10.0_f64.powi(decade));
            let _ = write!(
                svg,
                r#"<line x1="{left}" x2="{:.1}" y1="{y:.1}" y2="{y:.1}" stroke="currentColor" stroke-opacity=".12"/><text x="{:.1}" y="{:.1}" text-anchor="end">10<tspan dy="-4" font-size="8">{decade}</tspan></text>"#,
                left + width,
                left - 5.0,
                y + 5.0
            );
        }
        for decade in self.x.0 as i32..=self.x.1 as i32 {
            let (x, _) = self.at(10.0_f64.powi(decade), 1.0);
            let name = match decade {
                ..3 => format!("{} µs", 10_i64.pow(decade.max(0) as u32)),
                _ => format!("{} ms", 10_i64.pow(decade as u32 - 3)),
            };
            let _ = write!(
                svg,
                r#"<line x1="{x:.1}" x2="{x:.1}" y1="{top}" y2="{:.1}" stroke="currentColor" stroke-opacity=".12"/><text x="{x:.1}" y="{:.1}" text-anchor="middle">{name}</text>"#,
                top + height,
                top + height + 15.0
            );
        }
    }

    fn curve(&self, svg: &mut String, points: &[Point], of: fn(&Point) -> f64, color: &str) {
        let mut path = String::new();
        for point in points {
            let (x, y) = self.at(point.micros, of(point));
            let _ = write!(path, "{x:.1},{y:.1} ");
            let _ = write!(
                svg,
                r#"<circle cx="{x:.1}" cy="{y:.1}" r="2" fill="{color}"/>"#
            );
        }
        let _ = write!(
            svg,
            r#"<polyline points="{path}" fill="none" stroke="{color}" stroke-width="1.5"/>"#
        );
    }
}

/// A number with its digits in groups of three.
fn grouped(n: u64) -> String {
    if n < 1000 {
        n.to_string()
    } else {
        format!("{}\u{2009}{:03}", grouped(n / 1000), n % 1000)
    }
}

/// The quantity drawn in a row of panels.
type Measure = (&'static str, fn(&Point) -> f64);

fn draw(curves: &[Vec<Vec<Point>>]) -> String {
    let mut svg = String::from(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 980 590" font-family="sans-serif" font-size="11" color="#222"><rect width="980" height="590" fill="white"/>"##,
    );
    let rows: [Measure; 2] = [
        ("cost above the least, relative", |p| p.cost),
        ("distance from the exact acceleration", |p| p.distance),
    ];
    for (column, of_ratio) in curves.iter().enumerate() {
        for (row, &(label, of)) in rows.iter().enumerate() {
            let panel = Panel {
                left: 70.0 + 310.0 * column as f64,
                top: 40.0 + 265.0 * row as f64,
                width: 230.0,
                height: 215.0,
                x: (1.0, 5.0),
                y: (-14.0, 2.0),
            };
            let title = format!("masses 1 : {}", grouped(RATIOS[column] as u64));
            panel.axes(&mut svg, &title, if column == 0 { label } else { "" });
            for (points, (_, _, color)) in of_ratio.iter().zip(SOLVERS) {
                panel.curve(&mut svg, points, of, color);
            }
        }
    }
    svg.push_str(
        r#"<text x="495" y="552" text-anchor="middle">time of projection and solver</text>"#,
    );
    for (k, (_, name, color)) in SOLVERS.iter().enumerate() {
        let x = 330.0 + 90.0 * k as f64;
        let _ = write!(
            svg,
            r#"<rect x="{x}" y="570" width="10" height="10" fill="{color}"/><text x="{:.1}" y="579">{name}</text>"#,
            x + 15.0
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: solver_convergence OUT.svg");
        return ExitCode::FAILURE;
    };
    let mut curves = Vec::new();
    for ratio in RATIOS {
        let mut model = match tower(ratio) {
            Ok(model) => model,
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::FAILURE;
            }
        };
        model.opt.solver = Solver::ActiveSet;
        let mut best = start(&model);
        forward(&model, &mut best).expect("the model is sound");
        let least = cost(&model, &best);
        let mut of_ratio = Vec::new();
        for (solver, name, _) in SOLVERS {
            let points = measure(&model, solver, &best, least);
            if let Some(last) = points.last() {
                println!(
                    "{ratio:>9} {name:10} {:3} points, last {:9.1} µs, cost {:.1e}, distance {:.1e}",
                    points.len(),
                    last.micros,
                    last.cost,
                    last.distance
                );
            }
            of_ratio.push(points);
        }
        curves.push(of_ratio);
    }
    if let Err(error) = std::fs::write(&path, draw(&curves)) {
        eprintln!("{path}: {error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
