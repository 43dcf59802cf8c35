"""The rules of Meduris, one file a section of the rulebook."""
