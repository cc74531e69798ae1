"""The tests of Loseta. `make test` runs some of every kind, `make test-long` the rest."""
