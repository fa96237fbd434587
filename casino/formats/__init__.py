"""How dates and hours are written in each language, where Django's way is not the house's."""
