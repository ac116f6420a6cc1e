// A scripted agent, without a model: it knows what llms.txt says and has the tools, and builds a receiver that passes (G-T5).
import { spawn } from "node:child_process";
import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { COMMAND } from "../support/the-command.ts";
import { spawnServer } from "./a-client.ts";

const LLMS = readFileSync(join(import.meta.dirname, "../../llms.txt"), "utf8");

/** The words behind the program of the line that llms.txt shows for a command. */
function wordsOf(command: string): string[] {
  const line = LLMS.split("\n").find((one) => one.startsWith(`npx cpsandbox ${command} `));
  if (line === undefined) throw new Error(`llms.txt shows no ${command}`);
  return line.split(" ").slice(2);
}

/** The rule of the signature as llms.txt states it in four lines, and the trap of webhooks that come twice. */
async function aReceiverByTheText(secret: string) {
  const credits = new Map<string, bigint>();
  const seen = new Set<string>();
  const server = createServer(async (request, response) => {
    if (request.url === "/credits")
      return response.end(JSON.stringify(Object.fromEntries([...credits].map(([owner, raw]) => [owner, String(raw)]))));
    const body = await buffer(request);
    const of = (name: string): string => String(request.headers[name] ?? "");
    const wanted = createHmac("sha256", secret)
      .update(`${of("webhook-timestamp")}.`)
      .update(body)
      .digest();
    const given = of("webhook-signature")
      .split(" ")
      .map((one) => Buffer.from(one, "hex"));
    const isGenuine = given.some((one) => one.length === wanted.length && timingSafeEqual(one, wanted));
    const age = Math.abs(Date.now() / 1000 - Number(of("webhook-timestamp")));
    if (!isGenuine || !(age <= 300)) return response.writeHead(401).end();
    const isNew = !seen.has(of("webhook-id"));
    seen.add(of("webhook-id"));
    const { type, payload } = JSON.parse(String(body));
    if (isNew && type === "deposit.confirmed")
      credits.set(payload.owner, (credits.get(payload.owner) ?? 0n) + BigInt(payload.balance.raw));
    return response.writeHead(200).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  return { credits, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks` };
}

test("from llms.txt and the tools alone: a receiver that verifies, credits once, and passes its grading", async () => {
  const words = wordsOf("start");
  const secret = words[words.indexOf("--webhook-secret") + 1] ?? "";
  const receiver = await aReceiverByTheText(secret);
  const url = words[words.indexOf("--webhook") + 1] ?? "";
  const line = [...words.map((word) => (word === url ? receiver.url : word)), "--port", "0", "--json"];
  const sandbox = spawn(process.execPath, [COMMAND, ...line], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(sandbox, "exit");
  onTestFinished(async () => {
    sandbox.kill("SIGTERM");
    await ended;
  });
  const [first] = (await once(createInterface({ input: sandbox.stdout }), "line")) as [string];
  const ready = JSON.parse(first);
  // The key stands in the text: it is the same on every first start.
  const [, key = ""] = /X-API-Key: (sk_\w+)/.exec(LLMS) ?? [];
  expect(key).toBe(ready.api_key);
  const { ok, call } = await spawnServer(["--url", ready.url, "--api-key", key]);

  await ok("call_operation", { id: "v1:createWallet", body: { owner: "alice", network_symbol: "base" } });
  const paid = await ok("deposit", { network: "base", asset: "USDC", amount: "25.5", owner: "alice" });
  for (const next of paid.next) await ok(next.tool, next.arguments);
  expect(receiver.credits.get("alice")).toBe(25_500_000n);

  const { items } = await ok("deliveries", { action: "list", type: "deposit.confirmed" });
  expect(items).toMatchObject([{ state: "delivered" }]);
  const again = await ok("deliveries", { action: "redeliver", id: items[0].id });
  for (const next of again.next) await ok(next.tool, next.arguments);
  const { attempts } = await ok("deliveries", { action: "one", id: items[0].id });
  expect(attempts.length).toBe(2);
  expect(receiver.credits.get("alice")).toBe(25_500_000n);

  const probe_url = new URL("/credits", receiver.url).href;
  const graded = await ok("contract", { action: "receiver", url: receiver.url, secret, probe_url, owner: "alice" });
  expect(graded.results.filter(({ result }: { result: string }) => result === "fail")).toEqual([]);
  expect(graded).toMatchObject({ judged: true, counts: { fail: 0 } });
  expect(graded.passed).toEqual(expect.arrayContaining(["W-01", "W-03", "W-14", "W-17"]));
  const report = await call("contract", { action: "report" });
  expect(report.isError, report.text.slice(0, 300)).toBe(false);
  expect(report.data.findings.filter(({ level }: { level: string }) => level === "error")).toEqual([]);
}, 120_000);
