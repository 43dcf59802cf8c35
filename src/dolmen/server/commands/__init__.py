"""What changes a table: making one, seats, moves."""
