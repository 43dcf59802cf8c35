"""What a browser is called in a list of the own ones, by what it says of itself."""

from __future__ import annotations

from typing import Final

BROWSERS: Final = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrom", "Chrome"), ("Safari", "Safari"))
"""What they say, the rarer ones first: most claim to be several."""
SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def device_name(agent: str) -> str:
    """'Firefox, Android'; empty where nothing is known."""
    browser = next((name for sign, name in BROWSERS if sign in agent), "")
    system = next((name for sign, name in SYSTEMS if sign in agent), "")
    return ", ".join(filter(None, (browser, system)))
