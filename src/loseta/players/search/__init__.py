"""Players that search, on the compiled kernels. Loaded only when one of them is asked for."""
