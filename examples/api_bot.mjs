// A bot in JavaScript, without any package, that plays through the JSON API of a running server.
//
//     dolmen serve --pace 0 &                                  its bots answer at once
//     node examples/api_bot.mjs http://127.0.0.1:8000          against one of the server's own bots
//     node examples/api_bot.mjs http://127.0.0.1:8000 TABLE    at an open seat of a table
//
// One stream tells everything (your turn, with the plays that may come next; that the game is over), one request answers.
// It waits where the server says so (429, 503), comes back after a lost connection with growing pauses, and sends a play
// again under the same id, so that it is made once.

const [server = "http://127.0.0.1:8000", wanted] = process.argv.slice(2);
const api = `${server.replace(/\/$/, "")}/api`;
let token = "";

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

// How long to wait before the n-th try: as the server says, or twice as long each time.
const patience = (answer, tries) => Number(answer?.headers.get("retry-after")) || Math.min(30, 0.5 * 2 ** tries);

// One request. What may be sent twice (a play has its own id) is sent again after a lost connection.
async function call(method, path, body, { repeatable = method === "GET" } = {}) {
  for (let tries = 0; ; tries += 1) {
    let answer;
    try {
      answer = await fetch(api + path, { method, headers: headers(), body: body && JSON.stringify(body) });
    } catch (error) {
      if (!repeatable || tries > 8) throw new Error(`there is no table at ${server}: ${error.cause?.code ?? error.message}`);
    }
    if (answer && answer.status !== 429 && answer.status !== 503) {
      const told = answer.status === 204 ? null : await answer.json();
      if (!answer.ok) throw Object.assign(new Error(told.message), { kind: told.error, status: answer.status });
      return told;
    }
    await pause(patience(answer, tries));
  }
}

function headers(last = "") {
  return {
    "Content-Type": "application/json",
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(last && { "Last-Event-ID": last }),
  };
}

// The events of the account, for ever.
async function* events() {
  let last = "", tries = 0;
  for (;;) {
    let answer;
    try {
      answer = await fetch(`${api}/stream`, { headers: headers(last) });
      if (answer.status === 401) throw Object.assign(new Error((await answer.json()).message), { status: 401 });
      if (answer.ok) {
        for await (const { id, data } of messages(answer.body)) {
          last = id || last;
          tries = 0;
          yield JSON.parse(data);
        }
      }
    } catch (error) {
      if (error.status === 401) throw error; // the token is not good: coming back does not help
    }
    await pause(patience(answer?.ok ? null : answer, tries));
    tries += 1;
  }
}

// Server-sent events: blocks of lines, with a blank line after each.
async function* messages(body) {
  let text = "";
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    text += part;
    const blocks = text.split("\n\n");
    text = blocks.pop();
    for (const block of blocks) {
      const lines = block.split("\n");
      const of = (name) => lines.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length));
      const data = of("data: ").join("\n");
      if (data) yield { id: of("id: ")[0] ?? "", data };
    }
  }
}

// What it likes, best first; of a game that knows none of this it plays whatever comes first.
const WISHES = [/^hut /, /^temple /, /^offer \d both/, /^offer \d chip/, /^take \d (?!none)/];
const choose = (plays) => WISHES.flatMap((wish) => plays.filter((play) => wish.test(play)))[0] ?? plays[0];

async function answerTurn(turn) {
  const { table, seat, sequence, plays } = turn;
  const made = { seat, sequence, play: choose(plays), client_id: `node-${seat}-${sequence}` };
  try {
    await call("POST", `/tables/${table}/plays`, made, { repeatable: true });
  } catch (error) {
    if (error.kind !== "Stale") throw error; // else the table has moved on, and we are asked again
  }
}

async function main() {
  token = (await call("POST", "/guests", { name: "Nodo" })).token;
  const table = wanted
    ? await call("POST", `/tables/${wanted}/join`)
    : await call("POST", "/tables", { game: "meduris", seats: ["me", "bot:greedy"] });
  console.log(`table ${table.name}: ${server.replace(/\/$/, "")}/t/${table.id}`);
  for await (const event of events()) {
    if (event.type === "turn") await answerTurn(event);
    if (event.type === "over" && event.table === table.id) {
      console.log("points:", event.scores.join(", "));
      process.exit(0);
    }
  }
}

try {
  await main();
} catch (error) { // no server there, no such table, a token that is not good
  console.error(`api_bot: ${error.message}`);
  process.exit(1);
}
