"""Random valid models, compared with the reference: combinations that no public model has."""
