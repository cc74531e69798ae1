"""The rules of Azul Duel, tested from the rulebook."""
