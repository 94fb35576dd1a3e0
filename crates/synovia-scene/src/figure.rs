//! Figures: 2-D line plots with axes and a legend.

use bytemuck::{Pod, Zeroable};
use synovia_geom::collide::field::spread;
use synovia_model::record::{FieldInfo, Record};

use crate::records::record;

/// Most lines of a figure.
#[doc(alias = "mjMAXLINE")]
pub const MAX_LINE: usize = 100;
/// Most points of a line.
#[doc(alias = "mjMAXLINEPNT")]
pub const MAX_LINE_POINTS: usize = 1001;

record! {
    /// A figure. It is large, so it is allocated [in a box](Figure::boxed).
    #[doc(alias = "mjvFigure")]
    pub struct Figure {
        /// 1 if there is a legend.
        flg_legend: i32,
        /// 1 if ticks of the axes have labels.
        flg_ticklabel: [i32; 2],
        /// 1 if ranges are extended by the data.
        flg_extend: i32,
        /// 1 for separate segments.
        flg_barplot: i32,
        /// 1 for a vertical line at `selection`.
        flg_selection: i32,
        /// 1 if the vertical range is symmetric.
        flg_symmetric: i32,
        /// Width of lines.
        linewidth: f32,
        /// Width of the grid's lines.
        gridwidth: f32,
        /// Number of grid points of each axis.
        gridsize: [i32; 2],
        /// Colour of the grid.
        gridrgb: [f32; 3],
        /// Colour of the figure.
        figurergba: [f32; 4],
        /// Colour of the pane.
        panergba: [f32; 4],
        /// Colour of the legend.
        legendrgba: [f32; 4],
        /// Colour of text.
        textrgb: [f32; 3],
        /// Colours of lines.
        linergb: [[f32; 3]; MAX_LINE],
        /// Ranges of the axes; computed from the data if the lower end is not below the upper one.
        range: [[f32; 2]; 2],
        /// Number format of the horizontal axis.
        xformat: [u8; 20],
        /// Number format of the vertical axis.
        yformat: [u8; 20],
        /// A text that specifies the minimum width of the vertical axis' labels.
        minwidth: [u8; 20],
        /// Title.
        title: [u8; 1000],
        /// Label of the horizontal axis.
        xlabel: [u8; 100],
        /// Names of lines.
        linename: [[u8; 100]; MAX_LINE],
        /// Lines by which the legend is scrolled.
        legendoffset: i32,
        /// Selected subplot.
        subplot: i32,
        /// A pixel: if it is in the legend, its line is highlighted.
        highlight: [i32; 2],
        /// The line to highlight otherwise; −1 for none.
        highlightid: i32,
        /// Position of the selection line.
        selection: f32,
        /// Number of points of each line.
        linepnt: [i32; MAX_LINE],
        /// Coordinates of the points of each line.
        linedata: [[[f32; 2]; MAX_LINE_POINTS]; MAX_LINE],
        /// Range of the horizontal axis in pixels, from the renderer.
        xaxispixel: [i32; 2],
        /// Range of the vertical axis in pixels, from the renderer.
        yaxispixel: [i32; 2],
        /// Range of the horizontal axis, from the renderer.
        xaxisdata: [f32; 2],
        /// Range of the vertical axis, from the renderer.
        yaxisdata: [f32; 2],
    }
}

/// Colours of the first lines.
const FIRST: [[f32; 3]; 8] = [
    [1.0, 0.3, 0.3],
    [0.1, 1.0, 0.1],
    [0.3, 0.3, 1.0],
    [0.1, 1.0, 1.0],
    [1.0, 0.2, 1.0],
    [1.0, 1.0, 0.1],
    [1.0, 0.6, 0.2],
    [0.6, 0.7, 0.4],
];

impl Figure {
    /// An empty figure with the default style.
    #[doc(alias = "mjv_defaultFigure")]
    pub fn boxed() -> Box<Self> {
        let mut figure = Box::new(Self::zeroed());
        figure.reset();
        figure
    }

    /// Makes this an empty figure with the default style.
    #[doc(alias = "mjv_defaultFigure")]
    pub fn reset(&mut self) {
        bytemuck::bytes_of_mut(self).fill(0);
        self.highlightid = -1;
        self.flg_legend = 1;
        self.flg_ticklabel = [1, 1];
        self.flg_extend = 1;
        self.linewidth = 3.0;
        self.gridwidth = 1.0;
        self.gridsize = [2, 2];
        self.gridrgb = [0.4; 3];
        self.figurergba[3] = 1.0;
        self.panergba[3] = 1.0;
        self.legendrgba[3] = 0.3;
        self.textrgb = [1.0; 3];
        self.range = [[0.0, 1.0]; 2];
        self.xformat[..4].copy_from_slice(b"%.0f");
        self.yformat[..4].copy_from_slice(b"%.2g");
        self.minwidth[..3].fill(b'X');
        for (n, color) in self.linergb.iter_mut().enumerate() {
            let spread = |base| (f64::from(0.1f32) + f64::from(0.8f32) * spread(n, base)) as f32;
            *color = match FIRST.get(n) {
                Some(first) => *first,
                None => [2, 3, 5].map(spread),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_is_that_of_the_reference() {
        assert_eq!(size_of::<Figure>(), 813_748);
        let figure = Figure::boxed();
        assert_eq!(figure.linergb[8], [0.15, 0.811_111_15, 0.612]);
        assert_eq!(figure.linergb[99], [0.718_75, 0.162_551_45, 0.887_2]);
    }
}
