"""The parts that all kernels share, written for a Program on demand: lists, zones, melds."""
