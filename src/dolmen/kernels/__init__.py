"""What is compiled once for each game: the rules as Python calls them, playouts, loops for measuring."""
