"""Game files of Terra Mystica: read, checked, written."""
