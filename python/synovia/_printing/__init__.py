"""Text listings of models, simulations, scenes, matrices and the grammar of MJCF, in MuJoCo's layout.
"""
