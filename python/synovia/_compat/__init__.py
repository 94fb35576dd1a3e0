"""For programs written for MuJoCo's module: names that it has in other modules, and hints for missing names.
"""
