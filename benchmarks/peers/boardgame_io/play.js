// Plays random games of boardgame.io: node play.js GAME GAMES SEED
// Prints decisions, the sum of what the games said they were worth, and seconds of processor time.

const { Client } = require('boardgame.io/client');

const [name, games, seed] = process.argv.slice(2);
const { game, options, players } = require(`./${name}.js`);

// Choices are drawn by a linear congruential generator ("Numerical Recipes"); boardgame.io shuffles the cards.
let state = Number(seed) >>> 0;
function below(n) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
}

let decisions = 0;
let worth = 0;
const begin = process.cpuUsage();
for (let number = 0; number < Number(games); number += 1) {
  const client = Client({ game: { ...game, seed: `${seed}:${number}` }, numPlayers: players, debug: false });
  let { G, ctx } = client.getState();
  while (!ctx.gameover) {
    const found = options(G, ctx);
    const [move, ...args] = found[below(found.length)];
    client.moves[move](...args);
    const before = G;
    ({ G, ctx } = client.getState());
    if (G === before) throw new Error(`${name}: ${move} was refused`);
    decisions += 1;
  }
  worth += ctx.gameover.worth;
}
const { user, system } = process.cpuUsage(begin);
console.log(decisions, worth, (user + system) / 1e6);
