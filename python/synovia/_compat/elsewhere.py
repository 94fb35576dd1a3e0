"""Names that programs import from MuJoCo's compiled modules: they are in this package, if in other modules of it.

MuJoCo has `_callbacks`, `_constants`, `_enums`, `_errors`, `_functions`, `_render`, `_rollout`, `_specs` and `_structs`.
"""


def in_package(module):
    """A `__getattr__` for a module of that name: what it has not itself is looked up in the package."""

    def find(name):
        import synovia

        try:
            if name.startswith("__"):
                raise KeyError(name)
            return vars(synovia)[name]
        except KeyError:
            raise AttributeError(f"module '{module}' has no attribute '{name}'") from None

    return find
