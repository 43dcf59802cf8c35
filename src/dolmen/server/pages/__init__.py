"""What the pages say: one dataclass a part."""
