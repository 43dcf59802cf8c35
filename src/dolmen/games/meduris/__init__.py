"""Meduris, the call of the gods: 2 to 4 players build huts and temples around a mountain and please the druid."""
