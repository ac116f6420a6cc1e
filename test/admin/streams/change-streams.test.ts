// ChangeStreams over a database alone: which table leads to which topic, merging, limits, slow clients, and silence (D-70).
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ChangeStreams, GATHER_MS, INTERVAL_MS } from "../../../src/admin/streams/change-streams.ts";
import { MAX_IDS } from "../../../src/admin/streams/changes.ts";
import { EventStreams } from "../../../src/admin/streams/event-streams.ts";
import { HEARTBEAT_MS, MAX_STREAMS, OpenStreams } from "../../../src/admin/streams/open-streams.ts";
import { TOPICS, TOPICS_OF_TABLE, type Topic } from "../../../src/admin/streams/topics.ts";
import { created } from "../../../src/domain/apply-transition.ts";
import { depositMachine } from "../../../src/domain/deposit/machine.ts";
import { putClock } from "../../../src/domain/world-row.ts";
import { Clock, type ClockMode } from "../../../src/kernel/clock.ts";
import { Problem } from "../../../src/kernel/problem.ts";
import { anEventStream } from "../../support/clients/an-event-stream.ts";
import { anEmptyDatabase } from "../../support/worlds/an-empty-database.ts";
import { aWallClock } from "../../webhooks/a-wall-clock.ts";

/** A server that answers every request with a stream of the changes of one database. `topics` come from the query. */
async function aChangeServer(mode: ClockMode = "frozen") {
  const { wall, waiting, pass } = aWallClock();
  const world = { db: anEmptyDatabase(), clock: Clock.startingAt(wall.now, wall.now(), mode) };
  let present: typeof world | undefined = world;
  const open = new OpenStreams(wall);
  const changes = new ChangeStreams(wall, open, () => present);
  const events = new EventStreams(open);
  world.db.onCommit(() => changes.wake());
  const refusals: unknown[] = [];
  const server = createServer((incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://here");
    const names = searchParams.get("topics")?.split(",") as Topic[] | undefined;
    const topics = names && new Set(names);
    const head = (): void => void response.writeHead(200);
    try {
      if (pathname === "/events") events.open(response, { read: () => [], newest: () => 0 }, 0, head);
      else changes.open(response, { topics, version: "1" }, head);
    } catch (error) {
      refusals.push(error);
      response.writeHead(503).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    world.db.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const write = (sql: string): void => world.db.transaction(() => void world.db.run(sql));
  const setWorld = (next: typeof world | undefined): void => {
    present = next;
  };
  return { url, ...world, open, changes, write, wall, pass, waiting, refusals, setWorld };
}

type Stream = Awaited<ReturnType<typeof anEventStream>>;

const named = (stream: Stream, name: string): any[] =>
  stream.messages.filter(({ event }) => event === name).map(({ data }) => data);
const changesOf = (stream: Stream): any[] => named(stream, "change");

async function aStream(url: string): Promise<Stream> {
  const stream = await anEventStream(url);
  await stream.message(({ event }) => event === "hello");
  return stream;
}

/** Everything that was written before arrives before a message about the clock that follows. */
async function untilNow({ changes, pass }: { changes: ChangeStreams; pass(ms: number): void }, stream: Stream) {
  const before = named(stream, "change").filter(({ topics }) => topics.includes("snapshots")).length;
  pass(INTERVAL_MS);
  changes.note("snapshots");
  pass(INTERVAL_MS);
  await stream.message(() => changesOf(stream).filter(({ topics }) => topics.includes("snapshots")).length > before);
}

test("hello comes first and says where the client is", async () => {
  const { url, db } = await aChangeServer();
  const stream = await aStream(url);
  expect(stream.messages.filter(({ event }) => event !== undefined)).toEqual([
    {
      event: "hello",
      data: {
        ...{ version: "1", world: 1, revision: db.written.count },
        clock: { now: "2026-01-01T00:00:00.000Z", mode: "frozen", offset_ms: 0 },
      },
    },
  ]);
});

test("a write to each table of the schema says exactly its topics, and every topic that a table has is said (D-70)", async () => {
  const server = await aChangeServer();
  const stream = await aStream(server.url);
  const tables = server.db
    .all<{ name: string }>("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .map(({ name }) => name);
  expect(Object.keys(TOPICS_OF_TABLE).toSorted()).toEqual(tables.toSorted());
  const outside: Topic[] = ["clock", "snapshots", "requests", "contract", "invariants", "scenarios"];
  expect(new Set([...Object.values(TOPICS_OF_TABLE).flat(), ...outside])).toEqual(new Set(TOPICS));
  for (const table of tables) {
    const before = changesOf(stream).length;
    const column = server.db.get<{ name: string }>("select name from pragma_table_info(:table)", { table })?.name;
    server.write(`update ${table} set ${column} = ${column} where false`);
    server.pass(INTERVAL_MS);
    const topics = TOPICS_OF_TABLE[table] ?? [];
    if (topics.length > 0) await stream.message(() => changesOf(stream).length > before);
    else await untilNow(server, stream);
    expect(new Set(changesOf(stream)[before].topics), table).toEqual(
      new Set(topics.length > 0 ? topics : ["snapshots"]),
    );
  }
});

test("a statement whose table is not known says every topic", async () => {
  const server = await aChangeServer();
  const stream = await aStream(server.url);
  server.db.script("create table new_one (id integer) strict");
  server.write("update new_one set id = 1");
  server.pass(INTERVAL_MS);
  await stream.message(() => changesOf(stream).length === 1);
  expect(changesOf(stream)[0].topics).toEqual(TOPICS);
});

test("a thousand commits are one message, within 50 ms of the first, and no more than ten follow in a second", async () => {
  const server = await aChangeServer();
  const stream = await aStream(server.url);
  expect(GATHER_MS).toBeLessThanOrEqual(50);
  for (let commit = 0; commit < 1_000; commit += 1) server.write("update deposit set id = id where false");
  server.pass(GATHER_MS - 1);
  expect(changesOf(stream)).toEqual([]);
  server.pass(1);
  await stream.message(() => changesOf(stream).length === 1);
  for (let ms = 0; ms < 1_000; ms += 1) {
    server.write("update payout set id = id where false");
    server.pass(1);
  }
  await untilNow(server, stream);
  const messages = changesOf(stream);
  expect(messages.length - 2).toBeGreaterThan(5);
  expect(messages.length - 2).toBeLessThanOrEqual(10);
  const revisions = messages.map(({ revision }) => revision);
  expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));
});

test("a world in which nothing happens sends heartbeats alone, also while its running clock is saved each second", async () => {
  const server = await aChangeServer("running");
  const stream = await aStream(server.url);
  for (let second = 0; second < 60; second += 1) {
    server.pass(1_000);
    server.clock.tick();
    server.db.transaction(() => putClock(server.db, server.clock.state()));
    server.db.transaction(() => void server.db.get("select 1 as one"));
  }
  server.pass(HEARTBEAT_MS);
  await stream.message(() => stream.messages.filter(({ comment }) => comment !== undefined).length >= 4);
  expect(changesOf(stream)).toEqual([]);
});

test("a clock that is moved, frozen or resumed says so", async () => {
  const server = await aChangeServer("running");
  const stream = await aStream(server.url);
  for (const [act, mode] of [
    [() => server.clock.freeze(), "frozen"],
    [() => server.clock.moveTo(server.clock.now() + 60_000), "frozen"],
    [() => server.clock.resume(), "running"],
  ] as const) {
    const before = changesOf(stream).length;
    act();
    server.db.transaction(() => putClock(server.db, server.clock.state()));
    server.pass(INTERVAL_MS);
    await stream.message(() => changesOf(stream).length > before);
    expect(changesOf(stream).at(-1)).toMatchObject({ topics: ["clock"], clock: { mode } });
  }
  expect(changesOf(stream).at(-1).clock.now).toBe("2026-01-01T00:01:00.100Z");
});

test("with topics only those are sent, and of a message the rest is left out", async () => {
  const server = await aChangeServer();
  const stream = await aStream(`${server.url}/?topics=payouts,snapshots`);
  server.write("update deposit set id = id where false");
  server.pass(INTERVAL_MS);
  server.write("update attempt set id = id where false");
  await untilNow(server, stream);
  expect(changesOf(stream).map(({ topics }) => topics)).toEqual([["payouts"], ["snapshots"]]);
});

test("ids are those of records that are new or moved; of more than fifty none is named", async () => {
  const server = await aChangeServer();
  const stream = await aStream(server.url);
  const create = (count: number, first: number): void =>
    server.db.transaction(() => {
      for (let at = 0; at < count; at += 1) created(server, depositMachine, `d${first + at}`, "seen");
      server.db.run("update deposit set id = id where false");
    });
  create(2, 0);
  server.pass(INTERVAL_MS);
  await stream.message(() => changesOf(stream).length === 1);
  create(MAX_IDS, 0);
  server.pass(INTERVAL_MS);
  await stream.message(() => changesOf(stream).length === 2);
  create(MAX_IDS + 1, 0);
  server.pass(INTERVAL_MS);
  await stream.message(() => changesOf(stream).length === 3);
  const [first, second, third] = changesOf(stream);
  expect(first).toMatchObject({ topics: ["deposits"], ids: { deposits: ["d0", "d1"] } });
  expect(second.ids.deposits).toHaveLength(MAX_IDS);
  expect(third).not.toHaveProperty("ids");
});

test("without a stream a commit arms no timer, and a stream that is opened hears nothing of what was before", async () => {
  const server = await aChangeServer();
  server.write("update deposit set id = id where false");
  server.changes.note("requests");
  expect(server.waiting()).toBe(0);
  const stream = await aStream(server.url);
  await untilNow(server, stream);
  expect(changesOf(stream).map(({ topics }) => topics)).toEqual([["snapshots"]]);
  server.write("update deposit set id = id where false");
  expect(server.waiting()).toBe(2);
  stream.leave();
  while (server.open.size > 0) await new Promise((resolve) => setImmediate(resolve));
  expect(server.waiting()).toBe(0);
});

test("another world is announced with its number, and what was written before is forgotten", async () => {
  const server = await aChangeServer();
  const stream = await aStream(server.url);
  server.write("update deposit set id = id where false");
  const other = { db: anEmptyDatabase(), clock: server.clock };
  other.db.onCommit(() => server.changes.wake());
  onTestFinished(() => other.db.close());
  server.setWorld(undefined);
  server.pass(INTERVAL_MS);
  server.setWorld(other);
  server.changes.restart("restored", { id: "snapshot-1", name: "before" });
  other.db.transaction(() => void other.db.run("update payout set id = id where false"));
  server.pass(INTERVAL_MS);
  await stream.message(() => changesOf(stream).length === 1);
  const snapshot = { id: "snapshot-1", name: "before" };
  expect(named(stream, "restart")).toMatchObject([{ why: "restored", world: 2, revision: 0, snapshot }]);
  expect(changesOf(stream)[0]).toMatchObject({ topics: ["payouts"], revision: 1 });
  server.setWorld(undefined);
  expect((await anEventStream(server.url)).status).toBe(503);
});

test("both kinds of streams share the limit, and the next one is refused with what to do", async () => {
  const server = await aChangeServer();
  const streams = await Promise.all(
    Array.from({ length: MAX_STREAMS }, (_, at) => anEventStream(`${server.url}${at % 2 === 0 ? "/events" : "/"}`)),
  );
  expect((await anEventStream(server.url)).status).toBe(503);
  expect((await anEventStream(`${server.url}/events`)).status).toBe(503);
  expect(server.refusals).toHaveLength(2);
  expect(server.refusals[0]).toBeInstanceOf(Problem);
  for (const stream of streams) stream.leave();
  while (server.open.size > 0) await new Promise((resolve) => setImmediate(resolve));
  expect(server.waiting()).toBe(0);
});

test("a client that does not read costs a set of topics, and gets them as one message once it reads", async () => {
  const server = await aChangeServer();
  const reader = await aStream(server.url);
  const { promise, resolve } = Promise.withResolvers<import("node:http").IncomingMessage>();
  const client = request(server.url, { agent: false }, (response) => {
    response.pause();
    resolve(response);
  });
  client.end();
  onTestFinished(() => void client.destroy());
  const response = await promise;
  // Heartbeats of a minute disconnect a client that reads nothing, so the clock hardly moves: the messages are made long instead.
  const ids = Array.from({ length: MAX_IDS }, (_, at) => `${"x".repeat(3_000)}${at}`);
  const rounds = 200;
  for (let round = 1; round <= rounds; round += 1) {
    server.db.transaction(() => {
      for (const id of ids) created(server, depositMachine, id, "seen");
      server.db.run("update deposit set id = id where false");
    });
    server.pass(INTERVAL_MS);
    await reader.message(() => changesOf(reader).length === round);
  }
  let text = "";
  response.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  response.resume();
  const merged = /\ndata: \{"revision":\d+,"clock":[^}]*\},"topics":\["deposits"\]\}\n\n/;
  while (!merged.test(text)) await new Promise((done) => setImmediate(done));
  expect(text.split("event: change").length - 1).toBeLessThan(rounds);
});
