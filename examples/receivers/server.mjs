// A webhook receiver in JavaScript, for Node alone: SANDBOX_WEBHOOK_SECRET=whsec_mine node server.mjs
import { createServer } from "node:http";
import { isAuthentic } from "./verify.mjs";

const secret = process.env.SANDBOX_WEBHOOK_SECRET ?? "";
const MOST_BYTES = 512 * 1024;
const ORDER = ["new", "created", "confirmed", "completed", "failed"];

// In a real app these are tables: ids under a unique key, written in the transaction that books the credit.
const seen = new Set();
// Without a prototype: an owner may be called `constructor`.
const credits = Object.create(null);
const records = Object.create(null);

function book({ id, type, payload }) {
  if (seen.has(id)) return;
  seen.add(id);
  const state = type.split(".").at(-1);
  // A record only moves forward: events may overtake each other.
  const isRecord = type.startsWith("deposit.") || type.startsWith("uda.settlement.");
  if (isRecord && ORDER.indexOf(state) > ORDER.indexOf(records[payload.id])) records[payload.id] = state;
  if (type !== "deposit.confirmed") return;
  // Base units as text into a big integer: a double would round them.
  credits[payload.owner] = String(BigInt(credits[payload.owner] ?? 0) + BigInt(payload.balance.raw));
}

/** The status of a webhook. */
function answer({ method, headers }, body) {
  if (method !== "POST") return 405;
  if (body === null) return 413;
  if (headers["content-type"] !== "application/json") return 415;
  if (!isAuthentic(secret, headers, body)) return 401;
  let event;
  try {
    event = JSON.parse(body.toString("utf8"));
  } catch {
    return 400;
  }
  book(event);
  return 200;
}

/** The raw bytes; null when there are too many. */
async function read(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= MOST_BYTES) chunks.push(chunk);
  }
  return size > MOST_BYTES ? null : Buffer.concat(chunks);
}

if (secret === "") throw new Error("set SANDBOX_WEBHOOK_SECRET");
const server = createServer(async (request, response) => {
  try {
    if (request.url === "/credits") return response.end(JSON.stringify({ credits, records }));
    response.writeHead(answer(request, await read(request))).end();
  } catch {
    response.destroy(); // The sender is gone, or the code above has a bug: it will come again.
  }
});
server.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () =>
  console.log(`listening on http://127.0.0.1:${server.address().port}/hooks`),
);
