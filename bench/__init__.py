"""Benchmarks through the public interface. `make bench` runs them and writes to bench/results/."""
