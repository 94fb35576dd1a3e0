"""Random valid models beside the reference: what no public model happens to combine."""
