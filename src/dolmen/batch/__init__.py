"""Many games of one kind at once: threads on the CPU, one kernel on the GPU."""
