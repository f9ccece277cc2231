"""What is special in the throws of Columba: a card that was drawn does not come again."""

GAMES = {
    "cards": {"rules": "junior"},
    "cards of a small deck": {"rules": "junior", "deck": "WRST,WWRR,WWRR,TTTT,SSST"},
}
