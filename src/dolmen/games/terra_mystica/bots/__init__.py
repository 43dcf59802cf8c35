"""What bots know of Terra Mystica."""
