"""Speed and memory of what the library promises, one process a measurement."""
