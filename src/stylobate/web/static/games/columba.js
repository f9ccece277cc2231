// Why: a card is laid by place and turn at once; trying both by eye needs a preview on the board.

export function widget() {
  return null;
}
