//! The grammar of MJCF 3.5.0: which elements stand where, how often, and which attributes each takes.
//!
//! Attributes that many elements share are lists of their own, and an element names the lists it takes. `compiler/exactmeshinertia`
//! is the one extension.

/// What one element may hold.
pub(crate) struct Rule {
    /// Its tag.
    pub tag: &'static str,
    /// At most one inside its parent.
    pub once: bool,
    /// Its attributes, in groups.
    pub attrs: &'static [&'static [&'static str]],
    /// The elements inside it.
    pub children: &'static [Rule],
}

impl Rule {
    /// All attributes.
    pub fn attributes(&self) -> impl Iterator<Item = &'static str> {
        self.attrs.iter().flat_map(|group| group.iter().copied())
    }

    /// The rule of a child.
    pub fn child(&self, tag: &str) -> Option<&'static Rule> {
        self.children.iter().find(|rule| rule.tag == tag)
    }
}

const fn many(tag: &'static str, attrs: &'static [&'static [&'static str]]) -> Rule {
    Rule {
        tag,
        once: false,
        attrs,
        children: &[],
    }
}

const fn once(tag: &'static str, attrs: &'static [&'static [&'static str]]) -> Rule {
    Rule {
        tag,
        once: true,
        attrs,
        children: &[],
    }
}

impl Rule {
    const fn holding(mut self, children: &'static [Rule]) -> Self {
        self.children = children;
        self
    }
}

/// A list of words, written without quotes.
macro_rules! words {
    ($($word:ident)*) => { &[$(stringify!($word)),*] };
}

type Words = &'static [&'static str];

const NAMED: Words = words![name class];
const TURNED: Words = words![axisangle xyaxes zaxis euler];
const POSED: Words = words![pos quat axisangle xyaxes zaxis euler];
const USER: Words = words![user];

const JOINT: Words = words![
    type group pos axis springdamper limited range margin ref springref stiffness damping
    armature frictionloss actuatorfrclimited actuatorfrcrange actuatorgravcomp solreflimit
    solimplimit solreffriction solimpfriction user
];
const GEOM: Words = words![
    type size fromto contype conaffinity condim group priority friction solmix solref solimp
    margin gap mass density shellinertia hfield mesh fitscale material rgba fluidshape
    fluidcoef user
];
const SITE: Words = words![type size fromto group material rgba user];
const CAMERA: Words = words![
    projection fovy ipd resolution output mode focal focalpixel principal principalpixel
    sensorsize user
];
const LIGHT: Words = words![
    type directional castshadow active pos dir bulbradius intensity range attenuation cutoff
    exponent ambient diffuse specular mode
];
const MATERIAL: Words = words![
    texture texrepeat texuniform emission specular shininess reflectance metallic roughness
    rgba
];
const PAIR: Words = words![condim friction solref solreffriction solimp gap margin];
const EQUALITY: Words = words![active solref solimp];
const TENDON: Words = words![
    group limited range solreflimit solimplimit solreffriction solimpfriction frictionloss
    springlength margin stiffness damping user
];
const TENDON_LOOK: Words = words![width material rgba];
const TENDON_OWN: Words = words![actuatorfrclimited actuatorfrcrange armature];

const ACTUATOR: Words = words![group nsample interp delay user];
const CTRL: Words = words![ctrllimited];
const LIMITS: Words = words![forcelimited ctrlrange forcerange];
const GEARED: Words = words![gear cranklength];
const ACTIVATION: Words = words![actlimited actrange actdim dyntype dynprm actearly];
const GAIN_BIAS: Words = words![gaintype biastype gainprm biasprm];
const POSITION: Words = words![kp kv dampratio timeconst inheritrange];
const VELOCITY: Words = words![kv];
const INTVELOCITY: Words = words![kp kv dampratio actrange inheritrange];
const CYLINDER: Words = words![timeconst area diameter bias];
const MUSCLE: Words = words![timeconst range force scale lmin lmax vmax fpmax fvmax];
const TARGET: Words = words![lengthrange joint jointinparent tendon slidersite cranksite];
const SITE_TARGET: Words = words![site refsite];
const BODY: Words = words![body];
const MUSCLE_OWN: Words = words![tausmooth];
const PLUGIN_OWN: Words = words![plugin instance site];

const SENSOR: Words = words![name user nsample interp delay interval];
const SIGNAL: Words = words![cutoff noise];
const OBJECT: Words = words![objtype objname];
const REFERENCE: Words = words![reftype refname];
const TWO_SHAPES: Words = words![geom1 geom2 body1 body2];

const FLEX_CONTACT: Words = words![
    contype conaffinity condim priority friction solmix solref solimp margin gap internal
    selfcollide activelayers vertcollide passive
];
const ELASTICITY: Words = words![young poisson damping thickness elastic2d];

const CONFIG: &[Rule] = &[many("config", &[words![key value]])];
const PLUGIN: Rule = many("plugin", &[words![plugin instance]]).holding(CONFIG);
const LAYERS: &[Rule] = &[many("layer", &[words![texture role]])];
const SKIN: Rule = many(
    "skin",
    &[words![name file material rgba inflate vertex texcoord face group]],
)
.holding(&[many(
    "bone",
    &[words![body bindpos bindquat vertid vertweight]],
)]);

/// What `<default>` may hold; it may hold itself.
static DEFAULT: [Rule; 20] = [
    many("default", &[words![class]]).holding(&DEFAULT),
    once("mesh", &[words![scale maxhullvert inertia]]),
    once("material", &[MATERIAL]).holding(LAYERS),
    once("joint", &[JOINT]),
    once("geom", &[POSED, GEOM]),
    once("site", &[POSED, SITE]),
    once("camera", &[POSED, CAMERA]),
    once("light", &[LIGHT]),
    once("pair", &[PAIR]),
    once("equality", &[EQUALITY]),
    once("tendon", &[TENDON, TENDON_LOOK]),
    once(
        "general",
        &[ACTUATOR, CTRL, LIMITS, GEARED, ACTIVATION, GAIN_BIAS],
    ),
    once("motor", &[ACTUATOR, CTRL, LIMITS, GEARED]),
    once("position", &[ACTUATOR, CTRL, LIMITS, GEARED, POSITION]),
    once("velocity", &[ACTUATOR, CTRL, LIMITS, GEARED, VELOCITY]),
    once(
        "intvelocity",
        &[ACTUATOR, CTRL, LIMITS, GEARED, INTVELOCITY],
    ),
    once("damper", &[ACTUATOR, LIMITS, GEARED, VELOCITY]),
    once("cylinder", &[ACTUATOR, CTRL, LIMITS, GEARED, CYLINDER]),
    once("muscle", &[ACTUATOR, CTRL, LIMITS, GEARED, MUSCLE]),
    once("adhesion", &[ACTUATOR, LIMITS, words![gain]]),
];

/// What bodies, frames and replicates carry; they may carry each other.
static CARRIED: [Rule; 14] = [
    many(
        "body",
        &[words![name childclass mocap gravcomp sleep], POSED, USER],
    )
    .holding(&CARRIED),
    many("frame", &[words![name childclass], POSED]).holding(&CARRIED),
    many("replicate", &[words![childclass count sep offset euler]]).holding(&CARRIED),
    many("attach", &[words![model body prefix]]),
    once("inertial", &[POSED, words![mass diaginertia fullinertia]]),
    many("joint", &[NAMED, JOINT]),
    many("freejoint", &[words![name group align]]),
    many("geom", &[NAMED, POSED, GEOM]).holding(&[PLUGIN]),
    many("site", &[NAMED, POSED, SITE]),
    many("camera", &[NAMED, POSED, CAMERA, words![target]]),
    many("light", &[NAMED, LIGHT, words![target texture]]),
    PLUGIN,
    many(
        "composite",
        &[words![prefix type count offset vertex initial curve size quat]],
    )
    .holding(COMPOSITE),
    many(
        "flexcomp",
        &[
            words![
                name type group dim dof count spacing radius rigid mass inertiabox scale file
            ],
            words![point element texcoord material rgba flatskin pos quat origin],
            TURNED,
        ],
    )
    .holding(FLEXCOMP),
];

const COMPOSITE: &[Rule] = &[
    many(
        "joint",
        &[
            words![
                kind group stiffness damping armature solreffix solimpfix type axis limited range
            ],
            words![
                margin solreflimit solimplimit frictionloss solreffriction solimpfriction
            ],
        ],
    ),
    once(
        "skin",
        &[words![texcoord material group rgba inflate subgrid]],
    ),
    once(
        "geom",
        &[
            words![
                type contype conaffinity condim group priority size material rgba friction mass
            ],
            words![density solmix solref solimp margin gap],
        ],
    ),
    once("site", &[words![group size material rgba]]),
    PLUGIN,
];

const FLEXCOMP: &[Rule] = &[
    once("edge", &[words![equality solref solimp stiffness damping]]),
    once("elasticity", &[ELASTICITY]),
    once("contact", &[FLEX_CONTACT]),
    many("pin", &[words![id range grid gridrange]]),
    PLUGIN,
];

const VISUAL: &[Rule] = &[
    once(
        "global",
        &[words![
            cameraid orthographic fovy ipd azimuth elevation linewidth glow offwidth offheight
            realtime ellipsoidinertia bvactive
        ]],
    ),
    once(
        "quality",
        &[words![shadowsize offsamples numslices numstacks numquads]],
    ),
    once("headlight", &[words![ambient diffuse specular active]]),
    once(
        "map",
        &[words![
            stiffness stiffnessrot force torque alpha fogstart fogend znear zfar haze shadowclip
            shadowscale actuatortendon
        ]],
    ),
    once(
        "scale",
        &[words![
            forcewidth contactwidth contactheight connect com camera light selectpoint jointlength
            jointwidth actuatorlength actuatorwidth framelength framewidth constraint slidercrank
            frustum
        ]],
    ),
    once(
        "rgba",
        &[words![
            fog haze force inertia joint actuator actuatornegative actuatorpositive com camera light
            selectpoint connect contactpoint contactforce contactfriction contacttorque contactgap
            rangefinder constraint slidercrank crankbroken frustum bv bvactive
        ]],
    ),
];

const ASSET: &[Rule] = &[
    many(
        "mesh",
        &[
            NAMED,
            words![
                content_type file vertex normal texcoord face refpos refquat scale smoothnormal
            ],
            words![maxhullvert inertia builtin params material],
        ],
    )
    .holding(&[PLUGIN]),
    many(
        "hfield",
        &[words![name content_type file nrow ncol size elevation]],
    ),
    SKIN,
    many(
        "texture",
        &[
            words![
                name type colorspace content_type file gridsize gridlayout fileright fileleft fileup
            ],
            words![
                filedown filefront fileback builtin rgb1 rgb2 mark markrgb random width height
            ],
            words![hflip vflip nchannel],
        ],
    ),
    many("material", &[NAMED, MATERIAL]).holding(LAYERS),
    many("model", &[words![name file content_type]]),
];

const DEFORMABLE: &[Rule] = &[
    many(
        "flex",
        &[words![
            name group dim radius material rgba flatskin body vertex element texcoord elemtexcoord
            node
        ]],
    )
    .holding(&[
        once("contact", &[FLEX_CONTACT]),
        once("edge", &[words![stiffness damping]]),
        once("elasticity", &[ELASTICITY]),
    ]),
    SKIN,
];

const EQUALITIES: &[Rule] = &[
    many(
        "connect",
        &[NAMED, EQUALITY, words![body1 body2 anchor site1 site2]],
    ),
    many(
        "weld",
        &[
            NAMED,
            EQUALITY,
            words![body1 body2 anchor site1 site2 relpose torquescale],
        ],
    ),
    many("joint", &[NAMED, EQUALITY, words![joint1 joint2 polycoef]]),
    many(
        "tendon",
        &[NAMED, EQUALITY, words![tendon1 tendon2 polycoef]],
    ),
    many("flex", &[NAMED, EQUALITY, words![flex]]),
    many("flexvert", &[NAMED, EQUALITY, words![flex]]),
];

const TENDONS: &[Rule] = &[
    many("spatial", &[NAMED, TENDON, TENDON_OWN, TENDON_LOOK]).holding(&[
        many("site", &[words![site]]),
        many("geom", &[words![geom sidesite]]),
        many("pulley", &[words![divisor]]),
    ]),
    many("fixed", &[NAMED, TENDON, TENDON_OWN]).holding(&[many("joint", &[words![joint coef]])]),
];

/// Attributes of an actuator on joints, tendons and slider-cranks.
macro_rules! driving {
    ($($group:ident)*) => { &[NAMED, ACTUATOR, LIMITS, GEARED, TARGET, $($group),*] };
}

const ACTUATORS: &[Rule] = &[
    many(
        "general",
        driving![CTRL SITE_TARGET BODY ACTIVATION GAIN_BIAS],
    ),
    many("motor", driving![CTRL SITE_TARGET]),
    many("position", driving![CTRL SITE_TARGET POSITION]),
    many("velocity", driving![CTRL SITE_TARGET VELOCITY]),
    many("intvelocity", driving![CTRL SITE_TARGET INTVELOCITY]),
    many("damper", driving![SITE_TARGET VELOCITY]),
    many("cylinder", driving![CTRL SITE_TARGET CYLINDER]),
    many("muscle", driving![CTRL MUSCLE MUSCLE_OWN]),
    many("adhesion", &[NAMED, ACTUATOR, LIMITS, words![body gain]]),
    many("plugin", driving![CTRL ACTIVATION PLUGIN_OWN]).holding(CONFIG),
];

/// Attributes of a sensor on one kind of object.
macro_rules! on {
    ($($word:ident)*) => { &[SENSOR, SIGNAL, words![$($word)*]] };
}

const SENSORS: &[Rule] = &[
    many("touch", on![site]),
    many("accelerometer", on![site]),
    many("velocimeter", on![site]),
    many("gyro", on![site]),
    many("force", on![site]),
    many("torque", on![site]),
    many("magnetometer", on![site]),
    many("camprojection", on![site camera]),
    many("rangefinder", on![site camera data]),
    many("jointpos", on![joint]),
    many("jointvel", on![joint]),
    many("tendonpos", on![tendon]),
    many("tendonvel", on![tendon]),
    many("actuatorpos", on![actuator]),
    many("actuatorvel", on![actuator]),
    many("actuatorfrc", on![actuator]),
    many("jointactuatorfrc", on![joint]),
    many("tendonactuatorfrc", on![tendon]),
    many("ballquat", on![joint]),
    many("ballangvel", on![joint]),
    many("jointlimitpos", on![joint]),
    many("jointlimitvel", on![joint]),
    many("jointlimitfrc", on![joint]),
    many("tendonlimitpos", on![tendon]),
    many("tendonlimitvel", on![tendon]),
    many("tendonlimitfrc", on![tendon]),
    many("framepos", &[SENSOR, SIGNAL, OBJECT, REFERENCE]),
    many("framequat", &[SENSOR, SIGNAL, OBJECT, REFERENCE]),
    many("framexaxis", &[SENSOR, SIGNAL, OBJECT, REFERENCE]),
    many("frameyaxis", &[SENSOR, SIGNAL, OBJECT, REFERENCE]),
    many("framezaxis", &[SENSOR, SIGNAL, OBJECT, REFERENCE]),
    many("framelinvel", &[SENSOR, SIGNAL, OBJECT, REFERENCE]),
    many("frameangvel", &[SENSOR, SIGNAL, OBJECT, REFERENCE]),
    many("framelinacc", &[SENSOR, SIGNAL, OBJECT]),
    many("frameangacc", &[SENSOR, SIGNAL, OBJECT]),
    many("subtreecom", on![body]),
    many("subtreelinvel", on![body]),
    many("subtreeangmom", on![body]),
    many("insidesite", &[SENSOR, SIGNAL, OBJECT, words![site]]),
    many("distance", &[SENSOR, SIGNAL, TWO_SHAPES]),
    many("normal", &[SENSOR, SIGNAL, TWO_SHAPES]),
    many("fromto", &[SENSOR, SIGNAL, TWO_SHAPES]),
    many(
        "contact",
        &[
            SENSOR,
            SIGNAL,
            TWO_SHAPES,
            words![subtree1 subtree2 site num data reduce],
        ],
    ),
    many("e_potential", &[SENSOR, SIGNAL]),
    many("e_kinetic", &[SENSOR, SIGNAL]),
    many("clock", &[SENSOR, SIGNAL]),
    many("tactile", &[SENSOR, words![geom mesh]]),
    many(
        "user",
        &[words![name user datatype needstage dim], SIGNAL, OBJECT],
    ),
    many(
        "plugin",
        &[words![name user plugin instance cutoff], OBJECT, REFERENCE],
    )
    .holding(CONFIG),
];

/// Attributes of the world.
const WORLD: &[Words] = &[words![name childclass mocap gravcomp sleep], POSED, USER];

/// The whole grammar, from `<mujoco>` down.
pub(crate) static ROOT: Rule = many("mujoco", &[words![model]]).holding(&[
    many(
        "compiler",
        &[
            words![
        autolimits boundmass boundinertia settotalmass balanceinertia strippath coordinate angle
    ],
            words![
        fitaabb eulerseq meshdir texturedir assetdir discardvisual usethread fusestatic
    ],
            words![
        inertiafromgeom inertiagrouprange saveinertial alignfree exactmeshinertia
    ],
        ],
    )
    .holding(&[once(
        "lengthrange",
        &[words![
        mode useexisting uselimit accel maxforce timeconst timestep inttotal interval tolrange
    ]],
    )]),
    many(
        "option",
        &[
            words![
        timestep impratio tolerance ls_tolerance noslip_tolerance ccd_tolerance sleep_tolerance
    ],
            words![
        gravity wind magnetic density viscosity o_margin o_solref o_solimp o_friction
    ],
            words![
        integrator cone jacobian solver iterations ls_iterations noslip_iterations ccd_iterations
    ],
            words![sdf_iterations sdf_initpoints actuatorgroupdisable],
        ],
    )
    .holding(&[once(
        "flag",
        &[words![
        constraint equality frictionloss limit contact spring damper gravity clampctrl warmstart
        filterparent actuation refsafe sensor midphase eulerdamp autoreset nativeccd island
        override energy fwdinv invdiscrete multiccd sleep
    ]],
    )]),
    many(
        "size",
        &[words![
        memory njmax nconmax nstack nuserdata nkey nuser_body nuser_jnt nuser_geom nuser_site
        nuser_cam nuser_tendon nuser_actuator nuser_sensor
    ]],
    ),
    many("visual", &[]).holding(VISUAL),
    many(
        "statistic",
        &[words![meaninertia meanmass meansize extent center]],
    ),
    many("default", &[words![class]]).holding(&DEFAULT),
    many("extension", &[]).holding(&[many("plugin", &[words![plugin]]).holding(&[many(
        "instance",
        &[words![name]],
    )
    .holding(CONFIG)])]),
    many("custom", &[]).holding(&[
        many("numeric", &[words![name size data]]),
        many("text", &[words![name data]]),
        many("tuple", &[words![name]]).holding(&[many("element", &[words![objtype objname prm]])]),
    ]),
    many("asset", &[]).holding(ASSET),
    many("worldbody", WORLD).holding(&CARRIED),
    // QUIRK(root-body-ignored): these are checked and ignored; files that are meant to be included have them as roots
    many("body", WORLD).holding(&CARRIED),
    many("frame", WORLD).holding(&CARRIED),
    many("replicate", WORLD).holding(&CARRIED),
    many("deformable", &[]).holding(DEFORMABLE),
    many("contact", &[]).holding(&[
        many("pair", &[NAMED, PAIR, words![geom1 geom2]]),
        many("exclude", &[words![name body1 body2]]),
    ]),
    many("equality", &[]).holding(EQUALITIES),
    many("tendon", &[]).holding(TENDONS),
    many("actuator", &[]).holding(ACTUATORS),
    many("sensor", &[]).holding(SENSORS),
    many("keyframe", &[]).holding(&[many(
        "key",
        &[words![name time qpos qvel act mpos mquat ctrl]],
    )]),
]);
