"""Bots: programs that fill a seat. They see what a player with perfect memory knows, and draw from their own stream."""

from dolmen.bots.base import DEFAULT_BOT, LEVEL, Bot, Budget, Opinion, bot_names, find_bot

__all__ = ["DEFAULT_BOT", "LEVEL", "Bot", "Budget", "Opinion", "bot_names", "find_bot"]
