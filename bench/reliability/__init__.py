"""What a server and its files bear: one program for each figure of `results.md`, section Reliability."""
