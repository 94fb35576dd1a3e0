//! Enumerations of a scene: kinds of cameras, labels, frames, and the indices of flags.
//!
//! Flags are indices of the arrays [`Options::flags`](crate::Options::flags) and [`Scene::flags`](crate::Scene::flags).

/// Declares the numbers of an enumeration of the reference, each with its name there.
macro_rules! numbers {
    ($(#[$meta:meta])* $module:ident = $reference:literal, $ty:ty {
        $( $(#[$doc:meta])* $name:ident = $value:literal, $cname:literal; )*
    }) => {
        $(#[$meta])*
        #[doc(alias = $reference)]
        pub mod $module {
            $( $(#[$doc])* #[doc(alias = $cname)] pub const $name: $ty = $value; )*

            /// The reference's name of this enumeration.
            pub const REFERENCE: &str = $reference;

            /// All numbers with the reference's names, in the reference's order.
            pub const VALUES: &[(&str, i32)] = &[$(($cname, $value)),*];
        }
    };
}

numbers! {
    /// Kinds of cameras.
    camera = "mjtCamera", i32 {
        /// Looks at a point from a distance and two angles.
        FREE = 0, "mjCAMERA_FREE";
        /// As the free camera, looking at a body that it follows.
        TRACKING = 1, "mjCAMERA_TRACKING";
        /// A camera of the model.
        FIXED = 2, "mjCAMERA_FIXED";
        /// The program sets [`Scene::camera`](crate::Scene::camera) itself.
        USER = 3, "mjCAMERA_USER";
    }
}

numbers! {
    /// What gets a label.
    label = "mjtLabel", i32 {
        /// Nothing.
        NONE = 0, "mjLABEL_NONE";
        /// Bodies.
        BODY = 1, "mjLABEL_BODY";
        /// Joints.
        JOINT = 2, "mjLABEL_JOINT";
        /// Geoms.
        GEOM = 3, "mjLABEL_GEOM";
        /// Sites.
        SITE = 4, "mjLABEL_SITE";
        /// Cameras.
        CAMERA = 5, "mjLABEL_CAMERA";
        /// Lights.
        LIGHT = 6, "mjLABEL_LIGHT";
        /// Tendons.
        TENDON = 7, "mjLABEL_TENDON";
        /// Actuators.
        ACTUATOR = 8, "mjLABEL_ACTUATOR";
        /// Constraints.
        CONSTRAINT = 9, "mjLABEL_CONSTRAINT";
        /// Flexes.
        FLEX = 10, "mjLABEL_FLEX";
        /// Skins.
        SKIN = 11, "mjLABEL_SKIN";
        /// The selected body.
        SELECTION = 12, "mjLABEL_SELECTION";
        /// The selected point, with its coordinates.
        SELECTED_POINT = 13, "mjLABEL_SELPNT";
        /// Contacts.
        CONTACT_POINT = 14, "mjLABEL_CONTACTPOINT";
        /// Contact forces, with their size.
        CONTACT_FORCE = 15, "mjLABEL_CONTACTFORCE";
        /// Islands.
        ISLAND = 16, "mjLABEL_ISLAND";
    }
}

numbers! {
    /// Elements whose frames are drawn.
    frame = "mjtFrame", i32 {
        /// None.
        NONE = 0, "mjFRAME_NONE";
        /// Bodies.
        BODY = 1, "mjFRAME_BODY";
        /// Geoms.
        GEOM = 2, "mjFRAME_GEOM";
        /// Sites.
        SITE = 3, "mjFRAME_SITE";
        /// Cameras.
        CAMERA = 4, "mjFRAME_CAMERA";
        /// Lights.
        LIGHT = 5, "mjFRAME_LIGHT";
        /// Contacts.
        CONTACT = 6, "mjFRAME_CONTACT";
        /// The world.
        WORLD = 7, "mjFRAME_WORLD";
    }
}

numbers! {
    /// Indices of [`Options::flags`](crate::Options::flags): which elements are drawn.
    vis = "mjtVisFlag", usize {
        /// Convex hulls of meshes.
        CONVEX_HULL = 0, "mjVIS_CONVEXHULL";
        /// Textures.
        TEXTURE = 1, "mjVIS_TEXTURE";
        /// Joints.
        JOINT = 2, "mjVIS_JOINT";
        /// Cameras.
        CAMERA = 3, "mjVIS_CAMERA";
        /// Actuators.
        ACTUATOR = 4, "mjVIS_ACTUATOR";
        /// Activations.
        ACTIVATION = 5, "mjVIS_ACTIVATION";
        /// Lights.
        LIGHT = 6, "mjVIS_LIGHT";
        /// Tendons.
        TENDON = 7, "mjVIS_TENDON";
        /// Rays of range finders.
        RANGEFINDER = 8, "mjVIS_RANGEFINDER";
        /// Point constraints.
        CONSTRAINT = 9, "mjVIS_CONSTRAINT";
        /// Boxes of equivalent inertia.
        INERTIA = 10, "mjVIS_INERTIA";
        /// Scales these boxes with the mass.
        SCALE_INERTIA = 11, "mjVIS_SCLINERTIA";
        /// The force of a perturbation.
        PERTURB_FORCE = 12, "mjVIS_PERTFORCE";
        /// The object of a perturbation.
        PERTURB_OBJECT = 13, "mjVIS_PERTOBJ";
        /// Contact points.
        CONTACT_POINT = 14, "mjVIS_CONTACTPOINT";
        /// Islands of constraints.
        ISLAND = 15, "mjVIS_ISLAND";
        /// Contact forces.
        CONTACT_FORCE = 16, "mjVIS_CONTACTFORCE";
        /// Splits contact forces into normal and tangent.
        CONTACT_SPLIT = 17, "mjVIS_CONTACTSPLIT";
        /// Moving geoms more transparent.
        TRANSPARENT = 18, "mjVIS_TRANSPARENT";
        /// Connects joints and centres of mass.
        AUTO_CONNECT = 19, "mjVIS_AUTOCONNECT";
        /// Centres of mass.
        COM = 20, "mjVIS_COM";
        /// The selected point.
        SELECT = 21, "mjVIS_SELECT";
        /// Static bodies.
        STATIC = 22, "mjVIS_STATIC";
        /// Skins.
        SKIN = 23, "mjVIS_SKIN";
        /// Vertices of flexes.
        FLEX_VERT = 24, "mjVIS_FLEXVERT";
        /// Edges of flexes.
        FLEX_EDGE = 25, "mjVIS_FLEXEDGE";
        /// Faces of flexes' elements.
        FLEX_FACE = 26, "mjVIS_FLEXFACE";
        /// Smooth skins of flexes, instead of the other three.
        FLEX_SKIN = 27, "mjVIS_FLEXSKIN";
        /// Bounding volumes of bodies.
        BODY_BVH = 28, "mjVIS_BODYBVH";
        /// Bounding volumes of meshes.
        MESH_BVH = 29, "mjVIS_MESHBVH";
        /// Iterations of gradient descent on signed distances.
        SDF_ITER = 30, "mjVIS_SDFITER";
        /// Number of flags.
        COUNT = 31, "mjNVISFLAG";
    }
}

numbers! {
    /// Indices of [`Scene::flags`](crate::Scene::flags): how the scene is rendered.
    rnd = "mjtRndFlag", usize {
        /// Shadows.
        SHADOW = 0, "mjRND_SHADOW";
        /// Wireframe.
        WIREFRAME = 1, "mjRND_WIREFRAME";
        /// Planar reflections.
        REFLECTION = 2, "mjRND_REFLECTION";
        /// Additive blending of transparent geoms.
        ADDITIVE = 3, "mjRND_ADDITIVE";
        /// The skybox.
        SKYBOX = 4, "mjRND_SKYBOX";
        /// Fog.
        FOG = 5, "mjRND_FOG";
        /// Haze at the horizon.
        HAZE = 6, "mjRND_HAZE";
        /// Depth as shades of grey.
        DEPTH = 7, "mjRND_DEPTH";
        /// Segmentation in random colours.
        SEGMENT = 8, "mjRND_SEGMENT";
        /// Segmentation, colours being `segid + 1`.
        ID_COLOR = 9, "mjRND_IDCOLOR";
        /// Back-face culling.
        CULL_FACE = 10, "mjRND_CULL_FACE";
        /// Number of flags.
        COUNT = 11, "mjNRNDFLAG";
    }
}

numbers! {
    /// How two eyes share an image.
    stereo = "mjtStereo", i32 {
        /// One eye only, the left.
        NONE = 0, "mjSTEREO_NONE";
        /// One buffer for each eye; side by side if there is only one buffer.
        QUAD_BUFFERED = 1, "mjSTEREO_QUADBUFFERED";
        /// Side by side.
        SIDE_BY_SIDE = 2, "mjSTEREO_SIDEBYSIDE";
    }
}

numbers! {
    /// Bits of [`Geom::category`](crate::Geom::category).
    category = "mjtCatBit", i32 {
        /// Model elements of static bodies.
        STATIC = 1, "mjCAT_STATIC";
        /// Model elements of moving bodies.
        DYNAMIC = 2, "mjCAT_DYNAMIC";
        /// Shapes that are not model elements.
        DECOR = 4, "mjCAT_DECOR";
        /// All of them.
        ALL = 7, "mjCAT_ALL";
    }
}

numbers! {
    /// The action of a mouse movement.
    mouse = "mjtMouse", i32 {
        /// Nothing.
        NONE = 0, "mjMOUSE_NONE";
        /// Rotate about the vertical axis.
        ROTATE_V = 1, "mjMOUSE_ROTATE_V";
        /// Rotate about the horizontal axis.
        ROTATE_H = 2, "mjMOUSE_ROTATE_H";
        /// Move in a vertical plane.
        MOVE_V = 3, "mjMOUSE_MOVE_V";
        /// Move in a horizontal plane.
        MOVE_H = 4, "mjMOUSE_MOVE_H";
        /// Zoom.
        ZOOM = 5, "mjMOUSE_ZOOM";
        /// Move in a vertical plane relative to the view.
        MOVE_V_REL = 6, "mjMOUSE_MOVE_V_REL";
        /// Move in a horizontal plane relative to the view.
        MOVE_H_REL = 7, "mjMOUSE_MOVE_H_REL";
    }
}

numbers! {
    /// Bits of [`Perturb::active`](crate::Perturb::active).
    perturb = "mjtPertBit", i32 {
        /// Moves the object.
        TRANSLATE = 1, "mjPERT_TRANSLATE";
        /// Rotates the object.
        ROTATE = 2, "mjPERT_ROTATE";
    }
}
