//! Colours of objects that have no colour of their own.
//!
//! Islands get hue, saturation and value from three van der Corput sequences, so that islands with consecutive numbers have very
//! different colours.

use synovia_geom::collide::field::spread;

/// A colour with alpha.
pub(crate) type Rgba = [f32; 4];

/// The colour of an island whose first dof is `dof`; grey if there is no island, darker if it sleeps.
pub(crate) fn island(dof: Option<usize>, awake: bool) -> Rgba {
    let (mut hue, mut saturation, mut value) = (1.0, 0.0, 0.7);
    if let Some(dof) = dof {
        let k = dof + 1;
        hue = spread(k, 7) as f32;
        saturation = (0.5 + 0.5 * spread(k, 3)) as f32;
        value = (0.6 + 0.4 * spread(k, 5)) as f32;
    }
    if !awake {
        value = (f64::from(value) * 0.6) as f32;
        saturation = (f64::from(saturation) * 0.7) as f32;
    }
    let [r, g, b] = from_hsv(hue, saturation, value);
    [r, g, b, 1.0]
}

/// Red, green and blue of a hue, a saturation and a value in the unit interval.
fn from_hsv(hue: f32, saturation: f32, value: f32) -> [f32; 3] {
    if saturation <= 0.0 {
        return [value; 3];
    }
    let sextant = hue * 6.0;
    let side = sextant as i32;
    let along = sextant - side as f32;
    let low = value * (1.0 - saturation);
    let falling = value * (1.0 - saturation * along);
    let rising = value * (1.0 - saturation * (1.0 - along));
    match side {
        0 => [value, rising, low],
        1 => [falling, value, low],
        2 => [low, value, rising],
        3 => [low, falling, value],
        4 => [rising, low, value],
        _ => [value, low, falling],
    }
}

/// The colour of a perturbation: the first hand has `color`, the second the same with red and green exchanged.
pub(crate) fn of_hands(color: Rgba, first: bool, second: bool) -> Rgba {
    let [r, g, b, a] = color;
    let own = |on: bool, x: f32| if on { x } else { 0.0 };
    let mixed = |x: f32, other: f32| {
        let x = own(first, x);
        if second && other >= x { other } else { x }
    };
    [mixed(r, g), mixed(g, r), b, a]
}

/// Interpolates between two colours, with the alpha of the first.
pub(crate) fn between(from: Rgba, to: Rgba, share: f64) -> Rgba {
    let mix = |k: usize| ((1.0 - share) * f64::from(from[k]) + share * f64::from(to[k])) as f32;
    [mix(0), mix(1), mix(2), from[3]]
}
