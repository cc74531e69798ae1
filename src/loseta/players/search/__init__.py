"""Players that search with the compiled kernels. Imported only when one of them is used."""
