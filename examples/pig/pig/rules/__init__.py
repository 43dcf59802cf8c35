"""The rules of Pig, compiled: they know nothing of files, words and pictures."""
