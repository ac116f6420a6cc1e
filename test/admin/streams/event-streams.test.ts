// EventStreams without a world: back pressure, heartbeats, limits, and clean-up.
import { createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { EventStreams } from "../../../src/admin/streams/event-streams.ts";
import {
  HEARTBEAT_MS,
  MAX_MISSED_HEARTBEATS,
  MAX_STREAMS,
  OpenStreams,
} from "../../../src/admin/streams/open-streams.ts";
import { Problem } from "../../../src/kernel/problem.ts";
import { anEventStream } from "../../support/clients/an-event-stream.ts";
import { aWallClock } from "../../webhooks/a-wall-clock.ts";

/** A server that answers every request with a stream of the events that `tell` adds. */
async function aStreamServer() {
  const { wall, waiting, pass } = aWallClock();
  const open = new OpenStreams(wall);
  const streams = new EventStreams(open);
  const seen: string[] = [];
  let reads = 0;
  const source = {
    read(after: number, limit: number) {
      reads += 1;
      return seen
        .map((data, index) => ({ sequence: index + 1, data: JSON.stringify(data) }))
        .slice(after, after + limit)
        .filter(({ data }) => !data.includes("unwanted"));
    },
    newest: () => seen.length,
  };
  const refusals: unknown[] = [];
  const answers: ServerResponse[] = [];
  const server = createServer((incoming, response) => {
    answers.push(response);
    const after = Number(new URL(incoming.url ?? "/", "http://here").searchParams.get("after") ?? 0);
    try {
      streams.open(response, source, after, () => response.writeHead(200));
    } catch (error) {
      refusals.push(error);
      response.writeHead(503).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const tell = (...texts: string[]): void => {
    seen.push(...texts);
    streams.wake();
  };
  return { url, open, streams, tell, seen, pass, waiting, refusals, answers, reads: () => reads };
}

/** Resolves once `holds` is true; checked again whenever the process has read or written something. */
async function eventually(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

test("past events come first, then new ones, each with its sequence as id", async () => {
  const server = await aStreamServer();
  server.tell("one", "two");
  const stream = await anEventStream(server.url);
  await stream.count(2);
  server.tell("three");
  await stream.count(3);
  expect(stream.messages.slice(1)).toEqual([
    { id: "1", data: "one" },
    { id: "2", data: "two" },
    { id: "3", data: "three" },
  ]);
});

test("a cursor excludes the events before it, and events that do not match are read once only", async () => {
  const server = await aStreamServer();
  server.tell("one", "two");
  const stream = await anEventStream(`${server.url}?after=1`);
  await stream.count(1);
  server.tell(...Array.from({ length: 40 }, () => "unwanted"));
  const before = server.reads();
  server.tell("three");
  await stream.count(2);
  expect(stream.ids()).toEqual([2, 43]);
  expect(server.reads()).toBe(before + 1);
});

test("a client that disconnects is removed, with the timer of its heartbeat", async () => {
  const server = await aStreamServer();
  const streams = [await anEventStream(server.url), await anEventStream(server.url)];
  expect([server.open.size, server.waiting()]).toEqual([2, 2]);
  for (const stream of streams) stream.leave();
  await eventually(() => server.open.size === 0);
  expect(server.waiting()).toBe(0);
  expect(() => server.tell("to nobody")).not.toThrow();
});

test("a heartbeat is sent when nothing else is", async () => {
  const server = await aStreamServer();
  const stream = await anEventStream(server.url);
  for (let beat = 1; beat <= 3; beat += 1) {
    server.pass(HEARTBEAT_MS);
    await stream.message(() => stream.messages.filter(({ comment }) => comment !== undefined).length >= beat);
  }
  server.pass(HEARTBEAT_MS - 1);
  server.tell("one");
  await stream.count(1);
  expect(stream.messages.filter(({ comment }) => comment !== undefined)).toHaveLength(3);
});

/** Connects and reads no byte of the answer. */
async function aClientThatDoesNotRead(url: string) {
  const answered = Promise.withResolvers<import("node:http").IncomingMessage>();
  const client = request(url, { agent: false }, (response) => {
    response.pause();
    answered.resolve(response);
  });
  client.end();
  client.on("error", () => {});
  onTestFinished(() => void client.destroy());
  return answered.promise;
}

const BIG = "x".repeat(100_000);

test("a client that does not read costs no memory: unsent events stay in the database, and come when it reads again", async () => {
  const server = await aStreamServer();
  const response = await aClientThatDoesNotRead(server.url);
  for (let seen = 0; seen < 120; seen += 1) server.tell(BIG);
  await eventually(() => server.answers[0]?.writableNeedDrain === true);
  const kept = server.answers[0]?.writableLength ?? 0;
  for (let seen = 0; seen < 30; seen += 1) server.tell(BIG);
  expect(server.answers[0]?.writableLength).toBe(kept);
  expect(kept).toBeLessThan(400_000);
  const ids: number[] = [];
  let rest = "";
  response.setEncoding("utf8");
  response.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("id: ")) ids.push(Number(line.slice(4)));
  });
  response.resume();
  await eventually(() => ids.at(-1) === 150);
  expect(ids).toEqual(Array.from({ length: 150 }, (_, index) => index + 1));
});

test("a client that reads nothing for a minute is disconnected", async () => {
  const server = await aStreamServer();
  await aClientThatDoesNotRead(server.url);
  for (let seen = 0; seen < 120; seen += 1) server.tell(BIG);
  await eventually(() => server.answers[0]?.writableNeedDrain === true);
  for (let beat = 1; beat < MAX_MISSED_HEARTBEATS; beat += 1) server.pass(HEARTBEAT_MS);
  expect(server.open.size).toBe(1);
  server.pass(HEARTBEAT_MS);
  await eventually(() => server.open.size === 0);
  expect(server.waiting()).toBe(0);
});

test("at most a hundred are open; when one ends another can open", async () => {
  const server = await aStreamServer();
  const open = await Promise.all(Array.from({ length: MAX_STREAMS }, () => anEventStream(server.url)));
  expect((await anEventStream(server.url)).status).toBe(503);
  expect(server.refusals).toHaveLength(1);
  expect(server.refusals[0]).toBeInstanceOf(Problem);
  expect(server.open.size).toBe(MAX_STREAMS);
  open[0]?.leave();
  await eventually(() => server.open.size < MAX_STREAMS);
  expect((await anEventStream(server.url)).status).toBe(200);
});

test("a new world is announced, and followed from its latest event", async () => {
  const server = await aStreamServer();
  server.tell("one", "two", "three");
  const stream = await anEventStream(server.url);
  await stream.count(3);
  server.seen.splice(0, 3, "other one");
  server.streams.restart("restored");
  expect(await stream.message(({ event }) => event === "restart")).toEqual({
    id: "1",
    event: "restart",
    data: { why: "restored", sequence: 1 },
  });
  server.tell("other two");
  await stream.count(4);
  expect(stream.messages.at(-1)).toEqual({ id: "2", data: "other two" });
});

test("the end of the sandbox ends every stream", async () => {
  const server = await aStreamServer();
  const stream = await anEventStream(server.url);
  server.open.close();
  await stream.ended();
  await eventually(() => server.open.size === 0);
  expect(server.waiting()).toBe(0);
});
