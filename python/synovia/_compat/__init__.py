"""For programs that were written for MuJoCo's module: names that it has in other places, and hints for those that are missing.
"""
