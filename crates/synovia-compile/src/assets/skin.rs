//! Skins: read from a file or from the element, weights normalised, stored.
//!
//! A skin moves with its bones: each vertex is a weighted mean of where the bones would take it. The weights of a vertex are normalised
//! to sum 1 when the skin is read.

use synovia_geom::SkinSource;
use synovia_geom::skin::SkinBone;
use synovia_mjcf::files::Files;
use synovia_mjcf::spec::asset;
use synovia_mjcf::{Attr, Span};
use synovia_model::enums::ObjType;
use synovia_model::{BodyId, MaterialId, Model};

use super::locate::{self, Paths};
use crate::cx::Cx;

/// Reads all skins and normalises their weights.
pub(crate) fn load(cx: &mut Cx<'_>, files: &dyn Files) -> Vec<Option<SkinSource>> {
    (0..cx.flat.skins.len())
        .map(|src| load_one(cx, files, src))
        .collect()
}

/// The arrays of skin `src`; `None` if they have errors.
fn load_one(cx: &mut Cx<'_>, files: &dyn Files, src: usize) -> Option<SkinSource> {
    let flat = cx.flat;
    let (el, settings) = (
        &flat.skins[src].el,
        &flat.settings[flat.skins[src].settings],
    );
    let file = el.file.text();
    // arrays come from the element or from a file, not from both
    let made = if file.is_empty() {
        Ok(inline(el))
    } else {
        let arrays =
            el.vertex.is_set() || el.texcoord.is_set() || el.face.is_set() || !el.bones.is_empty();
        if arrays {
            complain(
                cx,
                el,
                format!(
                    "both the file '{file}' and arrays or bones are specified; remove one of them"
                ),
            );
            return None;
        }
        if locate::extension(file) != "skn" {
            complain(
                cx,
                el,
                format!("unknown format of skin file '{file}', expected the extension .skn"),
            );
            return None;
        }
        let bytes = locate::read(cx, files, settings, &settings.meshdir, &el.file)?;
        SkinSource::read(&bytes)
    };
    // weights are normalised once all arrays are known
    let finished = made.and_then(|mut skin| skin.finish().map(|()| skin));
    finished
        .map_err(|error| complain(cx, el, error.to_string()))
        .ok()
}

/// The arrays that the element specifies.
pub(crate) fn inline(el: &asset::Skin) -> SkinSource {
    let own = el.values();
    let bones = el.bones.iter().map(|bone| SkinBone {
        body: bone.body.text().to_owned(),
        bindpos: bone.values().bindpos,
        bindquat: bone.values().bindquat,
        vertid: bone.values().vertid.to_vec(),
        vertweight: bone.values().vertweight.to_vec(),
    });
    SkinSource {
        vertex: own.vertex.to_vec(),
        texcoord: own.texcoord.to_vec(),
        face: own.face.to_vec(),
        bones: bones.collect(),
    }
}

/// Reports an error in a skin, by name.
fn complain(cx: &mut Cx<'_>, el: &asset::Skin, message: String) {
    locate::complain(cx, "skin", (&el.name, &el.file, el.span), message);
}

/// Fills the table of skins; body ids are final at this point.
pub(crate) fn fill(
    cx: &mut Cx<'_>,
    skins: Vec<Option<SkinSource>>,
    paths: &mut Paths,
    model: &mut Model,
) {
    let flat = cx.flat;
    for (src, skin) in skins.into_iter().enumerate() {
        let Some(skin) = skin else { continue };
        let (el, settings) = (
            &flat.skins[src].el,
            &flat.settings[flat.skins[src].settings],
        );
        // QUIRK(skin-discarded-material): a material that `discardvisual` dropped is an error here; elsewhere it is ignored
        let material = (!el.material.text().is_empty())
            .then(|| cx.resolve(ObjType::Material, &el.material, "skin"))
            .flatten();

        // each skin is a range of the shared arrays
        let t = &mut model.skin;
        t.matid.push(material.map(MaterialId::new).into());
        t.group.push(el.values().group);
        t.rgba.push(el.values().rgba);
        t.inflate.push(el.values().inflate);
        t.vertadr.push(t.vert.len() as i32);
        t.vertnum.push((skin.vertex.len() / 3) as i32);
        t.texcoordadr.push(if skin.texcoord.is_empty() {
            -1
        } else {
            t.texcoord.len() as i32
        });
        t.faceadr.push(t.face.len() as i32);
        t.facenum.push((skin.face.len() / 3) as i32);
        t.boneadr.push(t.bonebodyid.len() as i32);
        t.bonenum.push(skin.bones.len() as i32);
        t.pathadr
            .push(paths.add(&locate::stored_name(cx, settings, &el.file)));
        t.vert.extend(skin.vertex.as_chunks().0.iter().copied());
        t.texcoord
            .extend(skin.texcoord.as_chunks().0.iter().copied());
        t.face.extend(skin.face.as_chunks().0.iter().copied());
        // bones refer to bodies by name; errors point at the element, or at the file that names the body
        for (k, bone) in skin.bones.into_iter().enumerate() {
            let span = el.bones.get(k).map_or(el.file.span(), |b| b.body.span());
            add_bone(cx, bone, span, model);
        }
    }
    let (size, t) = (&mut model.size, &model.skin);
    size.nskin = t.group.len() as i64;
    size.nskinvert = t.vert.len() as i64;
    size.nskintexvert = t.texcoord.len() as i64;
    size.nskinface = t.face.len() as i64;
    size.nskinbone = t.bonebodyid.len() as i64;
    size.nskinbonevert = t.bonevertid.len() as i64;
}

/// Appends one bone to the tables of the last skin.
fn add_bone(cx: &mut Cx<'_>, bone: SkinBone, span: Span, model: &mut Model) {
    // an unknown body was reported; the world keeps the table complete
    let body = cx.resolve(ObjType::Body, &Attr::new(bone.body, span), "bone");
    let t = &mut model.skin;
    t.bonebodyid.push(BodyId::new(body.unwrap_or(0)));
    t.bonebindpos.push(bone.bindpos);
    t.bonebindquat.push(bone.bindquat);
    t.bonevertadr.push(t.bonevertid.len() as i32);
    t.bonevertnum.push(bone.vertid.len() as i32);
    t.bonevertid.extend(bone.vertid);
    t.bonevertweight.extend(bone.vertweight);
}
