"""The ground, asked by this package and by the usual tools: what ``bench_ground`` measures."""
