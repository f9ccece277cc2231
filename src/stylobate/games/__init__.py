"""The five games of the house, one folder each; `stylobate.parts` says what a folder holds."""
