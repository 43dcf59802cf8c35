"""What bots know of Meduris."""
