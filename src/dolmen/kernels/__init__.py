"""What is written once and compiled for each game: the rules as Python calls them, playouts, loops for measuring."""
