// Leduc poker for boardgame.io, by the rules of tests/oracles/leduc_poker.rules.

const { INVALID_MOVE } = require('boardgame.io/core');

const SIZES = [2, 4];
const high = (G) => Math.max(...G.bet);

function afterMove(G, events) {
  if (G.calls === 2 && G.round === 0) {
    Object.assign(G, { round: 1, calls: 0, raises: 0, board: G.deck.pop() });
    events.endTurn({ next: '0' });
  } else if (G.calls < 2) {
    events.endTurn();
  }
}

function winnings(G) {
  if (G.folded >= 0) return G.folded === 0 ? -G.bet[0] : G.bet[1];
  const worth = G.cards.map((card) => card + (card === G.board ? 10 : 0));
  if (worth[0] === worth[1]) return 0;
  return worth[0] > worth[1] ? G.bet[1] : -G.bet[0];
}

const game = {
  name: 'leduc_poker',
  setup: ({ random }) => {
    const deck = random.Shuffle([0, 0, 1, 1, 2, 2]);
    const cards = [deck.pop(), deck.pop()];
    return { deck, cards, board: -1, bet: [1, 1], round: 0, calls: 0, raises: 0, folded: -1 };
  },
  moves: {
    call: ({ G, ctx, events }) => {
      G.bet[ctx.currentPlayer] = high(G);
      G.calls += 1;
      afterMove(G, events);
    },
    fold: ({ G, ctx }) => {
      if (G.bet[ctx.currentPlayer] === high(G)) return INVALID_MOVE;
      G.folded = Number(ctx.currentPlayer);
    },
    raise: ({ G, ctx, events }) => {
      if (G.raises === 2) return INVALID_MOVE;
      G.bet[ctx.currentPlayer] = high(G) + SIZES[G.round];
      G.raises += 1;
      G.calls = 1;
      afterMove(G, events);
    },
  },
  endIf: ({ G }) => {
    if (G.folded >= 0 || (G.round === 1 && G.calls === 2)) return { worth: winnings(G) };
  },
};

function options(G, ctx) {
  const found = [['call']];
  if (G.bet[ctx.currentPlayer] < high(G)) found.push(['fold']);
  if (G.raises < 2) found.push(['raise']);
  return found;
}

module.exports = { game, options, players: 2 };
