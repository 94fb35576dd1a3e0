//! Figures: 2-D plots with axes, a grid, tick labels, a title and a legend.
//!
//! ```text
//!  ┌──────────────────────────────┐
//!  │            title             │
//!  │ y │ pane with grid   legend  │
//!  │   └───────────────────────── │
//!  │     x ticks                  │
//!  │            label             │
//!  └──────────────────────────────┘
//! ```

use synovia_scene::Figure;

use super::canvas::{Canvas, Rgba};
use super::font::{Font, Fonts};
use super::format::{number, trim_zeros};
use crate::target::frame_buffer::Viewport;

/// Shortest range of an axis.
const SHORTEST: f32 = 1e-5;
/// Space around the data, as a fraction of the range.
const MARGIN: f32 = 0.001;
/// Most ticks of an axis.
const MOST_TICKS: i32 = 20;

/// Draws a figure into a viewport. The ranges of its axes, in data and in pixels, are stored in it.
#[doc(alias = "mjr_figure")]
pub fn draw(canvas: &mut Canvas<'_>, viewport: Viewport, figure: &mut Figure, fonts: &Fonts) {
    if viewport.is_empty() {
        return;
    }
    canvas.fill(viewport, figure.figurergba);
    let range = [axis_range(figure, 0), axis_range(figure, 1)];
    (figure.xaxisdata, figure.yaxisdata) = (range[0], range[1]);
    if viewport.width <= 1 || viewport.height <= 1 {
        return;
    }
    let mut painter = FigurePainter {
        canvas,
        font: fonts.font(0),
        shadow: fonts.font(1),
        pad: fonts.font(0).height() / 2,
    };
    let inner = painter.title_and_label(viewport, figure);
    let pane = painter.ticks(inner, figure, range);
    if pane.is_empty() {
        return;
    }
    figure.xaxispixel = [pane.left, pane.left + pane.width - 1];
    figure.yaxispixel = [pane.bottom, pane.bottom + pane.height - 1];
    painter.canvas.fill(pane, figure.panergba);
    painter.grid(pane, figure);
    let plot = Plot { pane, range };
    for n in (0..figure.linepnt.len()).rev() {
        painter.curve(&plot, figure, n, figure.linewidth);
    }
    if figure.flg_selection != 0 {
        let [low, high] = range[1];
        let ends = [
            plot.pixel([figure.selection, low]),
            plot.pixel([figure.selection, high]),
        ];
        painter.canvas.line(ends[0], ends[1], 3.0, [1.0; 4], pane);
    }
    let mut highlight = usize::try_from(figure.highlightid).ok();
    if figure.flg_legend != 0 {
        highlight = painter.legend(pane, figure).or(highlight);
    }
    if let Some(n) = highlight.filter(|n| *n < figure.linepnt.len()) {
        painter.curve(&plot, figure, n, 5.0 * figure.linewidth);
        painter.selected_point(&plot, figure, n);
    }
}

/// The range of an axis: as specified, extended by the data if requested; the vertical one is rounded to powers of ten.
fn axis_range(figure: &Figure, axis: usize) -> [f32; 2] {
    let given = figure.range[axis];
    let known = given[0] < given[1];
    let mut range = known.then_some(given);
    if !known || figure.flg_extend != 0 {
        for (line, &points) in figure.linedata.iter().zip(&figure.linepnt) {
            for point in line.iter().take(points.max(0) as usize) {
                let x = point[axis];
                if x.is_finite() {
                    let [low, high] = range.unwrap_or([x, x]);
                    range = Some([low.min(x), high.max(x)]);
                }
            }
        }
    }
    let [mut low, mut high] = range.unwrap_or(given);
    let missing = SHORTEST - (high - low);
    if missing > 0.0 {
        low -= 0.5 * missing;
        high += 0.5 * missing;
    }
    if axis == 0 {
        return [low, high];
    }
    let power = libm::powf(10.0, libm::log10f(high - low).floor());
    if power > 0.0 && power.is_finite() {
        [low, high] = [(low / power).floor() * power, (high / power).ceil() * power];
    }
    if figure.flg_symmetric != 0 {
        let most = low.abs().max(high.abs());
        [low, high] = [-most, most];
    }
    [low, high]
}

/// The text of a field that ends with a zero byte.
fn text(field: &[u8]) -> String {
    let end = field.iter().position(|byte| *byte == 0);
    String::from_utf8_lossy(&field[..end.unwrap_or(field.len())]).into_owned()
}

/// The part of a title that belongs to a subplot: parts are separated by two spaces or more.
fn subtitle(title: &str, subplot: i32) -> &str {
    let mut parts = title
        .split("  ")
        .map(str::trim)
        .filter(|part| !part.is_empty());
    parts.nth(subplot.max(0) as usize).unwrap_or("")
}

/// The ticks of an axis, at most twenty: position between 0 and 1, and label.
fn tick_texts(format: &[u8], [low, high]: [f32; 2], count: i32) -> Vec<(f32, String)> {
    let n = count.min(MOST_TICKS);
    let format = text(format);
    (0..n)
        .map(|i| {
            let at = i as f32 / (n - 1) as f32;
            let label = number(&format, low + (high - low) * i as f32 / (n - 1) as f32);
            (at, trim_zeros(&label).to_owned())
        })
        .collect()
}

/// From data to pixels.
struct Plot {
    pane: Viewport,
    range: [[f32; 2]; 2],
}

impl Plot {
    fn pixel(&self, point: [f32; 2]) -> [f32; 2] {
        let place = |axis: usize, from: i32, n: i32| {
            let [low, high] = self.range[axis];
            let margin = MARGIN * (high - low);
            let t = (point[axis] - (low - margin)) / (high - low + 2.0 * margin);
            from as f32 + t * n as f32
        };
        [
            place(0, self.pane.left, self.pane.width),
            place(1, self.pane.bottom, self.pane.height),
        ]
    }
}

/// The canvas and fonts that a figure is drawn with.
struct FigurePainter<'s, 'p> {
    canvas: &'s mut Canvas<'p>,
    font: Font,
    shadow: Font,
    pad: i32,
}

fn opaque([r, g, b]: [f32; 3]) -> Rgba {
    [r, g, b, 1.0]
}

impl FigurePainter<'_, '_> {
    /// Draws the title and the label of the horizontal axis; returns the area between them.
    fn title_and_label(&mut self, viewport: Viewport, figure: &Figure) -> Viewport {
        let mut inner = viewport;
        let line = self.font.height();
        let whole = text(&figure.title);
        let title = subtitle(&whole, figure.subplot);
        let centred = |width: i32| viewport.left + (viewport.width / 2 - width / 2).max(0);
        if !title.is_empty() {
            let y = viewport.bottom + viewport.height - self.pad - line;
            let x = centred(self.font.width(title));
            self.font.draw(self.canvas, title, x, y, figure.textrgb);
            inner.height -= line + self.pad;
        }
        let label = text(&figure.xlabel);
        if !label.is_empty() {
            let x = centred(self.font.width(&label));
            self.font.draw(
                self.canvas,
                &label,
                x,
                viewport.bottom + self.pad,
                figure.textrgb,
            );
            inner.bottom += line + self.pad / 2;
            inner.height -= line + self.pad / 2;
        }
        inner
    }

    /// Draws the tick labels of the axes; returns the pane that is left.
    fn ticks(&mut self, area: Viewport, figure: &Figure, range: [[f32; 2]; 2]) -> Viewport {
        let (pad, font) = (self.pad, self.font);
        let mut pane = area;
        if figure.gridsize.iter().all(|n| *n > 1) && !area.is_empty() {
            let shown = figure.flg_ticklabel.map(|flag| flag != 0);
            let x_height = if shown[0] { font.height() + pad } else { 0 };
            let y_texts = tick_texts(&figure.yformat, range[1], figure.gridsize[1]);
            let widest = y_texts.iter().map(|(_, label)| font.width(label)).max();
            let least = font.width(&text(&figure.minwidth));
            let y_width = if shown[1] {
                widest.unwrap_or(0).max(least) + pad
            } else {
                0
            };
            if shown[0] {
                for (at, label) in tick_texts(&figure.xformat, range[0], figure.gridsize[0]) {
                    let width = font.width(&label) as f32;
                    // the first begins and the last ends at its tick
                    let back = if at == 0.0 {
                        0.0
                    } else if at == 1.0 {
                        width
                    } else {
                        width / 2.0
                    };
                    let along = (area.width - 2 * pad - y_width) as f32 * at;
                    let x = area.left + pad + y_width + (along - back) as i32;
                    font.draw(self.canvas, &label, x, area.bottom + pad, figure.textrgb);
                }
            }
            for (at, label) in y_texts.iter().filter(|_| shown[1]) {
                let up = ((area.height - 2 * pad - x_height) as f32 * at) as i32;
                let x = area.left + y_width - font.width(label);
                let y = area.bottom + pad + x_height - font.height() / 2 + up;
                font.draw(self.canvas, label, x, y, figure.textrgb);
            }
            pane.left += y_width;
            pane.width -= y_width;
            pane.bottom += x_height;
            pane.height -= x_height;
        }
        Viewport::new(
            pane.left + pad,
            pane.bottom + pad,
            pane.width - 2 * pad,
            pane.height - 2 * pad,
        )
    }

    fn grid(&mut self, pane: Viewport, figure: &Figure) {
        if figure.gridsize.iter().any(|n| *n <= 1) {
            return;
        }
        let unit = Plot {
            pane,
            range: [[0.0, 1.0]; 2],
        };
        let rgba = opaque(figure.gridrgb);
        for (axis, &count) in figure.gridsize.iter().enumerate() {
            let n = count.min(MOST_TICKS);
            for i in 0..n {
                let at = i as f32 / (n - 1) as f32;
                let ends = if axis == 0 {
                    [[at, 0.0], [at, 1.0]]
                } else {
                    [[0.0, at], [1.0, at]]
                };
                let [from, to] = ends.map(|end| unit.pixel(end));
                self.canvas.line(from, to, figure.gridwidth, rgba, pane);
            }
        }
    }

    /// Draws line `n`: connected points, or separate segments.
    fn curve(&mut self, plot: &Plot, figure: &Figure, n: usize, width: f32) {
        let points = (figure.linepnt[n].max(0) as usize).min(figure.linedata[n].len());
        let point = |k: usize| plot.pixel(figure.linedata[n][k]);
        let step = if figure.flg_barplot != 0 { 2 } else { 1 };
        let rgba = opaque(figure.linergb[n]);
        for k in (1..points).step_by(step) {
            self.canvas
                .line(point(k - 1), point(k), width, rgba, plot.pane);
        }
    }

    /// Draws the legend; returns the line whose name is highlighted.
    fn legend(&mut self, pane: Viewport, figure: &Figure) -> Option<usize> {
        let (pad, line) = (self.pad, self.font.height());
        let first = figure.legendoffset.max(0) as usize;
        let room = ((pane.height - 2 * pad - 1) / line.max(1)).max(0) as usize;
        let names = figure.linename.iter().enumerate().skip(first);
        let named: Vec<(usize, String)> = names
            .map(|(n, name)| (n, text(name)))
            .filter(|(_, name)| !name.is_empty())
            .take(room)
            .collect();
        let widest = named.iter().map(|(_, name)| self.font.width(name)).max()?;
        let (right, top) = (pane.left + pane.width, pane.bottom + pane.height);
        let height = named.len() as i32 * line;
        let ground = Viewport::new(
            right - 2 * pad - widest,
            top - 2 * pad - height,
            2 * pad + widest,
            2 * pad + height,
        );
        self.canvas.fill(ground, figure.legendrgba);
        let mut highlighted = None;
        for (k, (n, name)) in named.iter().enumerate() {
            let x = right - pad - self.font.width(name);
            let y = top - pad - (k as i32 + 1) * line;
            self.shadow
                .draw(self.canvas, name, x, y, figure.linergb[*n]);
            let row = Viewport::new(right - pad - widest, y, widest + 1, line);
            if row.contains(figure.highlight[0], figure.highlight[1]) {
                highlighted = Some(*n);
            }
        }
        highlighted
    }

    /// Writes the data point of line `n` nearest to the selection.
    fn selected_point(&mut self, plot: &Plot, figure: &Figure, n: usize) {
        if figure.flg_selection == 0 {
            return;
        }
        let away = |point: &&[f32; 2]| (figure.selection - point[0]).abs();
        let points = figure.linedata[n]
            .iter()
            .take(figure.linepnt[n].max(0) as usize);
        let Some(nearest) = points.min_by(|a, b| away(a).total_cmp(&away(b))) else {
            return;
        };
        let label = format!(
            "( {} : {} )",
            number("%.4g", nearest[0]),
            number("%.4g", nearest[1])
        );
        let tenth = |[low, high]: [f32; 2]| 0.9 * low + 0.1 * high;
        let [x, y] = plot.pixel([tenth(plot.range[0]), tenth(plot.range[1])]);
        self.shadow
            .draw(self.canvas, &label, x as i32, y as i32, figure.textrgb);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(field: &mut [u8], text: &str) {
        field[..text.len()].copy_from_slice(text.as_bytes());
    }

    /// A figure of one red line from (0, 0) to (10, 4).
    fn diagram() -> Box<Figure> {
        let mut figure = Figure::boxed();
        figure.linepnt[0] = 2;
        figure.linedata[0][1] = [10.0, 4.0];
        figure.linergb[0] = [1.0, 0.0, 0.0];
        figure
    }

    fn drawn(figure: &mut Figure) -> Vec<u8> {
        let mut rgb = vec![0; 3 * 320 * 240];
        let mut canvas = Canvas::new(320, 240, &mut rgb).expect("fits");
        draw(
            &mut canvas,
            Viewport::new(0, 0, 320, 240),
            figure,
            &Fonts::new(50),
        );
        rgb
    }

    #[test]
    fn ranges_hold_the_data() {
        let mut figure = diagram();
        drawn(&mut figure);
        assert_eq!(figure.xaxisdata, [0.0, 10.0]);
        assert_eq!(figure.yaxisdata, [0.0, 4.0]);
        figure.linedata[0][1][1] = -37.0;
        figure.flg_symmetric = 1;
        drawn(&mut figure);
        assert_eq!(figure.yaxisdata, [-40.0, 40.0]);
    }

    #[test]
    fn the_line_crosses_the_middle_of_the_pane() {
        let mut figure = diagram();
        let rgb = drawn(&mut figure);
        let [left, right] = figure.xaxispixel;
        let [bottom, top] = figure.yaxispixel;
        let (x, y) = ((left + right) / 2, (bottom + top) / 2);
        let red = (y - 3..=y + 3).any(|y| {
            let at = 3 * (y * 320 + x) as usize;
            rgb[at] == 255 && rgb[at + 1] == 0
        });
        assert!(red, "there is no line at {x} {y}");
    }

    #[test]
    fn titles_and_legends_take_room_and_can_be_pointed_at() {
        let mut figure = diagram();
        drawn(&mut figure);
        let high = figure.yaxispixel[1] - figure.yaxispixel[0];
        set(&mut figure.title, "first  second");
        set(&mut figure.xlabel, "time");
        set(&mut figure.linename[0], "speed");
        figure.flg_selection = 1;
        figure.highlight = [figure.xaxispixel[1] - 20, figure.yaxispixel[1] - 40];
        drawn(&mut figure);
        assert!(figure.yaxispixel[1] - figure.yaxispixel[0] < high - 30);
        assert_eq!(subtitle("first  second", 1), "second");
        assert_eq!(subtitle("first  second", 9), "");
    }

    #[test]
    fn any_numbers_are_drawn() {
        let mut figure = diagram();
        figure.linepnt = [i32::MAX; 100];
        figure.linedata[3] = [[f32::NAN; 2]; 1001];
        figure.linedata[4] = [[f32::INFINITY; 2]; 1001];
        figure.linedata[5] = [[f32::MAX; 2]; 1001];
        figure.linedata[6] = [[-f32::MAX; 2]; 1001];
        figure.gridsize = [i32::MAX; 2];
        figure.legendoffset = i32::MIN;
        figure.subplot = i32::MIN;
        figure.title = [0xff; 1000];
        figure.yformat = *b"%.999999999gxxxxxxxx";
        figure.linename = [[b'x'; 100]; 100];
        (figure.linewidth, figure.gridwidth) = (f32::NAN, f32::INFINITY);
        (figure.flg_selection, figure.highlightid, figure.selection) = (1, 3, f32::NAN);
        drawn(&mut figure);
        let mut rgb = [0; 12];
        for rect in [
            Viewport::new(0, 0, 2, 2),
            Viewport::new(-5, -5, 1, 1),
            Viewport::new(0, 0, 1 << 20, 1 << 20),
        ] {
            let mut canvas = Canvas::new(2, 2, &mut rgb).expect("fits");
            draw(&mut canvas, rect, &mut figure, &Fonts::new(300));
        }
    }
}
