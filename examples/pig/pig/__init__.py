"""Pig: roll the die as often as you dare."""
