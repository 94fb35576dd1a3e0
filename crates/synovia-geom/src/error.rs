//! Errors of meshes, height fields, skins and textures.

use thiserror::Error;

/// A mesh that cannot be read or used, and why.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum MeshError {
    /// An empty file.
    #[error("the {format} file is empty")]
    EmptyFile {
        /// `STL`, `OBJ` or `MSH`.
        format: &'static str,
    },
    /// Fewer bytes than the fixed header takes.
    #[error("invalid header in {format} file: {bytes} bytes, at least {needed} needed")]
    Header {
        /// `STL` or `MSH`.
        format: &'static str,
        /// Bytes found.
        bytes: usize,
        /// Bytes of the header.
        needed: usize,
    },
    /// The face count of an STL header is out of range.
    #[error(
        "number of faces should be between 1 and 200000 in an STL file, found {found}; \
         perhaps this is an ASCII file? Save it as binary STL"
    )]
    StlFaceCount {
        /// The count in the header.
        found: i32,
    },
    /// The file's length disagrees with its header.
    #[error("{format} file has wrong size: {found} bytes, {expected} expected by its header{hint}")]
    FileSize {
        /// `STL` or `MSH`.
        format: &'static str,
        /// Bytes found.
        found: usize,
        /// Bytes that the header implies.
        expected: u64,
        /// Another possible cause.
        hint: &'static str,
    },
    /// A coordinate beyond 2³⁰.
    #[error("vertex of face {face} in STL file exceeds the maximum bounds of 2^30")]
    StlBounds {
        /// Face, counted from 0.
        face: usize,
    },
    /// Inconsistent counts in an MSH header.
    #[error(
        "invalid sizes in MSH file: {nvertex} vertices, {nnormal} normals, {ntexcoord} texture \
         coordinates, {nface} faces; at least 4 vertices are needed, normals and texture \
         coordinates come one per vertex or not at all"
    )]
    MshSizes {
        /// Vertices according to the header.
        nvertex: i32,
        /// Normals according to the header.
        nnormal: i32,
        /// Texture coordinates according to the header.
        ntexcoord: i32,
        /// Faces according to the header.
        nface: i32,
    },
    /// A face of an OBJ file that is not a list of non-zero indices.
    #[error("could not parse OBJ file: line {line}: vertex indices must be non-zero integers")]
    ObjIndex {
        /// Line, counted from 1.
        line: usize,
    },
    /// A face of an OBJ file with too many corners.
    #[error("OBJ file, line {line}: a face may have at most {most} corners")]
    ObjPolygon {
        /// Line, counted from 1.
        line: usize,
        /// The largest allowed number of corners.
        most: usize,
    },
    /// A coordinate is infinite or NaN.
    #[error("coordinates of vertex {vertex} are not finite")]
    NotFinite {
        /// Vertex, counted from 0.
        vertex: usize,
    },
    /// An array whose length is not a multiple of the numbers per element.
    #[error("{what} data must be a multiple of {unit}, found {len} numbers")]
    Multiple {
        /// `vertex`, `normal`, `texcoord` or `face`.
        what: &'static str,
        /// Numbers per element.
        unit: usize,
        /// Numbers found.
        len: usize,
    },
    /// Fewer than four vertices.
    #[error("a mesh needs 4 vertices or more, found {found}")]
    TooFewVertices {
        /// Vertices found.
        found: usize,
    },
    /// An array given both in the file and in the model.
    #[error("repeated {what} specification: the file already has it")]
    Repeated {
        /// The array given twice.
        what: &'static str,
    },
    /// Texture coordinates that do not match the vertices.
    #[error(
        "texcoord has {found} numbers for {nvertex} vertices, expected two for each; only an OBJ file may have \
         a different number, with separate texture indices in each face"
    )]
    TexcoordCount {
        /// Numbers found.
        found: usize,
        /// Vertices of the mesh.
        nvertex: usize,
    },
    /// Index arrays of faces and of their normals have different lengths.
    #[error(
        "facenormal has {face_normal} indices, expected {face}: one normal for each index in face"
    )]
    FaceNormalCount {
        /// Indices of vertices.
        face: usize,
        /// Indices of normals.
        face_normal: usize,
    },
    /// A face refers to a vertex that does not exist.
    #[error(
        "in face {face}, vertex index {index} does not exist (the mesh has {nvertex} vertices)"
    )]
    VertexIndex {
        /// Face, counted from 0.
        face: usize,
        /// The index given.
        index: i32,
        /// Vertices of the mesh.
        nvertex: usize,
    },
    /// Two faces traverse one edge in the same direction.
    #[error(
        "faces of the mesh have inconsistent orientation. Please check the faces containing the \
         vertices {first} and {second}"
    )]
    Orientation {
        /// First vertex of the edge, counted from 1.
        first: usize,
        /// Second vertex of the edge, counted from 1.
        second: usize,
    },
    /// All vertices are in one plane, on one line or at one point.
    #[error("no convex hull: all vertices of the mesh lie in a plane (qhull error)")]
    FlatHull,
    /// The faces have no area.
    #[error("mesh surface area is too small")]
    AreaTooSmall,
    /// The faces enclose no volume.
    #[error("mesh volume is too small. Try setting inertia to shell")]
    VolumeTooSmall,
    /// The faces point inwards.
    #[error("mesh volume is negative (misoriented triangles)")]
    VolumeNegative,
    /// The smallest principal inertia is not positive.
    #[error("eigenvalue of mesh inertia must be positive")]
    InertiaNotPositive,
    /// Principal inertias that no mass distribution has.
    #[error("eigenvalues of mesh inertia violate A + B >= C")]
    InertiaInequality,
    /// A built-in mesh with the wrong number of parameters.
    #[error("{shape} mesh needs {expected} parameters, found {found}")]
    BuiltinCount {
        /// Keyword of the shape.
        shape: &'static str,
        /// Parameters it takes.
        expected: usize,
        /// Parameters given.
        found: usize,
    },
    /// A parameter of a built-in mesh outside its range.
    #[error("{shape} mesh: {rule}")]
    BuiltinParam {
        /// Keyword of the shape.
        shape: &'static str,
        /// The condition that is broken.
        rule: &'static str,
    },
    /// More elements than 32-bit indices can address.
    #[error("the mesh has too many {what}")]
    TooMany {
        /// What there are too many of.
        what: &'static str,
    },
}

/// A height field that cannot be read or used, and why.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum HFieldError {
    /// Fewer bytes than the two dimensions.
    #[error("hfield file has no complete header: {bytes} bytes, at least 8 needed")]
    Header {
        /// Bytes found.
        bytes: usize,
    },
    /// A dimension below one.
    #[error("non-positive hfield dimensions: {nrow} rows, {ncol} columns")]
    Dimensions {
        /// Rows.
        nrow: i64,
        /// Columns.
        ncol: i64,
    },
    /// The number of samples disagrees with the dimensions.
    #[error("found {found} heights for {nrow} rows of {ncol} columns, expected one for each")]
    Length {
        /// Samples (or bytes of the file) found.
        found: usize,
        /// Rows.
        nrow: usize,
        /// Columns.
        ncol: usize,
    },
    /// A size parameter that is zero or negative.
    #[error("size parameter {index} is not positive in hfield")]
    Size {
        /// Which of the four, counted from 0.
        index: usize,
    },
    /// No data at all.
    #[error("hfield not specified: give a file, or nrow, ncol and elevation")]
    Missing,
    /// Elevations without a minimum and a maximum.
    #[error("invalid data range in hfield")]
    Range,
}

/// A skin that cannot be read or used, and why.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SkinError {
    /// An empty file.
    #[error("the SKN file is empty")]
    EmptyFile,
    /// Fewer bytes than the four counts take.
    #[error("missing header in SKN file: {bytes} bytes, at least 16 needed")]
    Header {
        /// Bytes found.
        bytes: usize,
    },
    /// A negative count.
    #[error("negative size in header of SKN file: {counts:?}")]
    NegativeCount {
        /// Vertices, texture coordinates, faces, bones.
        counts: [i32; 4],
    },
    /// Fewer bytes than the vertices, texture coordinates and faces need.
    #[error("insufficient data in SKN file: {found} bytes, its arrays need {needed}")]
    Arrays {
        /// Bytes found.
        found: usize,
        /// Bytes that the header implies, without the bones.
        needed: u64,
    },
    /// The file ends before or inside a bone.
    #[error("insufficient data in SKN file, bone {bone}")]
    BoneCut {
        /// Bone, counted from 0.
        bone: usize,
    },
    /// A bone of a file that has no vertices.
    #[error("vertex count must be positive in SKN file, bone {bone} has {count}")]
    BoneEmpty {
        /// Bone, counted from 0.
        bone: usize,
        /// The count in the file.
        count: i32,
    },
    /// The file ends inside the vertices or weights of a bone.
    #[error("insufficient vertex data in SKN file, bone {bone} announces {count} vertices")]
    BoneVertices {
        /// Bone, counted from 0.
        bone: usize,
        /// The count in the file.
        count: i32,
    },
    /// Bytes after the last bone.
    #[error("unexpected size of SKN file: {extra} bytes after the last bone")]
    TooLong {
        /// Number of surplus bytes.
        extra: usize,
    },
    /// An array that every skin needs and this one lacks.
    #[error("missing data in skin: it has no {what}")]
    Missing {
        /// `vertices`, `faces` or `bones`.
        what: &'static str,
    },
    /// An array whose length is not a multiple of three.
    #[error("{what} data must be a multiple of 3, found {len} numbers")]
    Multiple {
        /// `vertex` or `face`.
        what: &'static str,
        /// Numbers found.
        len: usize,
    },
    /// Texture coordinates that are not one pair per vertex.
    #[error(
        "vertex and texcoord data have incompatible sizes: {found} numbers for {nvertex} vertices"
    )]
    Texcoord {
        /// Numbers found.
        found: usize,
        /// Vertices of the skin.
        nvertex: usize,
    },
    /// A bone without vertices, or whose numbers of vertices and weights differ.
    #[error(
        "vertid and vertweight must have the same non-zero size in skin: bone {bone} has \
         {nvertex} and {nweight}"
    )]
    BoneLength {
        /// Bone, counted from 0.
        bone: usize,
        /// Number of its vertices.
        nvertex: usize,
        /// Number of its weights.
        nweight: usize,
    },
    /// A bone refers to a vertex that does not exist.
    #[error("vertid {vertex} out of range in skin, bone {bone}")]
    VertexIndex {
        /// Bone, counted from 0.
        bone: usize,
        /// The index given.
        vertex: i32,
    },
    /// A vertex without a positive total weight.
    #[error("vertex {vertex} must have positive total weight in skin")]
    Loose {
        /// Vertex, counted from 0.
        vertex: usize,
    },
}

/// A texture that cannot be created, and why.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum TextureError {
    /// A width or height that is not positive, or too large.
    #[error("invalid {what} of texture: {value}")]
    Dimension {
        /// `width` or `height`.
        what: &'static str,
        /// The value given.
        value: i64,
    },
    /// A number of channels other than 1, 3 or 4.
    #[error("unsupported number of channels: {0}")]
    Channels(usize),
    /// Fewer or more bytes than the dimensions require.
    #[error("texture has incorrect size: {found} bytes, expected {expected}")]
    Length {
        /// Bytes found.
        found: usize,
        /// Bytes needed.
        expected: u64,
    },
    /// The binary texture file is shorter than its header.
    #[error("texture file has no complete header: {bytes} bytes, at least 8 needed")]
    Header {
        /// Bytes found.
        bytes: usize,
    },
    /// A grid with no squares or more than twelve.
    #[error(
        "gridsize has no squares or more than 12, expected for example \"3 4\": rows and columns, at most 12 squares"
    )]
    GridSize,
    /// The image cannot be divided into the squares of the grid.
    #[error(
        "image size {width} x {height} must be an integer multiple of gridsize {rows} x {cols}, with square cells"
    )]
    GridImage {
        /// Pixels in a row.
        width: usize,
        /// Rows of pixels.
        height: usize,
        /// Squares in a column of the grid.
        rows: usize,
        /// Squares in a row of the grid.
        cols: usize,
    },
    /// A character of the layout that is not a cube face.
    #[error("gridlayout symbol '{0}' is not among '.RLUDFB' in texture")]
    GridSymbol(char),
    /// Fewer characters in the layout than squares in the grid.
    #[error("gridlayout has {found} symbols, the grid has {expected} squares")]
    GridLayout {
        /// Characters found.
        found: usize,
        /// Squares of the grid.
        expected: usize,
    },
    /// A face of a cube is not square.
    #[error(
        "the image of a face has {width} x {height} pixels, expected a square: it is one face of a cube"
    )]
    NotSquare {
        /// Pixels in a row.
        width: usize,
        /// Rows of pixels.
        height: usize,
    },
    /// The faces of a cube differ in size.
    #[error("image for a cube face has incompatible size: {found}, the others have {expected}")]
    FaceSize {
        /// Width found.
        found: usize,
        /// Width of the earlier faces.
        expected: usize,
    },
    /// A cube texture with other than three bytes per pixel.
    #[error("cube and skybox textures need 3 channels, found {0}")]
    CubeChannels(usize),
    /// No image for any face.
    #[error(
        "the cube has no image: give file, or at least one of fileright, fileleft, fileup, filedown, filefront, fileback"
    )]
    NoFaces,
    /// A flip of a file with mip levels.
    #[error(
        "hflip and vflip do not apply to KTX files, which hold finished mip levels: flip the image before packing it"
    )]
    FlipKtx,
}
