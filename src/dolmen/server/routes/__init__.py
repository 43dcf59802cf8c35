"""The pages' addresses."""
