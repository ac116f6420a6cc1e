// `events --follow` on the sandbox's event stream: in order, filtered, resumed after a break, and across a reset.
import { createServer, type ServerResponse } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { runCommand } from "../../src/cli/program.ts";
import { sseMessages } from "../../src/cli/sse-parser.ts";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";
import { aWallet } from "../support/payments/on-chain.ts";
import { listen } from "../webhooks/a-receiver.ts";
import { anIo } from "./an-io.ts";

function following(url: string, ...words: string[]) {
  const hands = anIo({ SANDBOX_URL: url });
  const ended = runCommand(["events", "--follow", "--json", ...words], hands.io);
  onTestFinished(() => {
    hands.signal();
    return ended.then(() => {});
  });
  const events = (): any[] =>
    hands.said.out
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  const until = (count: number) => hands.until(() => events().length >= count);
  return { ...hands, ended, events, untilEvents: until };
}

const pay = (sandbox: ASandbox) =>
  sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "1", owner: "alice" });

describe("events --follow at a running sandbox", () => {
  test("prints past events, then new ones, each once and in order", async () => {
    const sandbox = await aSandbox();
    await aWallet(sandbox.api);
    const follow = following(sandbox.url);
    await follow.untilEvents(1);
    await pay(sandbox);
    await follow.untilEvents(4);
    const { items } = await sandbox.control("GET", "/events");
    expect(follow.events()).toEqual(items.slice(0, follow.events().length));
    expect(follow.said.err).toBe("");
    follow.signal("SIGINT");
    expect(await follow.ended).toBe(0);
  });

  test("prints only the given types and tenant, and stops at a limit", async () => {
    const sandbox = await aSandbox();
    const { tenant_id, api_key } = await sandbox.control("POST", "/tenants", { name: "other" });
    const follow = following(sandbox.url, "--type", "address.assigned", "--tenant-id", tenant_id, "--limit", "2");
    for (const owner of ["one", "two"]) {
      await aWallet(sandbox.api, { owner: `not ${owner}` });
      await aWallet(sandbox.clientFor(api_key), { owner });
    }
    expect(await follow.ended).toBe(0);
    expect(follow.events().map(({ tenant_id: tenant, payload }) => [tenant, payload.owner])).toEqual([
      [tenant_id, "one"],
      [tenant_id, "two"],
    ]);
  });

  test("notices a reset and continues with the events after it", async () => {
    const sandbox = await aSandbox();
    const follow = following(sandbox.url);
    await aWallet(sandbox.api, { owner: "before" });
    await follow.untilEvents(1);
    await sandbox.control("POST", "/reset");
    await follow.until(() => follow.said.err !== "");
    await aWallet(sandbox.api, { owner: "after" });
    await follow.untilEvents(2);
    expect(follow.events().map(({ sequence, payload }) => [sequence, payload.owner])).toEqual([
      [1, "before"],
      [1, "after"],
    ]);
    expect(follow.said.err).toBe("the world was reset or restored: following its new events now\n");
  });

  test("ends with one line when the sandbox has stopped", async () => {
    const sandbox = await aSandbox();
    const follow = following(sandbox.url);
    await aWallet(sandbox.api);
    await follow.untilEvents(1);
    await sandbox.close();
    expect(await follow.ended).toBe(1);
    expect(follow.said.err).toMatch(/^no sandbox answers at .*\n$/);
  });
});

/** A server whose event stream the test writes; `serve` gets each connection and its `after`. */
async function aStream(serve: (response: ServerResponse, after: string | null, number: number) => void) {
  let connections = 0;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://x");
    if (url.pathname !== "/admin/events/stream") {
      response.end(JSON.stringify({ success: true, message: "ok", data: { items: [] } }));
      return;
    }
    connections += 1;
    response.writeHead(200, { "content-type": "text/event-stream" });
    serve(response, url.searchParams.get("after"), connections);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return listen(server);
}

const message = (sequence: number) =>
  `id: ${sequence}\ndata: ${JSON.stringify({ sequence, id: `e-${sequence}`, type: "deposit.new" })}\n\n`;

describe("events --follow on a stream that breaks", () => {
  test("continues after the last received event, and misses none", async () => {
    const asked: (string | null)[] = [];
    const url = await aStream((response, after, number) => {
      asked.push(after);
      const next = Number(after) + 1;
      response.write(message(next));
      if (number % 2 === 1) response.write(message(next + 1), () => response.destroy());
      else response.end();
    });
    const follow = following(url, "--limit", "5");
    expect(await follow.ended).toBe(0);
    expect(follow.events().map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    expect(asked[0]).toBe("0");
    expect(asked.length).toBeGreaterThan(2);
  });

  test("gives up in one line when every stream ends at once", async () => {
    const url = await aStream((response) => response.end(": hello\n\n"));
    const follow = following(url);
    expect(await follow.ended).toBe(1);
    expect(follow.said.err).toMatch(/^the event stream of http:\S+ ends as soon as it begins[^\n]*\n$/);
  });
});

test("messages are parsed however the bytes are split, with comments, several lines, other line ends, a BOM and retry", async () => {
  const text =
    '\uFEFF: hi\n\nid: 1\ndata: a\ndata: ü🚀\n\nevent: restart\r\ndata: {"x":1}\r\n\r\ndata:tight\n\nid: 2\rdata: lone\rdata: returns\r\rretry: 5\n\nid: 3\n\nretry: 7\ndata\n\ndata: unfinished\n';
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 3, 7, bytes.length]) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    });
    const messages = [];
    for await (const one of sseMessages(body)) messages.push(one);
    expect(messages).toEqual([
      { id: "1", event: "message", data: "a\nü🚀" },
      { id: "", event: "restart", data: '{"x":1}' },
      { id: "", event: "message", data: "tight" },
      { id: "2", event: "message", data: "lone\nreturns" },
      { id: "", event: "message", data: "" },
    ]);
  }
});
