"""What the members of specifications are: docstrings from the field tables of models, or from a sentence here.

A member with the name of a field of the compiled model is told in the words of that field; the others are listed.
"""

import numpy as np

from synovia._fields.memory import SCHEMA, described
from synovia._spec.values import Array, Byte, Bytes, Int, Letters, Lists, Number, Real, Text, Vector
from synovia._fields.views import GROUPS

# of any kind of element
COMMON = {
    "info": "What is added to messages about it.",
    "userdata": "Numbers of the user.",
    "material": "Name of the material.",
    "content_type": "Type of the file, such as `model/obj`; empty: by its ending.",
    "file": "File that it is read from.",
    "nsample": "Samples of the past that are kept.",
    "interp": "How the past is read: 0 holds, 1 linear, 2 cubic.",
    "targetbody": "Name of the body that it looks at.",
    "solref_limit": "Parameters of the reference acceleration of the limit.",
    "solimp_limit": "Parameters of the impedance of the limit.",
    "solref_friction": "Parameters of the reference acceleration of friction.",
    "solimp_friction": "Parameters of the impedance of friction.",
    "childclass": "Default class of the elements inside it.",
    "fromto": "The two ends of its axis [m], in place of position, orientation and length.",
    "meshdir": "Directory of meshes and height fields.",
    "texturedir": "Directory of textures.",
    "objname": "Name of the object.",
}
OWN = {
    "actuator": {
        "actdim": "Activation variables; -1 for what the dynamics need.",
        "inheritrange": "Part of the target's range that the controls have; 0 for none.",
        "refsite": "Site whose frame forces and motions are measured in.",
        "slidersite": "Site that slides, of a slider-crank.",
        "target": "Name of what it moves.",
    },
    "body": {
        "explicitinertial": "1 if mass and inertia are given here, not taken from geoms.",
        "fullinertia": "Moments and products of inertia: xx, yy, zz, xy, xz, yz [kg m²].",
        "mocap": "1 if the program moves it.",
        "sleep": "Whether its tree may sleep.",
    },
    "camera": {
        "focal_length": "Focal length [m].",
        "focal_pixel": "Focal length in pixels.",
        "principal_length": "Principal point [m].",
        "principal_pixel": "Principal point in pixels.",
        "proj": "Projection.",
        "sensor_size": "Width and height of the sensor [m].",
    },
    "equality": {"active": "1 if it is enforced at the start.", "name1": "Name of the first object.", "name2": "Name of the second object."},
    "exclude": {"bodyname1": "Name of the first body.", "bodyname2": "Name of the second body."},
    "flex": {
        "elastic2d": "Which of bending and stretching resist: 0 none, 1 bending, 2 stretching, 3 both.",
        "nodebody": "Names of the bodies of nodes.",
        "vertbody": "Names of the bodies of vertices.",
        "poisson": "Poisson's ratio.",
        "thickness": "Thickness of a shell [m].",
        "vertcollide": "1 if vertices collide.",
        "young": "Young's modulus [Pa].",
    },
    "frame": {"pos": "Position in the frame or body around it [m].", "quat": "Orientation there, a quaternion."},
    "geom": {
        "density": "Density [kg/m³], if there is no mass.",
        "fitscale": "Scale of a primitive shape that is fitted to a mesh.",
        "fluid_coefs": "Coefficients of the fluid model of ellipsoids.",
        "fluid_ellipsoid": "1 for the fluid model of ellipsoids.",
        "hfieldname": "Name of the height field.",
        "mass": "Mass [kg].",
        "meshname": "Name of the mesh.",
        "typeinertia": "Whether the mass is in the volume or on the surface.",
    },
    "joint": {
        "align": "Whether a free joint is aligned with the inertia of its body.",
        "armature": "Inertia that is added to each dof [kg m² or kg].",
        "damping": "Damping [N m s/rad or N s/m].",
        "frictionloss": "Dry friction [N m or N].",
        "ref": "Value in the reference pose [rad or m].",
        "springdamper": "Time constant [s] and damping ratio of the spring, in place of stiffness and damping.",
        "springref": "Value at which the spring rests [rad or m].",
    },
    "light": {"texture": "Name of the texture."},
    "material": {"textures": "Names of textures, by `mjtTextureRole`."},
    "mesh": {
        "inertia": "How mass and inertia are computed.",
        "maxhullvert": "Most vertices of the convex hull; -1 for no bound.",
        "needsdf": "1 to compute a signed distance field.",
        "refpos": "Position of the mesh's own frame [m].",
        "refquat": "Orientation of the mesh's own frame.",
        "smoothnormal": "1 to smooth normals across edges.",
        "userface": "Vertices of faces, three each.",
        "userfacenormal": "Normals of faces, three each.",
        "userfacetexcoord": "Texture coordinates of faces, three each.",
        "usernormal": "Normals, three numbers each.",
        "usertexcoord": "Texture coordinates, two numbers each.",
        "uservert": "Vertices, three numbers each [m].",
    },
    "pair": {"condim": "Dimensions of the contact force: 1, 3, 4 or 6.", "geomname1": "Name of the first geom.", "geomname2": "Name of the second geom."},
    "sensor": {"refname": "Name of the object whose frame readings are in."},
    "skin": {
        "bindpos": "Position of each bone while the skin is bound to it [m].",
        "bindquat": "Orientation of each bone while the skin is bound to it.",
        "bodyname": "Bodies that are its bones.",
        "vertid": "Vertices of each bone.",
        "vertweight": "Weights of these vertices.",
    },
    "tendon": {"springlength": "Range of lengths in which the spring is slack [m]; -1 for the length of the reference pose."},
    "texture": {
        "builtin": "Pattern, an `mjtBuiltin`.",
        "cubefiles": "Files of the six sides of a cube.",
        "gridlayout": "Which side each tile is: letters RLUDFB, or a dot for none.",
        "gridsize": "Rows and columns of tiles.",
        "hflip": "1 to mirror left and right.",
        "vflip": "1 to mirror up and down.",
        "mark": "Marks, an `mjtMark`.",
        "markrgb": "Colour of marks.",
        "random": "Part of pixels that are dots, 0 to 1.",
        "rgb1": "First colour.",
        "rgb2": "Second colour.",
    },
    "compiler": {
        "alignfree": "1 to align free joints with the inertia of their bodies.",
        "autolimits": "1 if a range makes a limit.",
        "balanceinertia": "1 to mend inertias that no body can have.",
        "boundinertia": "Smallest moment of inertia [kg m²].",
        "boundmass": "Smallest mass of a body [kg].",
        "degree": "1 if angles are in degrees, 0 if in radians.",
        "discardvisual": "1 to leave out what does not matter for the physics.",
        "eulerseq": "Axes of Euler angles: three of xyzXYZ.",
        "exactmeshinertia": "1 to compute inertias of meshes exactly unless they specify otherwise; an extension.",
        "fitaabb": "1 to fit primitive shapes to the box of a mesh, 0 to its inertia.",
        "fusestatic": "1 to fuse bodies without joints with their parents.",
        "inertiafromgeom": "Whether inertias are taken from geoms.",
        "inertiagrouprange": "First and last group of geoms whose mass counts.",
        "saveinertial": "1 to save inertias explicitly.",
        "settotalmass": "Mass of the whole model [kg]; negative: as it is.",
        "usethread": "1 to process assets on all cores.",
    },
    "orientation": {
        "axisangle": "Axis and angle.",
        "euler": "Euler angles.",
        "xyaxes": "The x- and y-axis.",
        "zaxis": "The z-axis.",
    },
}
# of the whole specification
SPEC = {
    "comment": "Comment at the beginning of the XML. str",
    "memory": "Bytes for contacts and rows; -1 for as much as seems right. int",
    "modelfiledir": "Directory of the model. str",
    "modelname": "Name of the model. str",
    "nconmax": "Not used any more. int",
    "nemax": "Rows of equalities that there is room for. int",
    "njmax": "Not used any more. int",
    "nstack": "Not used any more. int",
    "nkey": "Keyframes. int",
    "nuserdata": "Length of `userdata`. int",
    "strippath": "1 to leave out the directories in names of files. int",
    **{f"nuser_{kind}": f"Numbers of the user for each {kind}. int" for kind in "body jnt geom site cam tendon actuator sensor".split()},
}
MODEL = {name: sentence for name, _, _, sentence in SCHEMA["model"]}
SCALARS = {Number: "float", Real: "float", Byte: "int, 0 or 1", Text: "str", Letters: "str", Bytes: "bytes"}


def sentence(kind, name):
    """What a member of a kind of element is; empty if that is not known."""
    own = OWN.get(kind, {}).get(name)
    field = GROUPS[kind][2] + name if kind in GROUPS else name
    return own or MODEL.get(field) or COMMON.get(name) or ""


def type_of(member):
    """The words for the type of a member."""
    if isinstance(member, Int):
        return "int" if member.enum is None else f"int, an `{member.enum.__name__}`"
    if isinstance(member, Vector):
        return "list of " + {"MjStringVec": "str", "MjIntVec": "int"}.get(member.cls.__name__, "float")
    if isinstance(member, Lists):
        return "list of lists"
    return next((words for cls, words in SCALARS.items() if isinstance(member, cls)), "")


def document(kind, name, member):
    """Sets the docstring of a member."""
    told = sentence(kind, name)
    if isinstance(member, Array):
        member.__doc__ = described(told, np.dtype((member.dtype, (member.size,))))
    else:
        member.__doc__ = f"{told}\n\n{type_of(member)}"
