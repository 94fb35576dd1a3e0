"""Names that programs import from MuJoCo's compiled modules, found in other modules of this package.

MuJoCo has `_callbacks`, `_constants`, `_enums`, `_errors`, `_functions`, `_render`, `_rollout`, `_specs` and `_structs`.
"""


def in_package(module):
    """A `__getattr__` for a module of that name: names that it does not have are looked up in the package."""

    def find(name):
        import synovia

        try:
            if name.startswith("__"):
                raise KeyError(name)
            return vars(synovia)[name]
        except KeyError:
            raise AttributeError(f"module '{module}' has no attribute '{name}'") from None

    return find
