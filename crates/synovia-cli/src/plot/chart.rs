//! Line charts in panels, one below the other, with a common horizontal axis.
//!
//! Text and grid take their colour from the page, so the chart is readable on light and dark backgrounds; lines
//! have the colours of Okabe and Ito (2008), which are distinguishable with any colour vision.

use std::fmt::Write;

use super::history::{Point, Span};
use super::scale::{Scale, extent};

/// One curve of a panel.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Its name in the legend; empty for no entry.
    pub name: String,
    /// Its spans from left to right.
    pub spans: Vec<Span>,
}

/// Curves with a common vertical axis.
#[derive(Clone, Debug)]
pub(super) struct Panel {
    /// Label of the vertical axis.
    pub label: &'static str,
    /// Height of the plot area.
    pub height: f64,
    /// The curves.
    pub lines: Vec<Line>,
}

const COLOURS: [&str; 8] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6bb1", "#7f7f7f",
];
const WIDTH: f64 = 900.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = 150.0;
const TOP: f64 = 44.0;
const GAP: f64 = 22.0;
const BOTTOM: f64 = 48.0;

/// Escapes text for XML.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // control characters are not allowed in XML
            c if c.is_control() => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

/// The SVG document. Writing to a string cannot fail, so the results of `write!` are ignored.
pub(super) fn draw(title: &str, label: &str, x: (f64, f64), panels: &[Panel]) -> String {
    let heights: f64 = panels.iter().map(|panel| panel.height + GAP).sum();
    let height = TOP + heights - GAP + BOTTOM;
    let across = Scale::new(x, LEFT, WIDTH - RIGHT);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n\
         <title>{title}</title>\n<style>\
         svg {{ color: #333; background: #fff }} \
         @media (prefers-color-scheme: dark) {{ svg {{ color: #ccc; background: #16181d }} }} \
         text {{ fill: currentColor }} \
         .grid {{ stroke: currentColor; stroke-opacity: .15 }} \
         .frame {{ stroke: currentColor; stroke-opacity: .5; fill: none }} \
         polyline {{ fill: none; stroke-width: 1.5; stroke-linejoin: round }}\
         </style>\n\
         <text x=\"{LEFT}\" y=\"26\" font-size=\"15\" font-weight=\"600\">{title}</text>\n",
        title = escaped(title),
    );
    let mut top = TOP;
    for panel in panels {
        draw_panel(&mut svg, panel, &across, top);
        top += panel.height + GAP;
    }
    let bottom = top - GAP;
    for (mark, text) in across.marks(10) {
        let at = across.place(mark);
        let _ = writeln!(
            svg,
            "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{text}</text>",
            bottom + 17.0
        );
    }
    let middle = 0.5 * (LEFT + WIDTH - RIGHT);
    let _ = writeln!(
        svg,
        "<text x=\"{middle}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n</svg>",
        bottom + 36.0,
        escaped(label)
    );
    svg
}

fn draw_panel(svg: &mut String, panel: &Panel, across: &Scale, top: f64) {
    let bottom = top + panel.height;
    let spans = panel.lines.iter().flat_map(|line| &line.spans);
    let all = spans.flat_map(Span::extent);
    let up = Scale::new(extent(all), bottom, top).with_air();

    // grid and tick labels below the curves
    for (mark, text) in up.marks((panel.height / 32.0) as usize) {
        let at = up.place(mark);
        let _ = writeln!(
            svg,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            at + 4.0
        );
    }
    for (mark, _) in across.marks(10) {
        let at = across.place(mark);
        let _ = writeln!(
            svg,
            "<line class=\"grid\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{top}\" y2=\"{bottom}\"/>"
        );
    }
    for (k, line) in panel.lines.iter().enumerate() {
        let colour = COLOURS[k % COLOURS.len()];
        for piece in pieces(&line.spans) {
            let _ = write!(svg, "<polyline stroke=\"{colour}\" points=\"");
            for Point { x, y } in piece {
                let _ = write!(svg, "{:.1},{:.1} ", across.place(x), up.place(y));
            }
            svg.push_str("\"/>\n");
        }
        if !line.name.is_empty() {
            let (right, at) = (WIDTH - RIGHT + 12.0, top + 12.0 + 17.0 * k as f64);
            let _ = writeln!(
                svg,
                "<line x1=\"{right}\" x2=\"{}\" y1=\"{y}\" y2=\"{y}\" stroke=\"{colour}\" stroke-width=\"3\"/>\
                 <text x=\"{}\" y=\"{at}\">{}</text>",
                right + 16.0,
                right + 22.0,
                escaped(&line.name),
                y = at - 4.0,
            );
        }
    }
    let _ = writeln!(
        svg,
        "<rect class=\"frame\" x=\"{LEFT}\" y=\"{top}\" width=\"{}\" height=\"{}\"/>\
         <text transform=\"translate(18 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        WIDTH - RIGHT - LEFT,
        panel.height,
        0.5 * (top + bottom),
        escaped(panel.label)
    );
}

/// A curve as polylines, broken where numbers are not finite. The minimum and maximum of a span represent all its rows,
/// so that no spike is lost.
fn pieces(spans: &[Span]) -> Vec<Vec<Point>> {
    let mut pieces = vec![Vec::new()];
    for span in spans {
        match (span.points(), pieces.last_mut()) {
            (Some([first, second]), Some(piece)) => {
                piece.push(first);
                if first.y != second.y {
                    piece.push(second);
                }
            }
            _ => pieces.push(Vec::new()),
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

#[cfg(test)]
mod tests {
    use super::super::history::{self, History};
    use super::*;

    fn spans(values: &[f64]) -> Vec<Span> {
        let mut history = History::new(1).unwrap();
        for (k, &y) in values.iter().enumerate() {
            history.push(k as f64, &[y]);
        }
        history.line(0)
    }

    #[test]
    fn a_spike_is_kept_and_a_gap_stays_open() {
        let mut y = vec![0.0; 10_000];
        y[1234] = 7.0;
        let whole = pieces(&spans(&y));
        assert_eq!(whole.len(), 1);
        assert!(whole[0].len() <= 2 * history::MOST);
        assert!(whole[0].contains(&Point { x: 1234.0, y: 7.0 }));
        y[5000] = f64::NAN;
        assert_eq!(pieces(&spans(&y)).len(), 2);
    }

    #[test]
    fn names_cannot_break_the_document() {
        let line = Line {
            name: "<a & \"b\">\u{1}".to_owned(),
            spans: spans(&[1.0, f64::INFINITY, 2.0]),
        };
        let panel = Panel {
            label: "x",
            height: 50.0,
            lines: vec![line],
        };
        let svg = draw("t<", "s", (0.0, 2.0), &[panel]);
        assert!(svg.contains("&lt;a &amp; &quot;b&quot;&gt; <"));
        assert!(!svg.contains("inf") && !svg.contains("NaN"));
        assert_eq!(svg.matches("<svg").count(), svg.matches("</svg>").count());
    }
}
