"""What players ask about their rounds, and how the house answers."""
