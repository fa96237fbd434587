"""Tables of the three games and players who sit at them."""
