"""What everything stands on: kernels, draws, masks, errors, files, words. It knows no game."""
