//! Videos: AV1 in MP4.
//!
//! `rav1e` encodes the frames, `muxide` writes the container. Red, green and blue become the luma `Y` and the two
//! chroma signals of ITU-R BT.709, in the narrow range of 8 bits:
//!
//! ```text
//! Y  = 0.2126 R + 0.7152 G + 0.0722 B           16 + 219 Y                                                (1)
//! Cb = (B − Y) / 1.8556                        128 + 224 Cb                                               (2)
//! Cr = (R − Y) / 1.5748                        128 + 224 Cr                                               (3)
//! ```
//!
//! `Cb` and `Cr` are means over blocks of two by two pixels. The stream is tagged with these coefficients and with the
//! primaries and transfer function of sRGB, so that players reproduce the colours of the frames.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use muxide::api::{Muxer, MuxerBuilder, MuxerError, VideoCodec};
use rav1e::color::{
    ChromaSamplePosition, ColorDescription, ColorPrimaries, MatrixCoefficients, PixelRange,
    TransferCharacteristics,
};
use rav1e::prelude::{
    ChromaSampling, Config, Context, EncoderConfig, EncoderStatus, Frame, FrameType, Plane,
    Rational, SpeedSettings,
};

use crate::draw::{Picture, Size};

/// Smallest width or height of a video.
pub(crate) const LEAST: usize = 16;
/// The fastest encoder preset.
const SPEED: u8 = 10;
/// Quantizer from 0 (best) to 255. This value keeps uniform colours uniform.
const QUANTIZER: usize = 80;
/// Tiles of a frame that are encoded in parallel. The fixed number makes the file independent of the machine.
const TILES: usize = 4;
/// The temporal delimiter, which AV1 puts before every frame and MP4 omits.
const DELIMITER: [u8; 2] = [0x12, 0];

/// Errors of writing a video.
#[derive(Debug, thiserror::Error)]
pub(crate) enum VideoError {
    /// The encoder rejects its settings.
    #[error("{0}")]
    Settings(#[from] rav1e::InvalidConfig),
    /// The encoder failed.
    #[error("the encoder stopped: {0}")]
    Encoder(#[from] EncoderStatus),
    /// The container cannot be written.
    #[error("{0}")]
    Container(#[from] MuxerError),
}

impl From<VideoError> for io::Error {
    fn from(error: VideoError) -> Self {
        match error {
            VideoError::Container(MuxerError::Io(error)) => error,
            error => io::Error::other(error),
        }
    }
}

/// A video that frames are appended to.
pub(crate) struct Video {
    encoder: Context<u8>,
    muxer: Muxer<BufWriter<File>>,
    size: Size,
    fps: f64,
}

impl Video {
    /// Starts a video in an empty file.
    pub(crate) fn new(file: File, size: Size, fps: f64) -> Result<Self, VideoError> {
        let mut settings = EncoderConfig::with_speed_preset(SPEED);
        settings.width = size.width;
        settings.height = size.height;
        // in thousandths of a frame per second
        settings.time_base = Rational {
            num: 1000,
            den: (fps * 1000.0).round().max(1.0) as u64,
        };
        settings.chroma_sampling = ChromaSampling::Cs420;
        settings.chroma_sample_position = ChromaSamplePosition::Unknown;
        settings.pixel_range = PixelRange::Limited;
        settings.color_description = Some(ColorDescription {
            color_primaries: ColorPrimaries::BT709,
            transfer_characteristics: TransferCharacteristics::SRGB,
            matrix_coefficients: MatrixCoefficients::BT709,
        });
        settings.low_latency = true;
        settings.quantizer = QUANTIZER;
        settings.tiles = TILES;
        settings.speed_settings = SpeedSettings::from_preset(SPEED);
        let encoder = Config::new().with_encoder_config(settings).new_context()?;
        let (width, height) = (size.width as u32, size.height as u32);
        let muxer = MuxerBuilder::new(BufWriter::new(file))
            .video(VideoCodec::Av1, width, height, fps)
            .build()?;
        Ok(Self {
            encoder,
            muxer,
            size,
            fps,
        })
    }

    /// Appends a frame.
    pub(crate) fn add(&mut self, picture: Picture) -> Result<(), VideoError> {
        let mut frame = self.encoder.new_frame();
        fill(&mut frame, &picture.into_rgb(), self.size);
        self.encoder.send_frame(frame)?;
        self.drain()
    }

    /// Completes the file.
    pub(crate) fn finish(mut self) -> Result<(), VideoError> {
        self.encoder.flush();
        self.drain()?;
        self.muxer.finish_in_place()?;
        let mut writer = self.muxer.into_writer();
        writer.flush().map_err(MuxerError::Io)?;
        Ok(())
    }

    /// Writes the frames that have been encoded so far.
    fn drain(&mut self) -> Result<(), VideoError> {
        loop {
            match self.encoder.receive_packet() {
                Ok(packet) => {
                    let data = packet.data.as_slice();
                    let data = data.strip_prefix(&DELIMITER).unwrap_or(data);
                    let time = packet.input_frameno as f64 / self.fps;
                    let key = packet.frame_type == FrameType::KEY;
                    self.muxer.write_video(time, data, key)?;
                }
                Err(EncoderStatus::Encoded) => {}
                Err(EncoderStatus::NeedMoreData | EncoderStatus::LimitReached) => return Ok(()),
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// Red, green and blue to luma and chroma, equations (1) to (3).
fn fill(frame: &mut Frame<u8>, rgb: &[u8], size: Size) {
    let [luma, blue, red] = &mut frame.planes;
    // odd sizes end with half a block, whose missing pixels repeat their neighbours
    let at = |x: usize, y: usize| {
        let (x, y) = (x.min(size.width - 1), y.min(size.height - 1));
        let k = 3 * (y * size.width + x);
        [rgb[k], rgb[k + 1], rgb[k + 2]].map(f32::from)
    };
    for y in (0..size.height).step_by(2) {
        for x in (0..size.width).step_by(2) {
            let mut sum = [0.0; 3];
            for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                let pixel = at(x + dx, y + dy);
                if x + dx < size.width && y + dy < size.height {
                    put(luma, x + dx, y + dy, 16.0 + 219.0 / 255.0 * gray(pixel));
                }
                for (sum, part) in sum.iter_mut().zip(pixel) {
                    *sum += 0.25 * part;
                }
            }
            let mean = gray(sum);
            let chroma = |part: f32, span: f32| 128.0 + 224.0 / 255.0 * (part - mean) / span;
            put(blue, x / 2, y / 2, chroma(sum[2], 1.8556));
            put(red, x / 2, y / 2, chroma(sum[0], 1.5748));
        }
    }
    // the padding repeats the edge pixels
    for plane in [luma, blue, red] {
        plane.pad(size.width, size.height);
    }
}

/// Luma, equation (1).
fn gray([r, g, b]: [f32; 3]) -> f32 {
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

fn put(plane: &mut Plane<u8>, x: usize, y: usize, value: f32) {
    let stride = plane.cfg.stride;
    plane.data_origin_mut()[y * stride + x] = (value + 0.5) as u8;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_those_of_the_standard() {
        let (width, height) = (17, 19);
        let size = Size { width, height };
        for (rgb, expected) in [
            ([0, 0, 0], [16, 128, 128]),
            ([255, 255, 255], [235, 128, 128]),
            ([255, 0, 0], [63, 102, 240]),
            ([0, 255, 0], [173, 42, 26]),
            ([0, 0, 255], [32, 240, 118]),
        ] {
            let mut frame: Frame<u8> =
                Frame::new_with_padding(width, height, ChromaSampling::Cs420, 16);
            fill(&mut frame, &rgb.repeat(width * height), size);
            for (plane, value) in frame.planes.iter().zip(expected) {
                let sides = [width, height].map(|n| (n + plane.cfg.xdec) >> plane.cfg.xdec);
                for y in 0..sides[1] {
                    for x in 0..sides[0] {
                        assert_eq!(plane.p(x, y), value, "{rgb:?} at {x}, {y}");
                    }
                }
            }
        }
    }
}
