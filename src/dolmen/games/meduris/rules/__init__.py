"""The rules of Meduris, compiled: they know nothing of files, words and pictures."""
