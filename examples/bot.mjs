// A bot in JavaScript, without any package, that knows no rules: it is told the plays that may come next and picks one.
//
//     dolmen arena meduris --bots "greedy,cmd:node examples/bot.mjs" --games 20
//     dolmen arena terra-mystica --bots "random,cmd:node examples/bot.mjs" --games 10
//     dolmen bot meduris --table http://127.0.0.1:8000/j/TABLE/TOKEN --program "node examples/bot.mjs"
//
// Every line on standard input is a question, every line on standard output an answer:
//
//     {"game": "<the game so far in its notation>", "seat": 1, "plays": ["take 1 wood", "take 1 none"]}
//     {"play": "take 1 wood"}

import { createInterface } from "node:readline";

// What it likes, best first; what nothing here matches comes last.
const WISHES = [
  // Meduris: build, offer both materials, take what there is.
  /^hut /, /^temple /, /^offer \d both/, /^offer \d chip/, /^offer \d (wood|wool|copper|stone)/, /^take \d (?!none)/,
  // Terra Mystica: raise, settle, dig, use what power and tiles give; take power that costs little.
  /: upgrade .* to (SH|SA)/, /: upgrade .* to TE/, /: .*build /, /: upgrade .* to TP/, /: action /, /: leech [1-3] /,
  /: decline/, /: advance/, /: send/, /: pass/,
];

function pleasure(play) {
  const place = WISHES.findIndex((wish) => wish.test(play));
  return place < 0 ? WISHES.length : place;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { plays } = JSON.parse(line);
  const best = Math.min(...plays.map(pleasure));
  const liked = plays.filter((play) => pleasure(play) === best);
  // The same position always gets the same answer: no random numbers, the length of the game decides among equals.
  console.log(JSON.stringify({ play: liked[line.length % liked.length] }));
}
