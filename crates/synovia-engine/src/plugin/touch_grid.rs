//! Touch grids: contact forces on a body, binned by their direction as seen from a site.
//!
//! The site looks along −z, with x to the right and y up. A contact at `p`, in its frame, is at
//!
//! ```text
//! azimuth = atan2(x, −z),        elevation = atan2(y, √(x² + z²))               (1)
//! ```
//!
//! and is added to the cell of a grid over `± fov` that contains these angles. The grid lines are evenly spaced in `t = −1
//! … 1`, and concentrated in the middle by `gamma`, as in a fovea:
//!
//! ```text
//! line(t) = fov · (γ t⁵ + (1 − γ) t)                                            (2)
//! ```
//!
//! The reading is a stack of `nchannel` images, rows from the bottom: the sums of forces along z, x and y on the body, then
//! of torques about them, in the frame of the site.

use core::f64::consts::PI;
use core::ops::Range;

use synovia_math::{Mat3, Quat, Vec3, nearest};
use synovia_model::Model;
use synovia_model::enums::{GeomType, ObjType, SensorType};
use synovia_model::id::{BodyId, PluginId, SensorId, SiteId};

use super::{Capability, Config, ConfigError, Drawn, Failure, Instance, Pen, Plugin};
use crate::constraint::contact_force::contact_force;
use crate::data::{Contact, Data};

/// Maximum number of channels: forces and torques.
const MOST_CHANNELS: usize = 6;
/// Largest fields of view, horizontal and vertical \[degrees\].
const WIDEST: [f64; 2] = [180.0, 90.0];
/// Maximum number of outputs.
const MOST_NUMBERS: usize = i32::MAX as usize;

/// The plugin `mujoco.sensor.touch_grid`.
pub(crate) struct TouchGrid;

impl Plugin for TouchGrid {
    fn name(&self) -> &'static str {
        "mujoco.sensor.touch_grid"
    }

    fn attributes(&self) -> &[&str] {
        &["nchannel", "size", "fov", "gamma"]
    }

    fn is_builtin(&self) -> bool {
        true
    }

    fn capabilities(&self) -> Capability {
        Capability::SENSOR
    }

    fn sensor_len(&self, model: &Model, at: PluginId, _: SensorId) -> Result<usize, ConfigError> {
        let grid = Layout::read(&Config::of(model, at))?;
        Ok(grid.channels * grid.cells())
    }

    fn instance(&self, model: &Model, at: PluginId) -> Result<Box<dyn Instance>, ConfigError> {
        let layout = Layout::read(&Config::of(model, at))?;
        let mine = |s: &SensorId| {
            model.sensor.type_[*s] == SensorType::Plugin && model.sensor.plugin[*s] == at
        };
        let mut sensors = model.sensor.ids().filter(mine);
        if let Some(s) = (sensors.clone()).find(|&s| model.sensor.objtype[s] != ObjType::Site) {
            let message = format!("sensor {} must be attached to a site", s.0);
            return Err(ConfigError::new(message));
        }
        Ok(Box::new(Grid {
            // QUIRK(touch-grid-first): of several sensors of one instance only the first is read
            sensor: sensors.next(),
            channels: layout.channels,
            columns: layout.lines(0),
            rows: layout.lines(1),
            reach: vec![Reach::default(); layout.cells()],
        }))
    }
}

/// The configuration of an instance.
#[derive(Clone, Copy, Debug)]
struct Layout {
    channels: usize,
    /// Cells from left to right, from bottom to top.
    size: [usize; 2],
    /// Half of the field of view \[degrees\].
    fov: [f64; 2],
    gamma: f64,
}

impl Layout {
    fn read(config: &Config<'_>) -> Result<Self, ConfigError> {
        // fractions are truncated, and 0 means 1
        let channels = config.number("nchannel")?.unwrap_or(0.0).trunc();
        let channels = if channels == 0.0 { 1.0 } else { channels };
        if !(1.0..=MOST_CHANNELS as f64).contains(&channels) {
            let message = "nchannel must be between 1 and 6";
            return Err(ConfigError::of("nchannel", message));
        }

        let size = pair(config, "size")?;
        if size.iter().any(|&n| n.is_nan() || n < 1.0) {
            return Err(ConfigError::of("size", "both resolutions must be positive"));
        }
        // fractions are truncated here, too
        let size = size.map(|n| n as usize);
        let all = size[0]
            .checked_mul(size[1])
            .and_then(|n| n.checked_mul(MOST_CHANNELS));
        if all.is_none_or(|n| n > MOST_NUMBERS) {
            return Err(ConfigError::of("size", "there are too many cells"));
        }

        let fov = pair(config, "fov")?;
        for (angle, widest) in fov.into_iter().zip(WIDEST) {
            if !(angle > 0.0 && angle <= widest) {
                let message = format!("{angle} must be above 0 and at most {widest} degrees");
                return Err(ConfigError::of("fov", message));
            }
        }
        let gamma = config.number("gamma")?.unwrap_or(0.0);
        if !(0.0..=1.0).contains(&gamma) {
            return Err(ConfigError::of("gamma", "gamma must be between 0 and 1"));
        }
        Ok(Self {
            channels: channels as usize,
            size,
            fov,
            gamma,
        })
    }

    fn cells(&self) -> usize {
        self.size[0] * self.size[1]
    }

    /// The grid lines along one axis, equation (2), in radians.
    fn lines(&self, axis: usize) -> Vec<f64> {
        let count = self.size[axis] + 1;
        let step = 2.0 / (count - 1) as f64;
        let scale = self.fov[axis] * PI / 180.0;
        // order: each is the previous one plus the step
        let even = core::iter::successors(Some(-1.0), |t| Some(t + step));
        even.take(count).map(|t| self.deform(t) * scale).collect()
    }

    fn deform(&self, t: f64) -> f64 {
        if self.gamma == 0.0 {
            return t;
        }
        self.gamma * libm::pow(t, 5.0) + (1.0 - self.gamma) * t
    }
}

/// Two numbers separated by one space.
fn pair(config: &Config<'_>, key: &str) -> Result<[f64; 2], ConfigError> {
    let wrong = || {
        let message = "needs two numbers, horizontal and vertical, separated by one space";
        ConfigError::of(key, format!("{key} {message}"))
    };
    let text = config.get(key).ok_or_else(wrong)?;
    // one space at the end is accepted
    let text = text.strip_suffix(' ').unwrap_or(text);
    let numbers: Option<Vec<f64>> = text.split(' ').map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[horizontal, vertical]) => Ok([horizontal, vertical]),
        _ => Err(wrong()),
    }
}

/// An instance.
#[derive(Clone, Debug)]
struct Grid {
    sensor: Option<SensorId>,
    channels: usize,
    /// Grid lines to the left and right of the cells, ascending.
    columns: Vec<f64>,
    /// Grid lines below and above the cells, ascending.
    rows: Vec<f64>,
    /// Distances of the contacts in each cell, for drawing.
    reach: Vec<Reach>,
}

/// Contacts in one cell.
#[derive(Clone, Copy, Debug, Default)]
struct Reach {
    /// Sum of their distances.
    sum: f64,
    /// Number of contacts.
    count: u32,
}

/// Drawn thickness of a cell, relative to its distance.
const THICKNESS: f64 = 0.02;

/// The frame of the site.
struct Frame<'a> {
    pos: Vec3,
    mat: &'a Mat3,
}

impl Grid {
    /// The cell that contains a point in the frame of the site, if any; equation (1).
    fn cell(&self, p: Vec3) -> Option<usize> {
        let azimuth = nearest::atan2(p.x, -p.z);
        let elevation = nearest::atan2(p.y, (p.x * p.x + p.z * p.z).sqrt());
        let (column, row) = (
            between(&self.columns, azimuth)?,
            between(&self.rows, elevation)?,
        );
        Some(row * (self.columns.len() - 1) + column)
    }
}

/// The cell between two lines that contains an angle; an angle on a line belongs to the cell before it.
fn between(lines: &[f64], angle: f64) -> Option<usize> {
    // NaN is not after any line
    let after = lines.partition_point(|line| angle > *line);
    (after < lines.len())
        .then(|| after.checked_sub(1))
        .flatten()
}

/// The forces and torques of a contact on a body, in the frame of the site: along z, x and y.
fn channels(force: [f64; 6], contact: &Contact, frame: &Frame<'_>, flip: bool) -> [f64; 6] {
    let [fx, fy, fz, tx, ty, tz] = force;
    let sign = if flip { -1.0 } else { 1.0 };
    let [f, t] = [Vec3::new(fx, fy, fz), Vec3::new(tx, ty, tz)].map(|v| {
        let world = contact.frame.transpose_mul(v);
        frame.mat.transpose_mul(world) * sign
    });
    [f.z, f.x, f.y, t.z, t.x, t.y]
}

impl Instance for Grid {
    fn copy(&self) -> Box<dyn Instance> {
        Box::new(self.clone())
    }

    fn sense(&mut self, model: &Model, data: &mut Data, _: PluginId) -> Result<(), Failure> {
        let Some(s) = self.sensor else {
            return Ok(());
        };
        let outputs: Range<usize> = model.sensor.outputs(s);
        let Some(out) = data.sensor.sensordata.rows_mut().get_mut(outputs) else {
            return Ok(());
        };
        out.fill(0.0);
        self.reach.fill(Reach::default());

        let site = SiteId(model.sensor.objid[s]);
        let frame = Frame {
            pos: data.kin.site_xpos[site],
            mat: &data.kin.site_xmat[site],
        };
        let body = model.body.weldid[model.site.bodyid[site]];
        let image = (self.columns.len() - 1) * (self.rows.len() - 1);
        for contact in &data.contact.list {
            // DIFFERENCE(plugin-outside-arrays): a flex has no geom and so no body
            let [Some(g1), Some(g2)] = contact.sides(model) else {
                continue;
            };
            let sides = [g1, g2].map(|g| model.geom.bodyid[g]);
            if !sides.iter().any(|&b| model.body.weldid[b] == body) {
                continue;
            }
            let local = frame.mat.transpose_mul(contact.pos - frame.pos);
            let Some(cell) = self.cell(local) else {
                continue;
            };
            if let Some(reach) = self.reach.get_mut(cell) {
                let Vec3 { x, y, z } = local;
                reach.sum += (x * x + z * z + y * y).sqrt();
                reach.count += 1;
            }
            // forces act on the body with the larger id
            let larger: BodyId = sides[0].max(sides[1]);
            let force = contact_force(model, &data.efc, contact);
            let values = channels(force, contact, &frame, body < larger);
            // order: contacts in the order of detection
            for (channel, value) in values.into_iter().take(self.channels).enumerate() {
                if let Some(sum) = out.get_mut(channel * image + cell) {
                    *sum += value;
                }
            }
        }
        Ok(())
    }

    /// Draws a box in each cell with a force, at the mean distance of its contacts.
    fn draw(&self, model: &Model, data: &Data, _: PluginId, pen: &mut dyn Pen) {
        let Some(s) = self.sensor else {
            return;
        };
        let image = self.reach.len();
        let reading = data.reading(model, s);
        let normal = reading.iter().take(image);
        let largest = normal.fold(0.0, |most: f64, x| most.max(x.abs()));
        let site = SiteId(model.sensor.objid[s]);
        let known = site
            .get()
            .is_some_and(|site| site.index() < model.site.len());
        if largest == 0.0 || !known {
            return;
        }
        let (pos, mat) = (data.kin.site_xpos[site], &data.kin.site_xmat[site]);
        let columns = self.columns.len() - 1;
        // order: column by column
        for (column, row) in (0..columns).flat_map(|c| (0..image / columns).map(move |r| (c, r))) {
            let cell = row * columns + column;
            let Reach { sum, count } = self.reach[cell];
            if sum == 0.0 {
                continue;
            }
            let dist = sum / f64::from(count);
            let [left, right] = [self.columns[column], self.columns[column + 1]];
            let [low, high] = [self.rows[row], self.rows[row + 1]];
            let (azimuth, elevation) = (0.5 * (right + left), 0.5 * (high + low));
            let middle = direction(azimuth, elevation) * (dist * (1.0 - THICKNESS));
            let across = Quat::from_axis_angle(-mat.col(1), azimuth);
            let upwards = Quat::from_axis_angle(mat.col(0), elevation);
            let mut rgba = [1.0; 4];
            for (channel, shade) in rgba.iter_mut().enumerate().take(self.channels.min(3)) {
                let felt = reading.get(channel * image + cell).copied();
                *shade = (felt.unwrap_or(0.0).abs() / largest) as f32;
            }
            pen.shape(&Drawn {
                id: s.index(),
                kind: GeomType::Box,
                size: Vec3::new(
                    dist * 0.5 * (right - left),
                    dist * 0.5 * (high - low),
                    dist * THICKNESS,
                ),
                pos: *mat * middle + pos,
                mat: (across * (upwards * Quat::from_mat(mat))).to_mat(),
                rgba,
            });
        }
    }
}

/// The inverse of equation (1).
fn direction(azimuth: f64, elevation: f64) -> Vec3 {
    let (flat, up) = (libm::cos(elevation), libm::sin(elevation));
    Vec3::new(flat * libm::sin(azimuth), up, -flat * libm::cos(azimuth))
}
