//! Cube and skybox textures from images.

use super::{Texture, byte_count, to_bytes};
use crate::TextureError;

/// Characters of the faces in their order in the texture: right, left, up, down, front, back.
const FACES: [char; 6] = ['R', 'L', 'U', 'D', 'F', 'B'];
/// The maximum number of squares of a grid.
const MAX_CELLS: i32 = 12;

/// How an image is divided into the faces of a cube.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid<'a> {
    /// Squares in a column and in a row.
    pub size: [i32; 2],
    /// One character per square, row by row: one of `RLUDFB`, or `.` for a square that is not used.
    pub layout: &'a str,
}

/// Cuts one image into the faces of a cube; faces that are not in the grid are `fill`.
///
/// A grid of one square is kept as a single square that all faces share.
pub fn cube_from_grid(
    image: &Texture,
    grid: &Grid<'_>,
    fill: [f64; 3],
) -> Result<Texture, TextureError> {
    let [rows, cols] = grid.size;
    if rows < 1 || cols < 1 || i64::from(rows) * i64::from(cols) > i64::from(MAX_CELLS) {
        return Err(TextureError::GridSize);
    }
    // DIFFERENCE(texture-channels): the reference copies three bytes per pixel, whatever the number of channels
    if image.nchannel != 3 {
        return Err(TextureError::CubeChannels(image.nchannel));
    }
    let (rows, cols) = (rows as usize, cols as usize);
    let (width, height) = (image.width, image.height);
    if width / cols != height / rows || width % cols != 0 || height % rows != 0 {
        return Err(TextureError::GridImage {
            width,
            height,
            rows,
            cols,
        });
    }
    if rows * cols == 1 {
        return Ok(image.clone());
    }

    let side = width / cols;
    let mut symbols = grid.layout.chars();
    let mut faces: [Option<Texture>; 6] = Default::default();
    for cell in 0..rows * cols {
        let Some(symbol) = symbols.next() else {
            let found = grid.layout.chars().count();
            return Err(TextureError::GridLayout {
                found,
                expected: rows * cols,
            });
        };
        if symbol == '.' {
            continue;
        }
        let Some(face) = FACES.iter().position(|&f| f == symbol) else {
            return Err(TextureError::GridSymbol(symbol));
        };
        let (top, left) = (side * (cell / cols), side * (cell % cols));
        let mut data = Vec::with_capacity(3 * side * side);
        for r in top..top + side {
            let at = 3 * (r * width + left);
            data.extend_from_slice(&image.data[at..at + 3 * side]);
        }
        faces[face] = Some(Texture {
            width: side,
            height: side,
            nchannel: 3,
            data,
        });
    }
    stack(&faces, side, fill)
}

/// Combines six square images (right, left, up, down, front, back); missing ones are `fill`.
pub fn cube_from_faces(
    faces: &[Option<Texture>; 6],
    fill: [f64; 3],
) -> Result<Texture, TextureError> {
    let mut side = None;
    for face in faces.iter().flatten() {
        if face.nchannel != 3 {
            return Err(TextureError::CubeChannels(face.nchannel));
        }
        if face.width != face.height {
            return Err(TextureError::NotSquare {
                width: face.width,
                height: face.height,
            });
        }
        match side {
            Some(expected) if expected != face.width => {
                return Err(TextureError::FaceSize {
                    found: face.width,
                    expected,
                });
            }
            _ => side = Some(face.width),
        }
    }
    stack(faces, side.ok_or(TextureError::NoFaces)?, fill)
}

fn stack(
    faces: &[Option<Texture>; 6],
    side: usize,
    fill: [f64; 3],
) -> Result<Texture, TextureError> {
    let height = side.checked_mul(6).ok_or(TextureError::NoFaces)?;
    let mut data = Vec::with_capacity(byte_count(side, height, 3)? as usize);
    for face in faces {
        match face {
            Some(picture) => data.extend_from_slice(&picture.data),
            None => data.extend(to_bytes(fill).iter().cycle().take(3 * side * side)),
        }
    }
    Texture::new(side, height, 3, data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cross_is_cut_into_faces() {
        // 3 rows of 4 squares of one pixel, numbered
        let data: Vec<u8> = (0..12).flat_map(|k| [k; 3]).collect();
        let image = Texture::new(4, 3, 3, data).unwrap();
        let grid = Grid {
            size: [3, 4],
            layout: ".U..LFRB.D..",
        };
        let cube = cube_from_grid(&image, &grid, [0.0; 3]).unwrap();
        assert_eq!((cube.width, cube.height), (1, 6));
        let red: Vec<u8> = cube.data.chunks_exact(3).map(|p| p[0]).collect();
        assert_eq!(red, [6, 4, 1, 9, 5, 7]);
    }

    #[test]
    fn bad_grids_are_refused() {
        let image = Texture::new(2, 2, 3, vec![0; 12]).unwrap();
        let cut = |size, layout| cube_from_grid(&image, &Grid { size, layout }, [0.0; 3]);
        assert_eq!(cut([0, 1], ""), Err(TextureError::GridSize));
        assert_eq!(cut([4, 4], ""), Err(TextureError::GridSize));
        assert_eq!(cut([2, 2], "RLUX"), Err(TextureError::GridSymbol('X')));
        assert!(matches!(
            cut([2, 2], "RL"),
            Err(TextureError::GridLayout { .. })
        ));
        assert!(matches!(
            cut([1, 2], "RL"),
            Err(TextureError::GridImage { .. })
        ));
        assert_eq!(cut([1, 1], "").unwrap(), image);
    }

    #[test]
    fn missing_faces_get_the_colour() {
        let mut faces: [Option<Texture>; 6] = Default::default();
        assert_eq!(
            cube_from_faces(&faces, [0.0; 3]),
            Err(TextureError::NoFaces)
        );
        faces[2] = Some(Texture::new(1, 1, 3, vec![9; 3]).unwrap());
        let cube = cube_from_faces(&faces, [1.0, 0.5, 0.0]).unwrap();
        assert_eq!(cube.data[..9], [255, 127, 0, 255, 127, 0, 9, 9, 9]);
    }
}
