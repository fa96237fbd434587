"""What the API offers of the tables: to players their own play, to staff what was played."""
