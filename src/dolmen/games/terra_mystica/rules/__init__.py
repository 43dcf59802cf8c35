"""The rules of Terra Mystica, compiled: they know nothing of files, words and pictures."""
