//! What an image shows, and how it is drawn.

use synovia::scene::enums::{frame, label, rnd, vis};
use synovia::scene::{Options, Scene};

use super::SEGMENT_FLAGS;
use crate::drive::finite;

/// Arguments that select what is drawn.
#[derive(clap::Args)]
#[group(skip)]
#[command(next_help_heading = "What is drawn")]
pub(crate) struct Args {
    /// Depth image: grey from black at the camera to white at M metres; PNG files have 16 bits
    /// [default: distance to the far side of the model]
    #[arg(long, num_args = 0..=1, require_equals = true, value_parser = distance, value_name = "M", conflicts_with = "segmentation")]
    #[expect(clippy::option_option, reason = "the option, and its value")]
    depth: Option<Option<f64>>,
    /// Segmentation image: each element has its own colour; --json lists them
    #[arg(long)]
    segmentation: bool,
    /// Contact points
    #[arg(long)]
    contacts: bool,
    /// Contact forces
    #[arg(long)]
    forces: bool,
    /// Joints
    #[arg(long)]
    joints: bool,
    /// Actuators
    #[arg(long)]
    actuators: bool,
    /// Centres of mass
    #[arg(long)]
    com: bool,
    /// Boxes with the same inertia as the bodies
    #[arg(long)]
    inertia: bool,
    /// Convex hulls instead of meshes
    #[arg(long)]
    hulls: bool,
    /// Draw moving bodies transparent
    #[arg(long)]
    transparent: bool,
    /// Draw names beside elements of one kind: body, joint, geom, site, camera, light, tendon, actuator, constraint,
    /// flex, skin, contact, force or island
    #[arg(long, value_parser = label_kind, value_name = "KIND")]
    labels: Option<i32>,
    /// Draw coordinate axes of elements of one kind: body, geom, site, camera, light, contact or world
    #[arg(long, value_parser = frame_kind, value_name = "KIND")]
    frames: Option<i32>,
    /// Groups of elements to show [default: 0,1,2]
    #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(u8).range(0..6), value_name = "N,N…")]
    groups: Option<Vec<u8>>,
    /// Write the name of the model and the time in a corner
    #[arg(long)]
    overlay: bool,
    /// Draw edges only
    #[arg(long)]
    wireframe: bool,
    /// No shadows
    #[arg(long)]
    no_shadow: bool,
    /// No reflections
    #[arg(long)]
    no_reflection: bool,
    /// No sky
    #[arg(long)]
    no_sky: bool,
}

/// What the pixels of an image contain.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum ImageKind {
    /// Colours.
    #[default]
    Colour,
    /// Distances; the value is the one drawn white.
    Depth(Option<f64>),
    /// Ids of elements.
    Segments,
}

/// What is drawn, and how.
#[derive(Clone, Debug, Default)]
pub(crate) struct DrawStyle {
    /// What the pixels contain.
    pub kind: ImageKind,
    /// Visualisation options.
    pub options: Options,
    /// Rendering flags to switch on or off.
    pub effects: Vec<(usize, bool)>,
    /// The model name in the corner.
    pub caption: Option<String>,
}

impl DrawStyle {
    /// Sets the rendering flags of a scene.
    pub(super) fn apply(&self, scene: &mut Scene) {
        for &(flag, on) in &self.effects {
            scene.flags[flag] = on.into();
        }
        if self.kind == ImageKind::Segments {
            for flag in SEGMENT_FLAGS {
                scene.flags[flag] = 1;
            }
        }
    }
}

impl Args {
    /// The requested options; `name` is the name of the model.
    pub(crate) fn look(&self, name: &str) -> DrawStyle {
        let mut options = Options::default();
        for (on, flag) in [
            (self.contacts, vis::CONTACT_POINT),
            (self.forces, vis::CONTACT_FORCE),
            (self.joints, vis::JOINT),
            (self.actuators, vis::ACTUATOR),
            (self.com, vis::COM),
            (self.inertia, vis::INERTIA),
            (self.hulls, vis::CONVEX_HULL),
            (self.transparent, vis::TRANSPARENT),
        ] {
            if on {
                options.flags[flag] = 1;
            }
        }
        options.label = self.labels.unwrap_or(label::NONE);
        options.frame = self.frames.unwrap_or(frame::NONE);
        if let Some(groups) = &self.groups {
            let shown = core::array::from_fn(|k| u8::from(groups.contains(&(k as u8))));
            for group in [
                &mut options.geomgroup,
                &mut options.sitegroup,
                &mut options.jointgroup,
                &mut options.tendongroup,
                &mut options.actuatorgroup,
                &mut options.flexgroup,
                &mut options.skingroup,
            ] {
                *group = shown;
            }
        }
        let effects = [
            (self.wireframe, rnd::WIREFRAME, true),
            (self.no_shadow, rnd::SHADOW, false),
            (self.no_reflection, rnd::REFLECTION, false),
            (self.no_sky, rnd::SKYBOX, false),
        ];
        let effects = effects.into_iter().filter(|(asked, ..)| *asked);
        DrawStyle {
            kind: match self.depth {
                Some(white) => ImageKind::Depth(white),
                None if self.segmentation => ImageKind::Segments,
                None => ImageKind::Colour,
            },
            options,
            effects: effects.map(|(_, flag, on)| (flag, on)).collect(),
            caption: self.overlay.then(|| name.to_owned()),
        }
    }
}

/// Parses a distance.
fn distance(text: &str) -> Result<f64, String> {
    match finite(text)? {
        value if value > 0.0 => Ok(value),
        _ => Err("expected a distance greater than zero".to_owned()),
    }
}

/// Kinds of elements that have labels.
const LABELS: [(&str, i32); 14] = [
    ("body", label::BODY),
    ("joint", label::JOINT),
    ("geom", label::GEOM),
    ("site", label::SITE),
    ("camera", label::CAMERA),
    ("light", label::LIGHT),
    ("tendon", label::TENDON),
    ("actuator", label::ACTUATOR),
    ("constraint", label::CONSTRAINT),
    ("flex", label::FLEX),
    ("skin", label::SKIN),
    ("contact", label::CONTACT_POINT),
    ("force", label::CONTACT_FORCE),
    ("island", label::ISLAND),
];

/// Kinds of elements that have axes.
const FRAMES: [(&str, i32); 7] = [
    ("body", frame::BODY),
    ("geom", frame::GEOM),
    ("site", frame::SITE),
    ("camera", frame::CAMERA),
    ("light", frame::LIGHT),
    ("contact", frame::CONTACT),
    ("world", frame::WORLD),
];

fn label_kind(text: &str) -> Result<i32, String> {
    kind_of(text, &LABELS)
}

fn frame_kind(text: &str) -> Result<i32, String> {
    kind_of(text, &FRAMES)
}

/// Parses one of several keywords.
fn kind_of(text: &str, all: &[(&str, i32)]) -> Result<i32, String> {
    if let Some((_, number)) = all.iter().find(|(word, _)| *word == text) {
        return Ok(*number);
    }
    let words = || all.iter().map(|(word, _)| *word);
    let meant = synovia::nearest(text, words());
    let meant = meant.map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
    let words: Vec<&str> = words().collect();
    Err(format!("expected one of {}{meant}", words.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_words() {
        assert_eq!(label_kind("geom"), Ok(label::GEOM));
        assert_eq!(frame_kind("world"), Ok(frame::WORLD));
        let told = label_kind("bodi").unwrap_err();
        assert!(told.ends_with("did you mean \"body\"?"), "{told}");
        assert!(distance("0").is_err() && distance("-1").is_err());
    }
}
