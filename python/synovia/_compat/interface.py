"""Texts that programs match on, in the words of the reference.

These strings are an interface: the public Python tests of MuJoCo 3.5.0 compare the messages and docstrings, and programs that read
listings look for the headings and columns of `mj_printData` and `mj_printModel`. All other messages are our own. Those of the
compiled part are in `crates/synovia-py/src/interface_messages.rs` and `crates/synovia-compile/src/interface_messages.rs`.
"""

# specs_test.py: test_body_list, test_bind, test_kwarg and test_size_kwarg_variable_length
FIND_ALL_TYPES = "body.find_all supports the types: body, frame, geom, site, joint, light, camera."
OTHER_MODEL = "The mjSpec does not match mjModel. Please recompile the mjSpec."
WRONG_SIZE = "{name} should be a list/array of size {size}."

# bindings_test.py: test_named_indexing_invalid_index_in_model, test_mjcb_time_not_callable, test_docstrings
INVALID_INDEX = "Invalid index {number}. Valid indices from 0 to {last}"
NOT_CALLABLE = "callback is not an Optional[Callable]"
VERSION_STRING_DOC = """mj_versionString() -> str

Return the current version of MuJoCo as a null-terminated string.
"""

# headings of mj_printData
FLEX_EDGES = "FLEXEDGE_J: flex edge connectivity"
ISLAND_INERTIA = "iM: block-diagonal inertia (nnzs are island ids)"
ISLAND_JACOBIAN = "IEFC_J: block-diagonalized constraint Jacobian (nnzs are island ids)"
DELASSUS = "efc_AR: inverse constraint inertia"

# headings and columns of mj_printModel
REDUCED_INERTIA = "M: reduced inertia matrix"
BVH_ROW = "  %-8d%-8d% -8d% -10d% -d\n"
