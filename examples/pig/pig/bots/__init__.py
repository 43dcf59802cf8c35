"""What bots know of Pig."""
