"""Programs that measure: run from the root of the project."""
