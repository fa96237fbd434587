"""Cards as two letters, rank and suit: `TS` is the ten of spades."""

RANKS = "A23456789TJQK"
SUITS = "SHDC"


def value(card: str) -> int:
    if card[0] == "A":
        return 11
    return 10 if card[0] in "TJQK" else int(card[0])


def total(cards: list[str]) -> int:
    """The best total: aces count 11 as long as the hand stays within 21."""
    points = sum(value(card) for card in cards)
    for card in cards:
        if points > 21 and card[0] == "A":
            points -= 10
    return points


def is_soft(cards: list[str]) -> bool:
    lowest = sum(1 if card[0] == "A" else value(card) for card in cards)
    return total(cards) != lowest


def is_blackjack(cards: list[str]) -> bool:
    return len(cards) == 2 and total(cards) == 21


def poker_three(cards: list[str]) -> str | None:
    """What three cards are as a poker hand, by the names of the 21+3 pay table."""
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    flush = len({card[1] for card in cards}) == 1
    trips = len(set(ranks)) == 1
    queen_king_ace = [0, 11, 12]
    straight = ranks == queen_king_ace or ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2]
    if trips:
        return "suited_trips" if flush else "three_of_a_kind"
    if straight:
        return "straight_flush" if flush else "straight"
    return "flush" if flush else None


def pair(first: str, second: str) -> str | None:
    """Which pair two cards are, by the names of the pair bets' pay tables."""
    if first[0] != second[0]:
        return None
    if first[1] == second[1]:
        return "perfect"
    return "coloured" if (first[1] in "HD") == (second[1] in "HD") else "red_black"


def two_up(cards: list[str]) -> str | None:
    """What the up card and the two community cards are, by the names of 2 Up's pay table."""
    different = len({card[0] for card in cards})
    return {1: "three_of_a_kind", 2: "pair"}.get(different)
