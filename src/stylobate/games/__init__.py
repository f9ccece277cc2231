"""The five games, a folder each: rules (the kernel), notation, drawing and a guide."""
