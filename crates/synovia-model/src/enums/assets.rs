//! Kinds of textures, meshes and flexes.

open_enum! {
    /// Kind of texture.
    pub enum TextureType = "mjtTexture" {
        Flat = 0, "mjTEXTURE_2D", "2d";
        Cube = 1, "mjTEXTURE_CUBE", "cube";
        Skybox = 2, "mjTEXTURE_SKYBOX", "skybox";
    }
}

open_enum! {
    /// What a material uses a texture for.
    pub enum TextureRole = "mjtTextureRole" {
        User = 0, "mjTEXROLE_USER";
        Rgb = 1, "mjTEXROLE_RGB", "rgb";
        Occlusion = 2, "mjTEXROLE_OCCLUSION", "occlusion";
        Roughness = 3, "mjTEXROLE_ROUGHNESS", "roughness";
        Metallic = 4, "mjTEXROLE_METALLIC", "metallic";
        Normal = 5, "mjTEXROLE_NORMAL", "normal";
        Opacity = 6, "mjTEXROLE_OPACITY", "opacity";
        Emissive = 7, "mjTEXROLE_EMISSIVE", "emissive";
        Rgba = 8, "mjTEXROLE_RGBA", "rgba";
        Orm = 9, "mjTEXROLE_ORM", "orm";
    }
}

open_enum! {
    /// Color space of a texture.
    pub enum ColorSpace = "mjtColorSpace" {
        Auto = 0, "mjCOLORSPACE_AUTO", "auto";
        Linear = 1, "mjCOLORSPACE_LINEAR", "linear";
        Srgb = 2, "mjCOLORSPACE_SRGB", "sRGB";
    }
}

open_enum! {
    /// Procedural texture.
    pub enum Builtin = "mjtBuiltin" {
        None = 0, "mjBUILTIN_NONE", "none";
        Gradient = 1, "mjBUILTIN_GRADIENT", "gradient";
        Checker = 2, "mjBUILTIN_CHECKER", "checker";
        Flat = 3, "mjBUILTIN_FLAT", "flat";
    }
}

open_enum! {
    /// Marks on a procedural texture.
    pub enum Mark = "mjtMark" {
        None = 0, "mjMARK_NONE", "none";
        Edge = 1, "mjMARK_EDGE", "edge";
        Cross = 2, "mjMARK_CROSS", "cross";
        Random = 3, "mjMARK_RANDOM", "random";
    }
}

open_enum! {
    /// Where the mass of a geom is.
    pub enum GeomInertia = "mjtGeomInertia" {
        Volume = 0, "mjINERTIA_VOLUME", "volume";
        Shell = 1, "mjINERTIA_SHELL", "shell";
    }
}

open_enum! {
    /// How the inertia of a mesh is computed.
    pub enum MeshInertia = "mjtMeshInertia" {
        Convex = 0, "mjMESH_INERTIA_CONVEX", "convex";
        Exact = 1, "mjMESH_INERTIA_EXACT", "exact";
        Legacy = 2, "mjMESH_INERTIA_LEGACY", "legacy";
        Shell = 3, "mjMESH_INERTIA_SHELL", "shell";
    }
}

open_enum! {
    /// Procedural mesh.
    pub enum MeshBuiltin = "mjtMeshBuiltin" {
        None = 0, "mjMESH_BUILTIN_NONE", "none";
        Sphere = 1, "mjMESH_BUILTIN_SPHERE", "sphere";
        Hemisphere = 2, "mjMESH_BUILTIN_HEMISPHERE", "hemisphere";
        Cone = 3, "mjMESH_BUILTIN_CONE", "cone";
        Supersphere = 4, "mjMESH_BUILTIN_SUPERSPHERE", "supersphere";
        Supertorus = 5, "mjMESH_BUILTIN_SUPERTORUS", "supertorus";
        Wedge = 6, "mjMESH_BUILTIN_WEDGE", "wedge";
        Plate = 7, "mjMESH_BUILTIN_PLATE", "plate";
    }
}

open_enum! {
    /// How a flex is tested against itself.
    pub enum FlexSelf = "mjtFlexSelf" {
        None = 0, "mjFLEXSELF_NONE", "none";
        Narrow = 1, "mjFLEXSELF_NARROW", "narrow";
        Bvh = 2, "mjFLEXSELF_BVH", "bvh";
        Sap = 3, "mjFLEXSELF_SAP", "sap";
        Auto = 4, "mjFLEXSELF_AUTO", "auto";
    }
}

open_enum! {
    /// How two signed distance fields are combined.
    pub enum SdfType = "mjtSDFType" {
        Single = 0, "mjSDFTYPE_SINGLE";
        Intersection = 1, "mjSDFTYPE_INTERSECTION";
        MidSurface = 2, "mjSDFTYPE_MIDSURFACE";
        Collision = 3, "mjSDFTYPE_COLLISION";
    }
}
