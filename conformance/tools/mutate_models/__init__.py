"""Damaged documents, assets and binary models, loaded by Synovia and by the reference."""
