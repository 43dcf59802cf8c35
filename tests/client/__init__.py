"""The client of tables elsewhere."""
