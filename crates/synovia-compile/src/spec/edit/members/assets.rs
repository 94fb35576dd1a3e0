//! Members of assets and flexes.

use synovia_geom::mesh::{self, MeshSource};
use synovia_mjcf::member::Plain;
use synovia_mjcf::spec::{asset, flex};
use synovia_mjcf::{Attr, Element};
use synovia_model::enums::TextureRole;

use super::{Cell, Each, Info, Members, Slot, Value, declared, members};

members!(asset::Hfield, el {});

members!(asset::Mesh, el {
    /// Positions of the vertices, three numbers each.
    "uservert" (Floats(0), "m") => Shape(el, Array::Vertex);
    /// Normals, three numbers each.
    "usernormal" (Floats(0)) => Shape(el, Array::Normal);
    /// Texture coordinates, two numbers each.
    "usertexcoord" (Floats(0)) => Shape(el, Array::Texcoord);
    /// Triangles, three vertex indices each.
    "userface" (Ints(0)) => Shape(el, Array::Face);
    /// Triangles, three normal indices each.
    "userfacenormal" (Ints(0)) => Plain(&mut el.facenormal);
    /// Triangles, three texture coordinate indices each.
    "userfacetexcoord" (Ints(0)) => Plain(&mut el.facetexcoord);
    /// 1 if a signed distance field is computed.
    "needsdf" (Flag) => Plain(&mut el.needsdf);
});

/// An array of a mesh: its own, or that of its built-in shape.
struct Shape<'a>(&'a mut asset::Mesh, Array);

#[derive(Clone, Copy, PartialEq)]
enum Array {
    Vertex,
    Normal,
    Texcoord,
    Face,
}

impl Shape<'_> {
    /// The built-in shape.
    fn made(&self) -> Option<MeshSource> {
        let kind = self.0.builtin.get()?;
        let shape = mesh::Builtin::from_keyword(kind.word())?;
        let params = self.0.params.get().map_or(&[][..], Vec::as_slice);
        shape.make(params).ok()
    }
}

impl Slot for Shape<'_> {
    fn read(&self) -> Value {
        let el = &*self.0;
        if let Some(made) = self.made() {
            return match self.1 {
                Array::Vertex => Value::Floats(made.vertex),
                Array::Normal => Value::Floats(made.normal),
                Array::Texcoord => Value::Floats(made.texcoord),
                Array::Face => Value::Ints(made.face),
            };
        }
        match self.1 {
            Array::Vertex => el.values().vertex.into(),
            Array::Normal => el.values().normal.into(),
            Array::Texcoord => el.values().texcoord.into(),
            Array::Face => el.values().face.into(),
        }
    }
    fn write(&mut self, value: Value) -> Result<(), String> {
        if value == self.read() {
            return Ok(());
        }
        // a built-in shape that is changed becomes an ordinary mesh
        if let Some(made) = self.made() {
            let el = &mut *self.0;
            el.builtin.clear();
            el.params.clear();
            el.vertex.set(made.vertex);
            el.normal.set(made.normal);
            el.texcoord.set(made.texcoord);
            el.face.set(made.face);
        }
        let el = &mut *self.0;
        match self.1 {
            Array::Vertex => el.vertex.set(Cell::from_value(value)?),
            Array::Normal => el.normal.set(Cell::from_value(value)?),
            Array::Texcoord => el.texcoord.set(Cell::from_value(value)?),
            Array::Face => el.face.set(Cell::from_value(value)?),
        }
        Ok(())
    }
}

members!(asset::Texture, el {
    /// The cube face in each of the twelve cells of a grid: R, L, U, D, F, B, or a dot for an unused cell.
    "gridlayout" (Text) => Layout(&mut el.gridlayout);
    /// Files of the six faces of a cube: right, left, up, down, front, back.
    "cubefiles" (Texts) => CubeFiles(el);
    /// Pixels, row by row, each of `nchannel` bytes.
    "data" (Bytes) => Pixels(&mut el.data);
});

/// The faces of a grid, with twelve cells.
struct Layout<'a>(&'a mut Attr<String>);

impl Slot for Layout<'_> {
    fn read(&self) -> Value {
        Value::Text(format!("{:.<12}", self.0.text()))
    }
    fn write(&mut self, value: Value) -> Result<(), String> {
        self.0.set(String::from_value(value)?);
        Ok(())
    }
}

/// Bytes.
struct Pixels<'a>(&'a mut Vec<u8>);

impl Slot for Pixels<'_> {
    fn read(&self) -> Value {
        Value::Bytes(self.0.clone())
    }
    fn write(&mut self, value: Value) -> Result<(), String> {
        match value {
            Value::Bytes(bytes) => *self.0 = bytes,
            _ => return Err("bytes".to_owned()),
        }
        Ok(())
    }
}

/// The six files of a cube: right, left, up, down, front, back.
struct CubeFiles<'a>(&'a mut asset::Texture);

impl Slot for CubeFiles<'_> {
    fn read(&self) -> Value {
        let faces = &self.0.files()[1..];
        let texts = faces.iter().map(|(_, file)| file.text().to_owned());
        Value::Texts(texts.collect())
    }
    fn write(&mut self, value: Value) -> Result<(), String> {
        // a cube has six faces, whatever else is in the list
        let mut texts = <Vec<String>>::from_value(value)?.into_iter();
        for file in self.0.files_mut().into_iter().skip(1) {
            match texts.next() {
                Some(text) if !text.is_empty() => file.set(text),
                _ => file.clear(),
            }
        }
        Ok(())
    }
}

members!(asset::Material, el {
    /// Names of the textures, one per role.
    "textures" (Texts) => Textures(el);
});

/// The textures of a material by role.
struct Textures<'a>(&'a mut asset::Material);

/// Number of roles.
const ROLES: usize = 10;

impl Slot for Textures<'_> {
    fn read(&self) -> Value {
        let mut texts = vec![String::new(); ROLES];
        self.0
            .texture
            .text()
            .clone_into(&mut texts[TextureRole::Rgb.to_i32() as usize]);
        for layer in &self.0.layers {
            if let Some(&role) = layer.role.get()
                && let Some(text) = texts.get_mut(role.to_i32() as usize)
            {
                layer.texture.text().clone_into(text);
            }
        }
        Value::Texts(texts)
    }
    fn write(&mut self, value: Value) -> Result<(), String> {
        let texts = <Vec<String>>::from_value(value)?;
        if texts.len() != ROLES {
            return Err(format!(
                "a list that must have exactly {ROLES} elements, got {}",
                texts.len()
            ));
        }
        self.0.texture.clear();
        self.0.layers.clear();
        for (k, text) in texts.into_iter().enumerate() {
            if text.is_empty() {
                continue;
            }
            if k == TextureRole::Rgb.to_i32() as usize {
                self.0.texture.set(text);
                continue;
            }
            let mut layer = asset::Layer::default();
            let role = TextureRole::from_i32(k as i32);
            if let Some(role) = role.filter(|role| role.keyword().is_some()) {
                layer.role.set(role);
            }
            layer.texture.set(text);
            self.0.layers.push(layer);
        }
        Ok(())
    }
}

members!(asset::Skin, el {
    /// Names of the bodies of bones.
    "bodyname" (Texts) => Each::new(&mut el.bones, |bone| bone.body.text().to_owned(), |bone, name| bone.body.set(name));
    /// Positions of the bodies in the bind pose, three numbers each.
    "bindpos" (Floats(0), "m") => Each::new(&mut el.bones, |bone| bone.values().bindpos, |bone, pos| bone.bindpos.set(pos));
    /// Orientations of the bodies in the bind pose, four numbers each.
    "bindquat" (Floats(0)) => Each::new(&mut el.bones, |bone| bone.values().bindquat, |bone, quat| bone.bindquat.set(quat));
    /// The vertex indices of each bone.
    "vertid" (IntLists) => Each::new(&mut el.bones, |bone| bone.values().vertid.to_vec(), |bone, list| bone.vertid.set(list))
        .or_clear(|bone| bone.vertid.clear());
    /// The weights of these vertices.
    "vertweight" (FloatLists) => Each::new(&mut el.bones, |bone| bone.values().vertweight.to_vec(), |bone, list| bone.vertweight.set(list))
        .or_clear(|bone| bone.vertweight.clear());
});

/// The members of a flex besides its attributes and those of its child elements.
struct FlexArrays<'a>(&'a mut flex::Flex);

members!(FlexArrays<'_> as flex::Flex, all {
    /// Names of the bodies of nodes.
    "nodebody" (Texts) => Plain(&mut all.0.node_bodies);
    /// Names of the bodies of vertices.
    "vertbody" (Texts) => Plain(&mut all.0.vert_bodies);
    /// Positions of the nodes in the frames of their bodies, three numbers each.
    "node" (Reals(0), "m") => Plain(&mut all.0.node_pos);
    /// Half sizes of the box around the vertices.
    "size" (Reals(3), "m") => Plain(&mut all.0.size);
});

impl Members for flex::Flex {
    fn infos() -> Vec<Info> {
        let own = declared::<Self>().chain(declared::<flex::FlexContact>());
        let inside = declared::<flex::FlexEdge>().chain(declared::<flex::Elasticity>());
        own.chain(inside).chain(FlexArrays::infos()).collect()
    }

    fn member(&mut self, name: &str, visit: &mut dyn FnMut(&mut dyn Slot)) -> bool {
        FlexArrays(self).member(name, visit)
            || Element::slot(self, name, visit)
            || Element::slot(&mut self.contact, name, visit)
            || Element::slot(&mut self.edge, name, visit)
            || Element::slot(&mut self.elasticity, name, visit)
    }
}
