// Crazy Eights with five players for boardgame.io, by the rules of tests/oracles/crazy_eights.rules.
// A card is 4 * rank + suit.

const { INVALID_MOVE } = require('boardgame.io/core');

const PLAYERS = 5;
const POINTS = [10, 2, 3, 4, 5, 6, 7, 50, 9, 10, 10, 10, 10];
const EIGHT = 7;
const rank = (card) => card >> 2;
const suit = (card) => card & 3;
const top = (G) => G.discard[G.discard.length - 1];
const fits = (G, card) => suit(card) === G.suit || rank(card) === rank(top(G)) || rank(card) === EIGHT;
const mayDraw = (G) => G.stock.length > 0 && G.draws < 5;

function renew(G, random) {
  if (G.stock.length === 0 && G.discard.length > 1) {
    const last = G.discard.pop();
    G.stock = random.Shuffle(G.discard);
    G.discard = [last];
  }
}

function endTurn(G, events) {
  G.draws = 0;
  events.endTurn();
}

const game = {
  name: 'crazy_eights',
  setup: ({ random }) => {
    let stock = random.Shuffle([...Array(52).keys()]);
    const hands = [...Array(PLAYERS)].map(() => stock.splice(-5));
    while (rank(stock[stock.length - 1]) === EIGHT) stock = random.Shuffle(stock);
    const discard = [stock.pop()];
    return {
      stock, hands, discard, suit: suit(discard[0]), first: random.Die(PLAYERS) - 1,
      draws: 0, plays: 0, passes: 0, names: false,
    };
  },
  turn: {
    order: {
      first: ({ G }) => G.first,
      next: ({ ctx }) => (ctx.playOrderPos + 1) % ctx.numPlayers,
    },
  },
  moves: {
    play: ({ G, ctx, events, random }, card) => {
      const hand = G.hands[ctx.currentPlayer];
      if (G.names || !hand.includes(card) || !fits(G, card)) return INVALID_MOVE;
      hand.splice(hand.indexOf(card), 1);
      G.discard.push(card);
      G.suit = suit(card);
      G.plays += 1;
      G.passes = 0;
      renew(G, random);
      if (rank(card) === EIGHT && hand.length > 0 && G.plays < 100) G.names = true;
      else endTurn(G, events);
    },
    name: ({ G, events }, named) => {
      if (!G.names) return INVALID_MOVE;
      G.suit = named;
      G.names = false;
      endTurn(G, events);
    },
    draw: ({ G, ctx, random }) => {
      if (G.names || !mayDraw(G)) return INVALID_MOVE;
      G.hands[ctx.currentPlayer].push(G.stock.pop());
      G.draws += 1;
      G.passes = 0;
      renew(G, random);
    },
    pass: ({ G, events }) => {
      if (G.names || mayDraw(G)) return INVALID_MOVE;
      G.passes = G.stock.length === 0 ? G.passes + 1 : 0;
      endTurn(G, events);
    },
  },
  endIf: ({ G }) => {
    if (G.names) return undefined;
    if (G.plays === 100 || G.passes > PLAYERS || G.hands.some((hand) => hand.length === 0)) {
      return { worth: G.hands.flat().reduce((sum, card) => sum + POINTS[rank(card)], 0) };
    }
    return undefined;
  },
};

function options(G, ctx) {
  if (G.names) return [0, 1, 2, 3].map((each) => ['name', each]);
  const found = G.hands[ctx.currentPlayer].filter((card) => fits(G, card)).map((card) => ['play', card]);
  found.push(mayDraw(G) ? ['draw'] : ['pass']);
  return found;
}

module.exports = { game, options, players: PLAYERS };
