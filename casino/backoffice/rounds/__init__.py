"""Rounds as staff look back at them."""
