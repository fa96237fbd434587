"""The rules of the games, pure: no clock, no database, no random source, no Django."""
