// Runs inside the image, without a network: `node inside-image.mjs`, beside a certificate for `https.test`. Webhooks find their receivers by name, time
// zones and languages are there, worlds are kept in a folder, and what would need a shell says that there is none.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { createServer as createPlainServer } from "node:http";
import { createServer } from "node:https";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { rootCertificates } from "node:tls";

const COMMAND = "/usr/local/bin/cpsandbox";
const here = import.meta.dirname;
const read = (/** @type {string} */ name) => readFileSync(join(here, name), "utf8");

/** A name server at 127.0.0.1:53: every name below `.test` is this container, for IPv4. */
async function nameServer() {
  const socket = createSocket("udp4");
  socket.on("message", (question, { port, address }) => {
    // The name ends with a length of 0; type and class follow.
    const end = question.indexOf(0, 12) + 5;
    const isAddress = question.readUInt16BE(end - 4) === 1;
    const head = Buffer.from([...question.subarray(0, 2), 0x81, 0x80, 0, 1, 0, isAddress ? 1 : 0, 0, 0, 0, 0]);
    const record = isAddress ? Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]) : Buffer.alloc(0);
    socket.send(Buffer.concat([head, question.subarray(12, end), record]), port, address);
  });
  socket.bind(53, "127.0.0.1");
  await once(socket, "listening");
}

/** The names under which webhooks came. */
const came = /** @type {Set<string>} */ (new Set());

/** @param {import("node:http").Server} server @param {string} scheme */
async function receiver(server, scheme) {
  server.on("request", (request, response) => {
    came.add(`${scheme}://${String(request.headers.host).split(":")[0]}`);
    request.resume().on("end", () => response.end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return /** @type {import("node:net").AddressInfo} */ (server.address()).port;
}

/** @param {string[]} words */
function started(...words) {
  const { status, stdout, stderr, error } = spawnSync(COMMAND, words, { encoding: "utf8" });
  return { status, said: `${stdout}${stderr}${error ?? ""}` };
}

async function webhooksByName() {
  const plain = await receiver(createPlainServer(), "http");
  const secure = await receiver(createServer({ cert: read("certificate.pem"), key: read("key.pem") }), "https");
  const urls = [`http://http.test:${plain}/`, `https://https.test:${secure}/`, `http://extra.host:${plain}/`];
  const environment = { ...process.env, NODE_EXTRA_CA_CERTS: join(here, "certificate.pem"), SANDBOX_DATA: "/data" };
  const sandbox = spawn(COMMAND, ["start", "--json", "--port", "0"], {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface({ input: sandbox.stdout }), "line");
  const ready = JSON.parse(line);
  /** @param {string} url @param {object} body */
  const ask = async (url, body) => {
    const keys = { authorization: `Bearer ${ready.admin_token}`, "x-api-key": ready.api_key };
    const headers = { "content-type": "application/json", ...keys };
    const reply = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    assert.ok(reply.ok, `${url}: ${await reply.clone().text()}`);
  };
  for (const url of urls) await ask(`${ready.admin_url}/tenants/${ready.tenant_id}/webhook-endpoints`, { url });
  await ask(`${ready.api_base_url}/wallets`, { owner: "ann", network_symbol: "base" });
  await ask(`${ready.admin_url}/deposits`, { network: "base", asset: "USDC", amount: "5", owner: "ann" });
  const wanted = urls.map((url) => `${new URL(url).protocol}//${new URL(url).hostname}`);
  for (const began = Date.now(); wanted.some((one) => !came.has(one)); ) {
    assert.ok(Date.now() - began < 20_000, `webhooks came to ${[...came].join(", ")} alone`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  sandbox.kill("SIGTERM");
  const [code] = await once(sandbox, "exit");
  assert.equal(code, 0);
  const { status, said } = started("doctor", "--data", "/data");
  assert.equal(status, 0, said);
}

function commandsWithoutAShell() {
  const exec = started("exec", "--", "sh", "-c", "true");
  assert.deepEqual([exec.status, /there is no shell here/.test(exec.said)], [127, true], exec.said);
  assert.equal(started("exec", "--", "node", "-e", "process.exit(process.env.SANDBOX_URL ? 7 : 1)").status, 7);
  const quoted = [
    "--app",
    "PORT=1 node x",
    "--webhook",
    "http://127.0.0.1:1024/",
    "--books",
    "http://127.0.0.1:1024/b",
  ];
  const hunt = started("hunt", ...quoted, "--quick", "--report", "/tmp/hunt");
  assert.ok(hunt.status !== 0 && /there is no shell here/.test(hunt.said), hunt.said);
  const probe = ["--secret", "whsec_x", "--probe-command", "cat credits"];
  const graded = started("contract", "receiver", "http://127.0.0.1:1024/", ...probe);
  assert.ok(graded.status !== 0 && graded.said !== "", graded.said);
}

/** The documents of the package are in the image: the server for coding agents reads them. */
function documents() {
  const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const calls = [
    { id: 1, method: "initialize", params: client },
    { id: 2, method: "resources/read", params: { uri: "sandbox://docs/webhooks" } },
  ];
  const input = calls.map((call) => `${JSON.stringify({ jsonrpc: "2.0", ...call })}\n`).join("");
  const { stdout, stderr } = spawnSync(COMMAND, ["mcp"], { input, encoding: "utf8", timeout: 20_000 });
  assert.match(stdout, /webhook-signature.*"id":2/s, stderr);
}

const outside = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).filter(({ internal }) => !internal));
assert.deepEqual(outside, [], "this runs without a network");
assert.deepEqual([process.getuid?.(), process.getgid?.()], [1000, 1000]);
assert.equal(process.env["HOME"] ?? "/home/node", "/home/node");
accessSync("/tmp", constants.W_OK);
assert.equal(statSync("/tmp").mode & 0o7777, 0o1777);
for (const place of ["/app", "/usr/local/bin", "/etc"]) assert.throws(() => accessSync(place, constants.W_OK), place);
for (const place of ["/bin", "/sbin", "/usr/bin", "/usr/sbin"]) assert.equal(existsSync(place), false, place);
assert.equal(readFileSync("/etc/ssl/certs/ca-certificates.crt", "utf8"), `${rootCertificates.join("\n")}\n`);
assert.equal(new Date(0).toLocaleString("de-DE", { timeZone: "Asia/Kathmandu" }), "1.1.1970, 05:30:00");
const berlin = { ...process.env, TZ: "Europe/Berlin" };
const hour = spawnSync("node", ["-p", "new Date(0).getHours()"], { env: berlin, encoding: "utf8" }).stdout.trim();
assert.equal(hour, "1");
await nameServer();
assert.equal((await lookup("any.test")).address, "127.0.0.1");
await webhooksByName();
commandsWithoutAShell();
documents();
process.stdout.write("   they came over http and https, by DNS and by an extra host; no shell is there\n");
process.exit(0);
