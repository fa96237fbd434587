"""Pages at a table."""
