// A campaign of kills: load, SIGKILL at a random moment, start again, compare with the books; what broke is said with its kill.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { actUntil } from "./acts.ts";
import { type Book, emptyBook, NETWORKS } from "./book.ts";
import { type Client, clientOf } from "./client.ts";
import { type Dice, diceOf } from "./dice.ts";
import { emptyLedger, type Ledger, readChains } from "./ledger.ts";
import { doctor, end, type Running, start } from "./process.ts";
import { askAgain, atRest, keptPromises, paidOnce } from "./promises.ts";

/** `failpoints`: the named places at which the process first ends by itself, one a kill; `kills`: those at random moments. */
type Options = {
  folder: string;
  kills: number;
  seed: number;
  failpoints?: readonly string[];
  tell?: (line: string) => void;
};
type Campaign = { missed: string[]; folder: string; book: Book; ledger: Ledger; dice: Dice; running: Running };
export type Outcome = {
  kills: number;
  wrong: string[];
  missed: string[];
  payouts: number;
  transfers: number;
  hooks: number;
};

/** How many clients act at once. */
const CLIENTS = 4;

/** Kills the command `kills` times; stops at the first kill after which something is wrong. */
export async function campaign({ folder, kills, seed, failpoints = [], tell = () => {} }: Options): Promise<Outcome> {
  const book = emptyBook();
  const dice = diceOf(seed);
  const receiver = await receive(book, diceOf(seed + 1));
  const state: Campaign = { missed: [], folder, book, ledger: emptyLedger(), dice, running: start(folder) };
  const wrong: string[] = [];
  const all = failpoints.length + kills;
  let kill = 0;
  try {
    await firstWorld(clientOf(await state.running.ready), book, receiver.url);
    while (kill < all && wrong.length === 0) {
      const place = failpoints[kill] ?? "";
      kill += 1;
      const found = await oneKill(state, place, kill === all).catch((error: unknown) => [String(error)]);
      wrong.push(...found.map((what) => `seed ${seed}, kill ${kill}: ${what}`));
      tell(`kill ${kill} ${place}: ${found.length === 0 ? "ok" : found.join("\n  ")}`);
    }
    if (wrong.length === 0) wrong.push(...(await lastLook(state)).map((what) => `seed ${seed}, at the end: ${what}`));
  } finally {
    await end(state.running, "SIGKILL");
    receiver.close();
  }
  const kept = ({ answer }: { answer: string }): boolean => answer === "kept";
  const counts = { payouts: book.payouts.filter(kept).length, transfers: book.transfers.filter(kept).length };
  return { kills: kill, wrong, missed: state.missed, ...counts, hooks: book.hooks.size };
}

/** A webhook receiver that keeps what came by id, and fails now and then so that there are second attempts. */
async function receive(book: Book, dice: Dice): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const id = String(request.headers["webhook-id"]);
      const bodies = book.hooks.get(id) ?? new Set();
      book.hooks.set(id, bodies.add(Buffer.concat(chunks).toString("utf8")));
      response.statusCode = dice.oneIn(8) ? 500 : 200;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, close };
}

async function firstWorld(client: Client, book: Book, url: string): Promise<void> {
  const { tenant_id: tenant, vault_id: vault } = client.ready;
  await client.must("POST", `/admin/tenants/${tenant}/webhook-endpoints`, { url });
  const addresses = await client.must("GET", `/v1/vault/${vault}/addresses`);
  for (const network of NETWORKS) {
    const { address } = addresses.find((one: { network_symbol: string }) => one.network_symbol === network);
    book.vault[network] = address;
    const order = { network, asset: "USDC", amount: "1000000", to_address: address };
    await client.must("POST", "/admin/deposits", order);
  }
}

async function oneKill(state: Campaign, place: string, last: boolean): Promise<string[]> {
  const { dice, folder } = state;
  if (place !== "") {
    await end(state.running, "SIGKILL");
    state.running = start(folder, `${place}:${1 + dice.upTo(3)}`);
  }
  const act = await loadUntilDead(state, place);
  // Killed a second time while it recovers.
  if (dice.oneIn(4)) {
    state.running = start(folder);
    await wait(300 + dice.upTo(1_500));
    await end(state.running, "SIGKILL");
  }
  state.running = start(folder);
  const found = await examine(state, last || dice.oneIn(2));
  return act === undefined ? found : [act, ...found];
}

/** Real ms that a process may take to come to its failpoint. */
const PATIENCE_MS = 15_000;

/** Clients act until the process is killed, or has come to its failpoint; what an act found wrong is the answer. */
async function loadUntilDead({ running, book, dice, missed }: Campaign, place: string): Promise<string | undefined> {
  // Recovery passes failpoints too: then it ends before it is ready.
  const ready = place === "" ? await running.ready : await running.ready.catch(() => undefined);
  if (ready === undefined) return undefined;
  let over = false;
  const seeds = Array.from({ length: CLIENTS }, () => dice.upTo(2 ** 31));
  const scenes = seeds.map((seed) => ({ client: clientOf(ready), book, dice: diceOf(seed) }));
  const acting = Promise.all(scenes.map((scene) => actUntil(scene, () => over))).then(() => undefined, String);
  const ended = running.ended.then(() => "ended");
  const first = await Promise.race([wait(place === "" ? 20 + dice.upTo(1_200) : PATIENCE_MS), acting, ended]);
  over = true;
  if (place !== "" && first !== "ended") missed.push(place);
  await end(running, "SIGKILL");
  return acting;
}

/** After a restart: first what holds always, then, if asked, what holds at rest. */
async function examine({ running, book, ledger }: Campaign, rest: boolean): Promise<string[]> {
  const client = clientOf(await running.ready);
  // Faults would act on the checker's own requests.
  await client.must("DELETE", "/admin/faults");
  const wrong = await readChains(client, ledger, book);
  wrong.push(...(await keptPromises(client, book)), ...(await askAgain(client, book)));
  if (rest) {
    for (const network of NETWORKS) await client.must("PUT", `/admin/networks/${network}/mining`, { mode: "instant" });
    const { pending } = await client.must("POST", "/admin/run-until-idle", { advance: true, limit: "10d" });
    if (pending.length > 0) wrong.push(`not idle: ${JSON.stringify(pending)}`);
    wrong.push(...(await keptPromises(client, book)), ...(await readChains(client, ledger, book)));
    wrong.push(...(await atRest(client, ledger, book)));
  } else {
    // What it says of a payout and what the chain shows are read one after the other, while work goes on.
    wrong.push(...(await keptPromises(client, book)), ...(await readChains(client, ledger, book)));
  }
  wrong.push(...paidOnce(ledger, book));
  const { invariants } = await client.must("GET", "/admin/invariants");
  for (const { id, ok, breach } of invariants) if (!ok) wrong.push(`${id}: ${JSON.stringify(breach)}`);
  return wrong;
}

/** A clean stop, then doctor. */
async function lastLook({ running, folder }: Campaign): Promise<string[]> {
  const how = await end(running, "SIGTERM");
  const { code, said } = await doctor(folder);
  return [...(how === 0 ? [] : [`SIGTERM ended with ${how}`]), ...(code === 0 ? [] : [`doctor: ${code} ${said}`])];
}
