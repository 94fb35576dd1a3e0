//! Meshes: which file or shape a mesh is read from, with which options it is processed, and the table of meshes.
//!
//! `prepare` opens files and looks meshes up in the cache, `Prepared::run` processes the others on any thread, `finish` reports
//! errors and caches the results, and `fill` writes the model's table.

use std::sync::Arc;

use synovia_geom::mesh::{Builtin, Fit, FitShape, MeshFormat, MeshOrigin, Polygons, fit, process};
use synovia_geom::sdf::{Implicit, Octree, polygonise};
use synovia_geom::{Aabb, MeshError, MeshInertia, MeshOptions, MeshSource, ProcessedMesh};
use synovia_math::{Pose, Quat, Vec3};
use synovia_mjcf::files::Files;
use synovia_mjcf::spec::asset;
use synovia_model::Model;
use synovia_model::budget::Budget;
use synovia_model::enums::{self, GeomType, MeshBuiltin, ObjType};
use synovia_model::hulls::HullNumbers;
use synovia_model::tables::MeshTable;

use super::locate::{self, Paths};
use crate::cache::{Key, Made};
use crate::cx::Cx;

/// Memory per vertex of a built-in shape: position, normal and texture coordinate, two triangles, their polygons and bounding boxes.
const VERTEX_BYTES: u64 = 1200;

/// A processed mesh and the quantities that geoms derive from it.
#[derive(Clone, Debug)]
pub(crate) struct MeshAsset {
    /// The mesh, in its principal frame; `None` if it could not be processed.
    pub mesh: Option<Arc<ProcessedMesh>>,
    /// The pose of that frame in the coordinates of the file.
    pub pose: Pose,
    /// Volume, or area of a shell.
    pub volume: f64,
    /// Half sizes of the box with the same inertia.
    pub inertia_box: Vec3,
    /// Bounding box.
    pub aabb: Aabb,
}

impl MeshAsset {
    fn new(mesh: Arc<ProcessedMesh>) -> Self {
        Self {
            pose: Pose::new(mesh.pos, mesh.quat),
            volume: mesh.volume,
            inertia_box: mesh.half_box,
            aabb: mesh.aabb,
            mesh: Some(mesh),
        }
    }

    /// A placeholder for a mesh with errors, so that the rest of the model can be checked.
    fn placeholder() -> Self {
        // a cube with edges of length 2, so that mass properties are valid
        let unit = Vec3::splat(1.0);
        Self {
            mesh: None,
            pose: Pose::IDENTITY,
            volume: 8.0,
            inertia_box: unit,
            aabb: Aabb {
                min: -unit,
                max: unit,
            },
        }
    }

    /// Size and centre of a primitive fitted to the mesh; the centre in the mesh's principal frame.
    pub(crate) fn fit(&self, kind: GeomType, to_aabb: bool, scale: f64) -> (Vec3, Vec3) {
        // all other types are fitted as boxes
        let shape = match kind {
            GeomType::Sphere => FitShape::Sphere,
            GeomType::Capsule => FitShape::Capsule,
            GeomType::Ellipsoid => FitShape::Ellipsoid,
            GeomType::Cylinder => FitShape::Cylinder,
            _ => FitShape::Box,
        };
        match &self.mesh {
            Some(mesh) => {
                let Fit { size, center } = fit(mesh, shape, to_aabb, scale);
                (size, center)
            }
            None => (self.inertia_box, Vec3::ZERO),
        }
    }
}

/// Which meshes take part in collisions, or need their hull for other reasons.
fn needs_hull(cx: &Cx<'_>) -> Vec<bool> {
    let flat = cx.flat;
    // explicit contact pairs collide whatever their masks are
    let mut paired = std::collections::HashSet::new();
    for pair in &flat.pairs {
        paired.insert(pair.el.geom1.text());
        paired.insert(pair.el.geom2.text());
    }
    let mut needed = vec![false; flat.meshes.len()];
    for geom in &flat.geoms {
        let el = &geom.el;
        if !matches!(el.values().kind, GeomType::Mesh | GeomType::Sdf) {
            continue;
        }
        let Some(mesh) = cx.ids.find(ObjType::Mesh, el.mesh.text()) else {
            continue;
        };
        let name = el.name.text();
        // `inertia="convex"` builds the hull while the mesh is processed; a built-in shape may override that mode, so the hull is
        // requested here
        let asset = &flat.meshes[mesh].el;
        let convex = asset.inertia.get() == Some(&enums::MeshInertia::Convex);
        needed[mesh] |= el.values().contype != 0
            || el.values().conaffinity != 0
            || (!name.is_empty() && paired.contains(name))
            || (convex && asset.builtin.is_set());
    }
    needed
}

/// Which meshes some geom uses as a signed distance field.
fn needs_sdf(cx: &Cx<'_>) -> Vec<bool> {
    let flat = cx.flat;
    // requested by a program, or by the type of a geom
    let mut needed: Vec<bool> = flat.meshes.iter().map(|mesh| mesh.el.needsdf).collect();
    for geom in &flat.geoms {
        if geom.el.values().kind == GeomType::Sdf
            && let Some(mesh) = cx.ids.find(ObjType::Mesh, geom.el.mesh.text())
        {
            needed[mesh] = true;
        }
    }
    needed
}

/// The arrays of meshes that are generated from a built-in shape, before they are processed.
pub(crate) fn made(cx: &Cx<'_>) -> Vec<Option<MeshSource>> {
    let shape = |el: &asset::Mesh| {
        let kind = el.builtin.get()?;
        let shape = Builtin::from_keyword(kind.word())?;
        let params = el.params.get().map_or(&[][..], Vec::as_slice);
        // a shape that exceeded the memory budget is not generated here either
        let bytes = shape.points(params).saturating_mul(VERTEX_BYTES);
        let fits = Budget::new(cx.budget.limit()).check(bytes).is_ok();
        fits.then(|| shape.make(params).ok()).flatten()
    };
    let meshes = cx.flat.meshes.iter();
    meshes.map(|mesh| shape(&mesh.el)).collect()
}

/// The arrays of a mesh, or the file to read them from.
#[derive(Debug)]
enum Source {
    Arrays(MeshSource),
    File {
        format: MeshFormat,
        bytes: Vec<u8>,
        /// Arrays that the element specifies in addition to the file.
        beside: MeshSource,
    },
}

/// A mesh that still has to be processed.
#[derive(Debug)]
pub(super) struct Job {
    source: Source,
    options: MeshOptions,
}

/// The state of a mesh before processing.
#[derive(Debug)]
pub(super) enum Prepared {
    /// It has errors.
    Nothing,
    /// It was found in the cache.
    Known(Arc<ProcessedMesh>),
    /// It still has to be processed.
    Open(Box<Job>),
}

impl Job {
    /// Reads the arrays, if they are in a file, and processes them.
    fn run(&self) -> Result<ProcessedMesh, MeshError> {
        match &self.source {
            Source::Arrays(source) => process(source, &self.options),
            Source::File {
                format,
                bytes,
                beside,
            } => {
                let read = MeshSource::read(*format, bytes, self.options.scale, false)?;
                process(&read.complete(beside.clone())?, &self.options)
            }
        }
    }

    /// The part of the cache key besides the file; `None` for a mesh without a file, or with arrays in addition to it.
    fn key(&self) -> Option<(Vec<u8>, &[u8])> {
        let Source::File {
            format,
            bytes,
            beside,
        } = &self.source
        else {
            return None;
        };
        // arrays in the element are not part of the key, so such a mesh is not cached
        let bare = MeshSource {
            origin: beside.origin,
            ..MeshSource::default()
        };
        if *beside != bare {
            return None;
        }
        // destructured completely: a new option must become part of the key
        let MeshOptions {
            scale,
            refpos,
            refquat,
            inertia,
            maxhullvert,
            smoothnormal,
            needhull,
            needsdf,
            keep_frame,
        } = self.options;
        // bit patterns, not values: the key must distinguish everything that the result depends on
        let flags = [smoothnormal, needhull, needsdf, keep_frame].map(u8::from);
        let mut key = vec![b'm', *format as u8, inertia as u8];
        key.extend(flags);
        key.extend(maxhullvert.map_or(u64::MAX, |n| n as u64).to_le_bytes());
        let numbers = [scale.to_array(), refpos.to_array()];
        for x in numbers.as_flattened().iter().chain(&refquat.to_array()) {
            key.extend(x.to_bits().to_le_bytes());
        }
        Some((key, bytes))
    }

    /// The bytes of the file, which the job no longer needs.
    fn into_file(self) -> Vec<u8> {
        match self.source {
            Source::Arrays(_) => Vec::new(),
            Source::File { bytes, .. } => bytes,
        }
    }
}

impl Prepared {
    /// Roughly how much work is left, in bytes.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Open(job) => match &job.source {
                Source::Arrays(source) => size_of_val(&source.vertex[..]),
                Source::File { bytes, .. } => bytes.len(),
            },
            _ => 0,
        }
    }

    /// Does the work, if any is left.
    pub(super) fn run(&self) -> Option<Result<ProcessedMesh, MeshError>> {
        match self {
            Self::Open(job) => Some(job.run()),
            _ => None,
        }
    }
}

/// Opens the files of all meshes.
pub(super) fn prepare(cx: &mut Cx<'_>, files: &dyn Files) -> Vec<Prepared> {
    // hull and signed distance field are computed only for meshes that need them
    let (hull, sdf) = (needs_hull(cx), needs_sdf(cx));
    (0..hull.len())
        .map(|src| match job(cx, files, src, hull[src], sdf[src]) {
            None => Prepared::Nothing,
            Some(job) => match find(cx, &job) {
                Some(mesh) => Prepared::Known(mesh),
                None => Prepared::Open(Box::new(job)),
            },
        })
        .collect()
}

/// The assets of all meshes; errors are reported, new meshes are added to the cache.
pub(super) fn finish(
    cx: &mut Cx<'_>,
    prepared: Vec<Prepared>,
    results: Vec<Option<Result<ProcessedMesh, MeshError>>>,
) -> Vec<MeshAsset> {
    // a mesh with an error is replaced by a placeholder, so that the geoms that use it are still checked
    let assets = prepared.into_iter().zip(results).enumerate();
    let assets = assets.map(|(src, (mesh, result))| match (mesh, result) {
        (Prepared::Known(mesh), _) => MeshAsset::new(mesh),
        (Prepared::Open(job), Some(Ok(mesh))) => {
            let mesh = Arc::new(mesh);
            keep(cx, *job, &mesh);
            MeshAsset::new(mesh)
        }
        (_, Some(Err(error))) => {
            complain(cx, &cx.flat.meshes[src].el, error.to_string());
            MeshAsset::placeholder()
        }
        _ => MeshAsset::placeholder(),
    });
    assets.collect()
}

/// The mesh of an earlier compilation with the same file and options.
fn find(cx: &Cx<'_>, job: &Job) -> Option<Arc<ProcessedMesh>> {
    let (options, file) = job.key()?;
    let key = Key {
        options: &options,
        file,
    };
    match cx.cache?.find(&key)? {
        Made::Mesh(mesh) => Some(mesh),
        _ => None,
    }
}

/// Adds a processed mesh to the cache, if there is one and the mesh can be cached.
fn keep(cx: &Cx<'_>, job: Job, mesh: &Arc<ProcessedMesh>) {
    if let Some(cache) = cx.cache
        && let Some((options, _)) = job.key()
    {
        cache.keep(options, job.into_file(), Made::Mesh(Arc::clone(mesh)));
    }
}

/// The job of mesh `src`: its source and options; `None` if it has errors.
fn job(
    cx: &mut Cx<'_>,
    files: &dyn Files,
    src: usize,
    needhull: bool,
    needsdf: bool,
) -> Option<Job> {
    let flat = cx.flat;
    let (el, settings) = (
        &flat.meshes[src].el,
        &flat.settings[flat.meshes[src].settings],
    );
    // the shape: an implicit function of a plugin, or arrays from a file, a built-in shape or attributes
    let scale = Vec3::from(el.values().scale);
    let builtin = el
        .builtin
        .get()
        .filter(|&&kind| kind != MeshBuiltin::None)
        .and_then(|kind| Builtin::from_keyword(kind.word()));
    let implicit = implicit(cx, src);
    let source = match &implicit {
        Some(shape) => Source::Arrays(polygonise(&**shape)),
        None => source(cx, files, src, builtin)?,
    };
    if implicit.is_some() && scale != Vec3::splat(1.0) {
        let message = "scale cannot be applied to a mesh that a signed distance field generates; remove scale";
        complain(cx, el, message.to_owned());
        return None;
    }

    // the inertia mode: that of a built-in shape, else the attribute, else the compiler setting
    let default = if settings.exactmeshinertia {
        MeshInertia::Exact
    } else {
        MeshInertia::Legacy
    };
    let inertia = el.inertia.get().map_or(default, |&mode| match mode {
        enums::MeshInertia::Convex => MeshInertia::Convex,
        enums::MeshInertia::Exact => MeshInertia::Exact,
        enums::MeshInertia::Shell => MeshInertia::Shell,
        _ => MeshInertia::Legacy,
    });
    let options = MeshOptions {
        scale,
        refpos: Vec3::from(el.values().refpos),
        refquat: Quat::from(el.values().refquat),
        inertia: builtin
            .filter(|_| implicit.is_none())
            .and_then(Builtin::inertia)
            .unwrap_or(inertia),
        maxhullvert: usize::try_from(el.values().maxhullvert).ok(),
        smoothnormal: el.values().smoothnormal,
        needhull,
        needsdf: needsdf && implicit.is_none(),
        keep_frame: implicit.is_some(),
    };
    Some(Job { source, options })
}

/// The implicit shape of a mesh that a plugin generates, whatever its other attributes.
///
/// DIFFERENCE(plugin-damage): a plugin in addition to a file is refused; the reference ignores the plugin if it is declared, and
/// otherwise aborts the process.
fn implicit(cx: &mut Cx<'_>, src: usize) -> Option<Arc<dyn Implicit>> {
    let mesh = &cx.flat.meshes[src];
    let used = mesh.plugin.as_ref()?;
    if !mesh.el.file.text().is_empty() {
        complain(
            cx,
            &mesh.el,
            "the mesh has both a file and a plugin; remove one of them".to_owned(),
        );
        return None;
    }
    if used.plugin.text().is_empty() && used.instance.text().is_empty() {
        return None;
    }
    cx.plugins.shape(cx.plugins.meshes[src])
}

/// Reports an error in a mesh, by name.
fn complain(cx: &mut Cx<'_>, el: &asset::Mesh, message: String) {
    locate::complain(cx, "mesh", (&el.name, &el.file, el.span), message);
}

/// The arrays of a mesh: from its file, a built-in shape, or the attributes.
fn source(
    cx: &mut Cx<'_>,
    files: &dyn Files,
    src: usize,
    builtin: Option<Builtin>,
) -> Option<Source> {
    let flat = cx.flat;
    let (el, settings) = (
        &flat.meshes[src].el,
        &flat.settings[flat.meshes[src].settings],
    );
    // arrays of the element: the mesh itself, or an addition to its file
    let mut inline = MeshSource {
        vertex: el.values().vertex.to_vec(),
        normal: el.values().normal.to_vec(),
        texcoord: el.values().texcoord.to_vec(),
        face: el.values().face.to_vec(),
        origin: MeshOrigin::Inline,
        ..MeshSource::default()
    };
    // indices of normals or texture coordinates apply only if the element has normals or texture coordinates
    if !inline.normal.is_empty() {
        inline.face_normal.clone_from(&el.facenormal);
    }
    if !inline.texcoord.is_empty() {
        inline.face_texcoord.clone_from(&el.facetexcoord);
    }
    // a built-in shape needs memory, a file a known format, anything else is the arrays
    let made = if let Some(shape) = builtin {
        let params = el.params.get().map_or(&[][..], Vec::as_slice);
        let bytes = shape.points(params).saturating_mul(VERTEX_BYTES);
        if !cx.pay(bytes, el.params.span_or(el.span), "mesh", "params") {
            return None;
        }
        shape.make(params)
    } else if let Some(file) = el.file.get().filter(|file| !file.is_empty()) {
        // the attribute, or else the extension, determines the format
        let kind = locate::content_type(&el.content_type, file);
        let Some(format) = kind.and_then(|kind| MeshFormat::from_content_type(&kind)) else {
            complain(
                cx,
                el,
                format!(
                    "unknown or unsupported format of mesh file '{file}'; expected STL, OBJ or MSH"
                ),
            );
            return None;
        };
        let bytes = locate::read(cx, files, settings, &settings.meshdir, &el.file)?;
        return Some(Source::File {
            format,
            bytes,
            beside: inline,
        });
    } else {
        Ok(inline)
    };
    match made {
        Ok(source) => Some(Source::Arrays(source)),
        Err(error) => {
            complain(cx, el, error.to_string());
            None
        }
    }
}

/// Fills the table of meshes with those in use; the bounding volumes of bodies are already in `model.bvh`.
pub(crate) fn fill(
    cx: &mut Cx<'_>,
    meshes: Vec<MeshAsset>,
    used: &[bool],
    paths: &mut Paths,
    model: &mut Model,
) {
    let flat = cx.flat;
    let mut hulls = Vec::new();
    for (src, asset) in meshes.into_iter().enumerate() {
        let Some(mesh) = asset.mesh.filter(|_| used[src]) else {
            continue;
        };
        let (el, settings) = (
            &flat.meshes[src].el,
            &flat.settings[flat.meshes[src].settings],
        );
        // meshes that only removed geoms used are not in the model
        let path = paths.add(&locate::stored_name(cx, settings, &el.file));
        let textured = !mesh.texcoord.is_empty();

        // addresses and sizes: each mesh is a range of the shared arrays; −1 where it has no such range
        let t = &mut model.mesh;
        t.vertadr.push(t.vert.len() as i32);
        t.vertnum.push(mesh.vert.len() as i32);
        t.faceadr.push(t.face.len() as i32);
        t.facenum.push(mesh.face.len() as i32);
        let cells = mesh.octree.len();
        t.octadr.push(if cells == 0 {
            -1
        } else {
            model.oct.depth.len() as i32
        });
        t.octnum.push(cells as i32);
        t.normaladr.push(t.normal.len() as i32);
        t.normalnum.push(mesh.normal.len() as i32);
        t.texcoordadr.push(if textured {
            t.texcoord.len() as i32
        } else {
            -1
        });
        t.texcoordnum.push(if textured {
            mesh.texcoord.len() as i32
        } else {
            0
        });
        t.graphadr.push(if mesh.graph.is_empty() {
            -1
        } else {
            t.graph.len() as i32
        });
        t.scale.push(Vec3::from(el.values().scale));
        t.pos.push(mesh.pos);
        t.quat.push(mesh.quat);
        t.pathadr.push(path);

        // the bounding volume hierarchy follows those of bodies and earlier meshes
        let nodes = mesh.bvh.len();
        t.bvhadr.push(if nodes == 0 {
            -1
        } else {
            model.bvh.depth.len() as i32
        });
        t.bvhnum.push(nodes as i32);
        crate::tree::bvh::append(&mut model.bvh, &mesh.bvh);

        octree(&mesh.octree, model);
        let t = &mut model.mesh;

        // the arrays themselves
        hulls.push(hull_numbers(t, &mesh));
        let nface = mesh.face.len();
        t.vert.extend(mesh.vert.iter().copied());
        t.normal.extend(mesh.normal.iter().copied());
        t.face.extend(mesh.face.iter().copied());
        t.facenormal.extend(mesh.face_normal.iter().copied());
        if textured {
            t.texcoord.extend(mesh.texcoord.iter().copied());
            t.facetexcoord.extend(mesh.face_texcoord.iter().copied());
        } else {
            t.facetexcoord.extend(std::iter::repeat_n([0; 3], nface));
        }
        t.graph.extend(mesh.graph.iter().copied());
        polygons(&mesh.polygons, model);
    }

    model.hulls.keep(hulls, &model.mesh);
    sizes(model);
}

/// Derives the sizes from the filled columns.
fn sizes(model: &mut Model) {
    model.size.noct = model.oct.depth.len() as i64;
    let (t, size) = (&model.mesh, &mut model.size);
    size.nmesh = t.vertadr.len() as i64;
    size.nmeshvert = t.vert.len() as i64;
    size.nmeshnormal = t.normal.len() as i64;
    size.nmeshtexcoord = t.texcoord.len() as i64;
    size.nmeshface = t.face.len() as i64;
    size.nmeshgraph = t.graph.len() as i64;
    size.nmeshpoly = t.polynormal.len() as i64;
    size.nmeshpolyvert = t.polyvert.len() as i64;
    size.nmeshpolymap = t.polymap.len() as i64;
}

/// Convexity measures of the hull of the last mesh in the table.
fn hull_numbers(t: &MeshTable, mesh: &ProcessedMesh) -> HullNumbers {
    let last = |column: &[i32]| column.last().copied().unwrap_or(-1);
    HullNumbers {
        part: [&t.vertadr, &t.vertnum, &t.graphadr].map(|column| last(column.rows())),
        clearance: mesh.convexity.clearance,
        shortfall: mesh.convexity.shortfall,
    }
}

/// Appends the octree cells of one mesh.
fn octree(cells: &Octree, model: &mut Model) {
    let t = &mut model.oct;
    t.depth.extend(cells.depth.iter().copied());
    t.child.extend(cells.child.iter().copied());
    t.aabb.extend(cells.aabb.iter().copied());
    t.coeff.extend(cells.coeff.iter().copied());
}

/// Appends the polygonal faces of one mesh; addresses are shifted to the end of the shared arrays.
fn polygons(sides: &Polygons, model: &mut Model) {
    let t = &mut model.mesh;
    t.polyadr.push(t.polynormal.len() as i32);
    t.polynum.push(sides.normal.len() as i32);
    let (vert, map) = (t.polyvert.len() as i32, t.polymap.len() as i32);
    t.polynormal.extend(sides.normal.iter().copied());
    t.polyvertadr
        .extend(sides.vertadr.iter().map(|adr| adr + vert));
    t.polyvertnum.extend(sides.vertnum.iter().copied());
    t.polyvert.extend(sides.vert.iter().copied());
    t.polymapadr
        .extend(sides.mapadr.iter().map(|adr| adr + map));
    t.polymapnum.extend(sides.mapnum.iter().copied());
    t.polymap.extend(sides.map.iter().copied());
}
