"""Benchmarks of the library's speed and memory, each measured in a separate process."""
