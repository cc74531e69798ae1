"""The tests of Loseta. `make test` runs them all."""
