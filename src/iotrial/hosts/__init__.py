"""Other machines: each measures by itself and keeps its runs; Dask's scheduler hands out the work."""
