"""Game files of Meduris: read, checked, written."""
