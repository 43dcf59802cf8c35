"""Game files of Pig: read, checked, written."""
