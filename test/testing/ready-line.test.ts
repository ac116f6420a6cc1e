// The ready line in the log of a container: found among others, and again where the stream of an engine breaks.
import { PassThrough, Readable } from "node:stream";
import { expect, test } from "vitest";
import { readReady } from "../../src/testing/container/ready-line.ts";

const READY = JSON.stringify({ api_key: "key", url: "http://127.0.0.1:4010" });
const PATIENCE = { tries: 3, waitMs: 100 };

/** Hands out these streams, one a look. */
function logsOf(...streams: (() => Readable)[]) {
  let asked = 0;
  return { asked: () => asked, logs: async () => (streams[asked++] ?? (() => new PassThrough()))() };
}

/** Begins with a text and breaks without an end. */
function broken(text: string, error?: Error): Readable {
  const stream = new PassThrough();
  stream.write(text);
  setTimeout(() => stream.destroy(error), 5);
  return stream;
}

const silent = (): Readable => new PassThrough();
const whole = (): Readable => Readable.from([`a line\n{"other": 1}\n{ not JSON\n${READY}\nmore\n`]);

test.each([
  ["a log that has it", [whole]],
  ["one that says nothing and never ends", [silent, whole]],
  ["one that breaks in the middle of the line", [() => broken(READY.slice(0, 20)), whole]],
  ["one that fails", [() => broken("", new Error("reset")), whole]],
  ["one that was empty when it was asked for", [() => Readable.from([""]), whole]],
  ["a line without its end in a stream that stays open", [() => Readable.from([READY])]],
] as const)("the ready line is read from %s", async (_name, streams) => {
  const log = logsOf(...streams);
  expect(await readReady(log.logs, PATIENCE)).toMatchObject({ api_key: "key" });
  expect(log.asked()).toBe(streams.length);
});

test("a container that never prints it is named, after all looks", async () => {
  const log = logsOf(silent, () => Readable.from(["hello\n"]), silent);
  await expect(readReady(log.logs, PATIENCE)).rejects.toThrow("printed no ready line, of 3 looks at its log");
  expect(log.asked()).toBe(3);
});
