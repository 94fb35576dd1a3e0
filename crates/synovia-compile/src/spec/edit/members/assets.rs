//! Members of assets and flexes.

use synovia_geom::mesh::{self, MeshSource};
use synovia_mjcf::Attr;
use synovia_mjcf::keyword::{Bool, Elastic2d};
use synovia_mjcf::spec::{asset, flex};
use synovia_model::enums::{
    Builtin, ColorSpace, FlexSelf, Mark, MeshInertia, TextureRole, TextureType,
};
use synovia_model::{DEFAULT_SOLIMP, DEFAULT_SOLREF};

use super::value::{Cell, Plain, Slot, Value};
use super::{full, members, or, text};

const GREY: [f32; 4] = [0.5, 0.5, 0.5, 1.0];

members!(asset::Mesh, el {
    "name" => text!(el.name);
    "class" => text!(el.class);
    "content_type" => text!(el.content_type);
    "file" => text!(el.file);
    "refpos" => or!(el.refpos, [0.0; 3]);
    "refquat" => or!(el.refquat, [1.0, 0.0, 0.0, 0.0]);
    "scale" => or!(el.scale, [1.0; 3]);
    "inertia" => or!(el.inertia, MeshInertia::Legacy);
    "smoothnormal" => or!(el.smoothnormal, Bool::False);
    "maxhullvert" => or!(el.maxhullvert, -1);
    "uservert" => Shape(el, Array::Vertex);
    "usernormal" => Shape(el, Array::Normal);
    "usertexcoord" => Shape(el, Array::Texcoord);
    "userface" => Shape(el, Array::Face);
    "userfacenormal" => Plain(&mut el.facenormal);
    "userfacetexcoord" => Plain(&mut el.facetexcoord);
    "needsdf" => Plain(&mut el.needsdf);
    "material" => text!(el.material);
});

/// An array of a mesh: its own, or that of the built-in shape that it is.
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
            Array::Vertex => el.vertex.or(Vec::new()).to_value(),
            Array::Normal => el.normal.or(Vec::new()).to_value(),
            Array::Texcoord => el.texcoord.or(Vec::new()).to_value(),
            Array::Face => el.face.or(Vec::new()).to_value(),
        }
    }
    fn write(&mut self, value: Value) -> Result<(), String> {
        if value == self.read() {
            return Ok(());
        }
        // a shape that is changed is a mesh like others
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

members!(asset::Hfield, el {
    "name" => text!(el.name);
    "content_type" => text!(el.content_type);
    "file" => text!(el.file);
    "size" => or!(el.size, [0.0; 4]);
    "nrow" => or!(el.nrow, 0);
    "ncol" => or!(el.ncol, 0);
    "userdata" => or!(el.elevation, Vec::new());
});

members!(asset::Texture, el {
    "name" => text!(el.name);
    "type" => or!(el.kind, TextureType::Cube);
    "colorspace" => or!(el.colorspace, ColorSpace::Auto);
    "builtin" => or!(el.builtin, Builtin::None);
    "mark" => or!(el.mark, Mark::None);
    "rgb1" => or!(el.rgb1, [0.8; 3]);
    "rgb2" => or!(el.rgb2, [0.5; 3]);
    "markrgb" => or!(el.markrgb, [0.0; 3]);
    "random" => or!(el.random, 0.01);
    "height" => or!(el.height, 0);
    "width" => or!(el.width, 0);
    "nchannel" => or!(el.nchannel, 3);
    "content_type" => text!(el.content_type);
    "file" => text!(el.file);
    "gridsize" => or!(el.gridsize, [1; 2]);
    "gridlayout" => Layout(&mut el.gridlayout);
    "cubefiles" => CubeFiles(el);
    "data" => Pixels(&mut el.data);
    "hflip" => or!(el.hflip, Bool::False);
    "vflip" => or!(el.vflip, Bool::False);
});

/// The faces of a grid, in twelve places.
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

impl CubeFiles<'_> {
    fn files(&mut self) -> [&mut Attr<String>; 6] {
        let el = &mut *self.0;
        [
            &mut el.fileright,
            &mut el.fileleft,
            &mut el.fileup,
            &mut el.filedown,
            &mut el.filefront,
            &mut el.fileback,
        ]
    }
}

impl Slot for CubeFiles<'_> {
    fn read(&self) -> Value {
        let el = &*self.0;
        let files = [
            &el.fileright,
            &el.fileleft,
            &el.fileup,
            &el.filedown,
            &el.filefront,
            &el.fileback,
        ];
        Value::Texts(files.iter().map(|file| file.text().to_owned()).collect())
    }
    fn write(&mut self, value: Value) -> Result<(), String> {
        // a cube has six sides, whatever else is in the list
        let mut texts = <Vec<String>>::from_value(value)?.into_iter();
        for file in self.files() {
            match texts.next() {
                Some(text) if !text.is_empty() => file.set(text),
                _ => file.clear(),
            }
        }
        Ok(())
    }
}

members!(asset::Material, el {
    "name" => text!(el.name);
    "class" => text!(el.class);
    "textures" => Textures(el);
    "texuniform" => or!(el.texuniform, Bool::False);
    "texrepeat" => or!(el.texrepeat, [1.0; 2]);
    "emission" => or!(el.emission, 0.0);
    "specular" => or!(el.specular, 0.5);
    "shininess" => or!(el.shininess, 0.5);
    "reflectance" => or!(el.reflectance, 0.0);
    "metallic" => or!(el.metallic, -1.0);
    "roughness" => or!(el.roughness, -1.0);
    "rgba" => or!(el.rgba, [1.0; 4]);
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
    "name" => text!(el.name);
    "file" => text!(el.file);
    "material" => text!(el.material);
    "rgba" => or!(el.rgba, GREY);
    "inflate" => or!(el.inflate, 0.0);
    "group" => or!(el.group, 0);
    "vert" => or!(el.vertex, Vec::new());
    "texcoord" => or!(el.texcoord, Vec::new());
    "face" => or!(el.face, Vec::new());
    "bodyname" => Bones(el, Part::Body);
    "bindpos" => Bones(el, Part::Pos);
    "bindquat" => Bones(el, Part::Quat);
    "vertid" => Bones(el, Part::Vertices);
    "vertweight" => Bones(el, Part::Weights);
});

/// One thing of all bones of a skin.
struct Bones<'a>(&'a mut asset::Skin, Part);

enum Part {
    Body,
    Pos,
    Quat,
    Vertices,
    Weights,
}

impl Slot for Bones<'_> {
    fn read(&self) -> Value {
        let bones = self.0.bones.iter();
        match self.1 {
            Part::Body => Value::Texts(bones.map(|b| b.body.text().to_owned()).collect()),
            Part::Pos => Value::Floats(bones.flat_map(|b| b.bindpos.or([0.0; 3])).collect()),
            Part::Quat => {
                let unit = [1.0, 0.0, 0.0, 0.0];
                Value::Floats(bones.flat_map(|b| b.bindquat.or(unit)).collect())
            }
            Part::Vertices => Value::IntLists(bones.map(|b| b.vertid.or(Vec::new())).collect()),
            Part::Weights => {
                Value::FloatLists(bones.map(|b| b.vertweight.or(Vec::new())).collect())
            }
        }
    }
    fn write(&mut self, value: Value) -> Result<(), String> {
        let bones = &mut self.0.bones;
        let mut grow = |n: usize| {
            if bones.len() < n {
                bones.resize_with(n, asset::Bone::default);
            }
        };
        match (&self.1, value) {
            (Part::Body, value) => {
                let names = <Vec<String>>::from_value(value)?;
                grow(names.len());
                for (bone, name) in bones.iter_mut().zip(names) {
                    bone.body.set(name);
                }
            }
            (Part::Pos, value) => {
                let list = <Vec<f32>>::from_value(value)?;
                grow(list.len() / 3);
                for (bone, pos) in bones.iter_mut().zip(list.chunks_exact(3)) {
                    bone.bindpos.set([pos[0], pos[1], pos[2]]);
                }
            }
            (Part::Quat, value) => {
                let list = <Vec<f32>>::from_value(value)?;
                grow(list.len() / 4);
                for (bone, q) in bones.iter_mut().zip(list.chunks_exact(4)) {
                    bone.bindquat.set([q[0], q[1], q[2], q[3]]);
                }
            }
            (Part::Vertices, Value::IntLists(lists)) => {
                grow(lists.len());
                for (bone, list) in bones.iter_mut().zip(lists) {
                    bone.vertid.set(list);
                }
            }
            (Part::Weights, Value::FloatLists(lists)) => {
                grow(lists.len());
                for (bone, list) in bones.iter_mut().zip(lists) {
                    bone.vertweight.set(list);
                }
            }
            (Part::Vertices, Value::Texts(none)) if none.is_empty() => {
                for bone in bones.iter_mut() {
                    bone.vertid.clear();
                }
            }
            (Part::Weights, Value::Texts(none)) if none.is_empty() => {
                for bone in bones.iter_mut() {
                    bone.vertweight.clear();
                }
            }
            _ => return Err("a list of lists".to_owned()),
        }
        Ok(())
    }
}

members!(flex::Flex, el {
    "name" => text!(el.name);
    "contype" => or!(el.contact.contype, 1);
    "conaffinity" => or!(el.contact.conaffinity, 1);
    "condim" => or!(el.contact.condim, 3);
    "priority" => or!(el.contact.priority, 0);
    "friction" => full!(el.contact.friction, [1.0, 0.005, 0.0001]);
    "solmix" => or!(el.contact.solmix, 1.0);
    "solref" => full!(el.contact.solref, DEFAULT_SOLREF);
    "solimp" => full!(el.contact.solimp, DEFAULT_SOLIMP);
    "margin" => or!(el.contact.margin, 0.0);
    "gap" => or!(el.contact.gap, 0.0);
    "dim" => or!(el.dim, 2);
    "radius" => or!(el.radius, 0.005);
    "internal" => or!(el.contact.internal, Bool::False);
    "flatskin" => or!(el.flatskin, Bool::False);
    "selfcollide" => or!(el.contact.selfcollide, FlexSelf::Auto);
    "vertcollide" => or!(el.contact.vertcollide, Bool::False);
    "passive" => or!(el.contact.passive, Bool::False);
    "activelayers" => or!(el.contact.activelayers, 1);
    "group" => or!(el.group, 0);
    "edgestiffness" => or!(el.edge.stiffness, 0.0);
    "edgedamping" => or!(el.edge.damping, 0.0);
    "rgba" => or!(el.rgba, GREY);
    "material" => text!(el.material);
    "young" => or!(el.elasticity.young, 0.0);
    "poisson" => or!(el.elasticity.poisson, 0.0);
    "damping" => or!(el.elasticity.damping, 0.0);
    "thickness" => or!(el.elasticity.thickness, -1.0);
    "elastic2d" => or!(el.elasticity.elastic2d, Elastic2d::None);
    "nodebody" => Plain(&mut el.node_bodies);
    "vertbody" => Plain(&mut el.vert_bodies);
    "node" => Plain(&mut el.node_pos);
    "size" => Plain(&mut el.size);
    "vert" => or!(el.vertex, Vec::new());
    "elem" => or!(el.element, Vec::new());
    "texcoord" => or!(el.texcoord, Vec::new());
    "elemtexcoord" => or!(el.elemtexcoord, Vec::new());
});
