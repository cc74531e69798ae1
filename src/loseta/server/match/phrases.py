"""The ready phrases that players can say to each other; their texts are in the locales."""

PHRASES = ("hello", "good_luck", "well_played", "thanks", "sorry", "one_moment", "thinking", "bye")
