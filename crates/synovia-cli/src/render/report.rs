//! The summary printed after rendering: an aligned table, or JSON.

use std::time::Duration;

use serde_json::{Value, json};
use synovia::model::{Model, ObjType};

use super::instants::Instants;
use super::output::{Form, OutputPath, Series};
use crate::draw::{FrameRenderer, segment_colour};
use crate::drive::health::Health;
use crate::names;
use crate::style::Style;
use crate::table;

/// The contents of the summary.
#[derive(Debug)]
pub(super) struct Report {
    /// The model.
    pub model: String,
    /// The keyframe that the simulation started from.
    pub key: Option<String>,
    /// The camera.
    pub camera: String,
    /// The output path.
    pub output: OutputPath,
    /// True if the output was written.
    pub kept: bool,
    /// Size and frame rate.
    pub series: Series,
    /// The requested instants.
    pub instants: Instants,
    /// Number of frames drawn.
    pub done: usize,
    /// Simulation time of the last frame.
    pub shown: f64,
    /// Wall-clock time.
    pub wall: Duration,
    /// The distance drawn white.
    pub white: Option<f64>,
    /// Elements in segmentation images.
    pub segments: Vec<Segment>,
    /// True if Ctrl-C stopped the work.
    pub interrupted: bool,
    /// True if an existing file was replaced.
    pub replaced: bool,
    /// Bad numbers of the simulation.
    pub health: Health,
}

/// An element in segmentation images.
#[derive(Debug)]
pub(super) struct Segment {
    kind: &'static str,
    id: i32,
    name: String,
    colour: String,
}

/// The elements that were drawn.
pub(super) fn segments(model: &Model, painter: &FrameRenderer) -> Vec<Segment> {
    let seen = painter.seen().map(|[number, id]| {
        let kind = ObjType::from_i32(number).unwrap_or(ObjType::Unknown);
        let [r, g, b] = segment_colour(number, id);
        Segment {
            kind: kind.keyword().unwrap_or("unknown"),
            id,
            name: names::of(model, kind, id.max(0) as usize),
            colour: format!("#{r:02x}{g:02x}{b:02x}"),
        }
    });
    seen.collect()
}

impl Report {
    fn form(&self) -> &'static str {
        match (&self.output.form, self.series.count) {
            (Form::Folder, _) => "pictures",
            (_, None) => "picture",
            (Form::Mp4, _) => "video",
            _ => "animation",
        }
    }

    fn rate(&self) -> f64 {
        self.done as f64 / self.wall.as_secs_f64().max(1e-9)
    }

    /// The summary as JSON.
    pub(super) fn to_json(&self) -> Value {
        let segments: Vec<Value> = (self.segments.iter())
            .map(|s| json!({ "type": s.kind, "id": s.id, "name": s.name, "color": s.colour }))
            .collect();
        json!({
            "model": self.model,
            "key": self.key,
            "camera": self.camera,
            "form": self.form(),
            "output": self.kept.then(|| self.output.path.display().to_string()),
            "width": self.series.size.width,
            "height": self.series.size.height,
            "pictures": self.done,
            "pictures_asked": self.instants.count,
            "fps": self.series.count.map(|_| self.series.fps),
            "from_time": self.instants.from,
            "time": self.shown,
            "wall": self.wall.as_secs_f64(),
            "pictures_per_second": self.rate(),
            "white": self.white,
            "segments": segments,
            "interrupted": self.interrupted,
            "replaced": self.replaced,
            "failed": self.health.failed(),
            "failure": self.health.to_json(),
        })
    }

    /// The summary as a table.
    pub(super) fn table(&self, style: Style) -> String {
        let start = match &self.key {
            Some(key) => format!("{} from keyframe {key}", self.model),
            None => self.model.clone(),
        };
        let size = self.series.size;
        let mut rows = vec![
            ("model", start),
            ("camera", self.camera.clone()),
            ("size", format!("{}×{}", size.width, size.height)),
        ];
        if self.series.count.is_some() {
            let (n, fps) = (self.done, self.series.fps);
            let length = n as f64 / fps;
            let told = format!("{n} at {fps} frames per second: {length:.3} s");
            rows.push(("frames", told));
        }
        rows.push(("time", format!("{:.3} s in the last frame", self.shown)));
        if let Some(white) = self.white {
            let told = format!("black is 0 m, white is {white:.6} m or farther");
            rows.push(("depth", told));
        }
        if !self.segments.is_empty() {
            let told = format!("{} elements, listed by --json", self.segments.len());
            rows.push(("segments", told));
        }
        rows.push((
            "wall time",
            format!(
                "{:.3} s, {:.1} frames per second",
                self.wall.as_secs_f64(),
                self.rate()
            ),
        ));
        if self.interrupted {
            let told = format!("after {} of {} frames", self.done, self.instants.count);
            rows.push(("interrupted", style.bad(&told)));
        }
        if let Some(message) = self.health.message() {
            rows.push(("failed", style.bad(&message)));
        }
        if self.kept {
            let path = self.output.path.display();
            let how = if self.replaced {
                ", replacing an existing file"
            } else {
                ""
            };
            rows.push((self.form(), format!("written to {path}{how}")));
        }
        table::labelled(&rows, style)
    }
}
