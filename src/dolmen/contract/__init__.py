"""What a game is: its rules, its files, what it shows to people, how it is found."""
