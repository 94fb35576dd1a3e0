"""What the conformance tests share: the two modules, the model files, the comparison."""
