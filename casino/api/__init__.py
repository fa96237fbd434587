"""The API as a whole: addresses, description, tokens, refusals. Apps say what it offers."""
