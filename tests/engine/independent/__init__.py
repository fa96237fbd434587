"""A second, independent implementation of the five games, for comparison with the engine.

Written from the rules of the games and the scenario format alone: plain, slow, and without a
line of the engine in it. Where both give the same cents for the same cards, a slip in either
would have to have been made twice.
"""

from tests.engine.independent.errors import Refused, Unanswered
from tests.engine.independent.scenario import play

__all__ = ["Refused", "Unanswered", "play"]
