// Receivers of every bad kind at once, through the whole sandbox: each costs its own attempts and nothing else.
import { createServer as createTlsServer } from "node:https";
import { createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../src/kernel/wall-clock.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { type Answer, aReceiver } from "../../support/clients/a-receiver.ts";
import { anAssignment, anEndpoint, type Delivery, offsetsOf } from "../../support/payments/a-webhook.ts";
import { CERTIFICATE, CERTIFICATE_KEY } from "../../webhooks/a-certificate.ts";
import { aSocket, listen } from "../../webhooks/a-receiver.ts";

const TIMEOUT_MS = 1_000;

/** Registers an endpoint at any URL; answers how to look at its one delivery. */
async function anEndpointAt({ control, ready }: ASandbox, url: string): Promise<() => Promise<Delivery>> {
  const { id } = await control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints`, { url });
  return async () => (await control("GET", `/deliveries?endpoint_id=${id}`)).items[0];
}

const raw = async (answer: (socket: Socket) => void): Promise<string> => (await aSocket(answer)).url;
const answering = async (answer: Answer): Promise<string> => (await aReceiver(() => answer)).url;

async function aClosedPort(): Promise<string> {
  const server = createServer();
  const url = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return url;
}

async function anUntrusted(): Promise<string> {
  const server = createTlsServer({ key: CERTIFICATE_KEY, cert: CERTIFICATE }, (_request, response) => response.end());
  onTestFinished(() => void server.close());
  return (await listen(server)).replace("http:", "https:");
}

/** What each does, and the status its attempts show. */
const KINDS: readonly [name: string, status: number | null, open: () => Promise<string>][] = [
  ["hangs", null, () => raw(() => {})],
  ["drips its status line", null, () => raw((socket) => void socket.write("HTTP/1.1 2"))],
  ["resets before the status", null, () => raw((socket) => socket.resetAndDestroy())],
  ["hangs up before the status", null, () => raw((socket) => void socket.end())],
  ["talks no HTTP", null, () => raw((socket) => void socket.end("220 mail ready\r\n"))],
  [
    "answers 500 and hangs",
    500,
    () => raw((socket) => void socket.write("HTTP/1.1 500 no\r\ncontent-length: 9\r\n\r\n")),
  ],
  [
    "answers 500 without end",
    500,
    () =>
      raw((socket) => {
        socket.write("HTTP/1.1 500 no\r\n\r\n");
        const more = (): void => void (socket.writable && socket.write("x".repeat(65_536), more));
        more();
      }),
  ],
  ["answers 302", 302, () => answering((response) => response.writeHead(302, { location: "/elsewhere" }).end())],
  ["answers 404", 404, () => answering(404)],
  ["answers 410", 410, () => answering(410)],
  ["is not there", null, aClosedPort],
  ["has no name that resolves", null, async () => "http://no-such-name.invalid/hooks"],
  ["shows an untrusted certificate", null, anUntrusted],
  ["answers with plain HTTP on an https URL", null, async () => (await answering(200)).replace("http:", "https:")],
  ["is a metadata service", null, async () => "http://169.254.169.254/latest"],
  ["is no address at all", null, async () => "http://0.0.0.0:8099/"],
];

test("R-123 R-126 R-128 R-130 I-36 every bad receiver fails six times on the ladder and is dead; the healthy one beside them hears each event once, at once", async () => {
  const sandbox = await aSandbox({ webhookTimeout: TIMEOUT_MS });
  const bad = [];
  for (const [name, status, open] of KINDS) bad.push({ name, status, look: await anEndpointAt(sandbox, await open()) });
  const own = await anEndpointAt(sandbox, `${sandbox.url}/healthz`);
  const healthy = await anEndpoint(sandbox);
  await anAssignment(sandbox);
  await sandbox.control("POST", "/clock/advance", { by: "1h" });
  for (const { name, status, look } of [...bad, { name: "is the sandbox itself", status: null, look: own }]) {
    const delivery = await look();
    expect(delivery, name).toMatchObject({ state: "dead", attempts: { length: 6 } });
    expect(offsetsOf(delivery), name).toEqual([0, 10, 30, 70, 150, 310]);
    expect(new Set(delivery.attempts.map((attempt) => attempt.status)), name).toEqual(new Set([status]));
    // The error is one line wherever the status is not the reason.
    if (status === null) expect(delivery.attempts[0]?.error, name).toMatch(/^[\x20-\x7e]{5,200}$/);
  }
  expect(healthy.verdicts()).toEqual(["ok"]);
  expect(await healthy.deliveries()).toMatchObject([{ state: "delivered", attempts: [{ number: 1, status: 200 }] }]);
});

test.each([
  [
    "resets after the status",
    (socket: Socket) => void socket.write("HTTP/1.1 200 ok\r\n\r\nx", () => socket.resetAndDestroy()),
  ],
  ["says 204 and hangs", (socket: Socket) => void socket.write("HTTP/1.1 200 ok\r\ncontent-length: 99\r\n\r\n")],
])("R-124 a receiver that %s has accepted the event: it gets it once", async (_name, answer) => {
  const sandbox = await aSandbox({ webhookTimeout: TIMEOUT_MS });
  let connections = 0;
  const look = await anEndpointAt(
    sandbox,
    await raw((socket) => {
      connections += 1;
      answer(socket);
    }),
  );
  await anAssignment(sandbox);
  await sandbox.control("POST", "/clock/advance", { by: "1h" });
  expect(await look()).toMatchObject({ state: "delivered", attempts: [{ status: 200 }] });
  expect(connections).toBe(1);
});

test("R-126 R-235 a receiver that takes longer than it may is asked again on the virtual ladder, whatever the wall says", async () => {
  const sandbox = await aSandbox({ webhookTimeout: TIMEOUT_MS });
  const endpoint = await anEndpoint(sandbox, { answer: (number) => (number < 3 ? () => {} : 200) });
  await anAssignment(sandbox);
  await sandbox.control("POST", "/clock/advance", { by: "1h" });
  const [delivery] = await endpoint.deliveries();
  expect(offsetsOf(delivery!)).toEqual([0, 10, 30]);
  expect(delivery!.attempts.map(({ error }) => error)).toEqual([
    `no answer within ${TIMEOUT_MS} ms`,
    `no answer within ${TIMEOUT_MS} ms`,
    "",
  ]);
  const seconds = systemClock.now() / 1_000;
  for (const { headers } of endpoint.received)
    expect(Math.abs(Number(headers["webhook-timestamp"]) - seconds)).toBeLessThan(300);
});

test("R-130 what hangs at one instant hangs together: twenty attempts at a hanging receiver are under way at once", async () => {
  const sandbox = await aSandbox();
  const held: (() => void)[] = [];
  const endpoint = await anEndpoint(sandbox, { answer: () => (response) => void held.push(() => response.end()) });
  for (let number = 0; number < 20; number += 1) await anAssignment(sandbox, `owner-${number}`);
  const advance = sandbox.control("POST", "/clock/advance", { by: "1m" });
  // None has been answered, and all have arrived: none waited for another.
  await endpoint.until(20);
  for (const answer of held) answer();
  await advance;
  expect((await endpoint.deliveries()).map(({ state }) => state)).toEqual(
    Array.from({ length: 20 }, () => "delivered"),
  );
});
