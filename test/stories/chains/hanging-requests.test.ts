// Requests that hang, fail or lose their client release every lock; other requests are served.
import { connect } from "node:net";
import { expect, test } from "vitest";
import { type ASandbox, sharedSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault, payoutBody, payoutNow } from "../../support/payments/a-payout.ts";
import { brokenInvariants } from "../../support/worlds/invariants.ts";

const shared = sharedSandbox();

/** A deposit, a payout and time travel: each needs the loop, the chain and the database. */
async function everythingWorks(sandbox: ASandbox, reference: string): Promise<void> {
  await aVault(sandbox, { amount: "100" });
  const { id } = await aPayout(sandbox, { reference_id: reference });
  await sandbox.control("POST", "/clock/advance", { by: "10m" });
  expect((await payoutNow(sandbox.api, id)).status).toBe("confirmed");
  expect(await brokenInvariants(sandbox)).toEqual([]);
}

test("R-220 ten payout requests whose responses are delayed and whose clients have disconnected: others are served", async () => {
  const sandbox = shared();
  const { api, control, ready } = sandbox;
  await aVault(sandbox, { amount: "1000" });
  const match = { operation_id: "createPayout" };
  await control("POST", "/faults", { gate: "api.request", effect: "delay", match, times: 10, params: { by: "60s" } });
  const gone = new AbortController();
  const hanging = Array.from({ length: 10 }, (_, number) => {
    const body = payoutBody(ready.vault_id, { reference_id: `hangs-${number}` });
    return api.POST("/transfer/payout", { body, signal: gone.signal }).then(
      () => "answered",
      () => "gone",
    );
  });
  // Every request has reached the fault once ten hits are counted.
  while ((await control("GET", "/faults")).items.some(({ hits }: any) => hits < 10));
  gone.abort();
  expect(await Promise.all(hanging)).toEqual(Array(10).fill("gone"));
  await everythingWorks(sandbox, "while others hang");
});

test("R-220 twenty concurrent requests that fail during a change of a chain: the next one is served", async () => {
  const sandbox = shared();
  const { admin } = sandbox;
  const broke = `0x${"b0".repeat(20)}`;
  const input = { network: "ethereum", asset: "USDT", amount: "1", to_address: broke, from_address: broke };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      number % 2 === 0
        ? admin("POST", "/deposits", input)
        : admin("POST", "/networks/ethereum/reorg", { depth: 1000, transactions: "drop" }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
  await everythingWorks(sandbox, "after the failures");
});

test("R-220 twenty request bodies that never end: others are served", async () => {
  const sandbox = shared();
  const { hostname, port } = new URL(sandbox.url);
  const sockets = await Promise.all(
    Array.from(
      { length: 20 },
      () =>
        new Promise<ReturnType<typeof connect>>((resolve) => {
          const socket = connect(Number(port), hostname, () => {
            const head = `POST /v1/transfer/payout HTTP/1.1\r\nHost: ${hostname}\r\nX-API-Key: ${sandbox.ready.api_key}`;
            socket.write(`${head}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"vault_id":`);
            resolve(socket);
          });
          socket.on("error", () => {});
        }),
    ),
  );
  await everythingWorks(sandbox, "while bodies are incomplete");
  for (const socket of sockets) socket.destroy();
});
