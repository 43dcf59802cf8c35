"""Terra Mystica: rules, notation and the community's game files."""
