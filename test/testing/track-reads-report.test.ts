// trackReads tells the sandbox what the app read, and the contract report shows it; readings are set and asked by the library.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { connectSandbox, startSandbox, type TestSandbox, trackReads } from "../../src/testing/testing.ts";
import { setVariable } from "../support/set-variable.ts";

const touchedOf = async (sandbox: TestSandbox): Promise<Record<string, string[] | null>> => {
  const { operations, events } = await sandbox.contract.report();
  return Object.fromEntries([
    ...operations.map(({ operation_id: id, touched }) => [id, touched]),
    ...events.flatMap(({ type, touched }) => (touched === null ? [] : [[type, touched]])),
  ]);
};

/** An app that reads the ids of its wallets. */
async function anApp(fetcher: typeof fetch, { apiBaseUrl, apiKey }: TestSandbox): Promise<string[]> {
  const answer = await fetcher(`${apiBaseUrl}/wallets`, { headers: { "X-API-Key": apiKey } });
  return ((await answer.json()) as any).data.map(({ id }: { id: string }) => id);
}

test("what an app reads of answers and webhooks stands in the report of its sandbox", async () => {
  await using sandbox = await startSandbox();
  await sandbox.client.POST("/wallets", { body: { owner: "anna", network_symbol: "base" } });
  const receiver = await sandbox.webhooks.receive();
  const tracked = trackReads(fetch, { sandbox });
  expect(await anApp(tracked, sandbox)).toHaveLength(1);
  await sandbox.deposit({ network: "base", asset: "USDC", amount: "5", owner: "anna" });
  const { body } = await receiver.next("deposit.confirmed");
  const { payload } = tracked.webhook(body) as any;
  expect([payload.id.length, tracked.webhookReads()]).toEqual([
    36,
    [{ type: "deposit.confirmed", pointers: ["/payload", "/payload/id"] }],
  ]);
  expect(await touchedOf(sandbox)).toEqual({
    createWallet: null,
    listWallets: ["/data", "/data/*/id"],
    "deposit.confirmed": ["/payload", "/payload/id"],
  });
  // A report that begins anew hears of what is read from then on, also of what was read before.
  await sandbox.contract.reset();
  await anApp(tracked, sandbox);
  expect(await touchedOf(sandbox)).toEqual({ listWallets: ["/data", "/data/*/id"] });
});

test("a suite in a shared sandbox tells of its own tenant, and a running sandbox can be named by its address", async () => {
  await using sandbox = await startSandbox();
  await using suite = await connectSandbox({ url: sandbox.url });
  await anApp(trackReads(fetch, { sandbox: suite }), suite);
  expect(await touchedOf(suite)).toEqual({ listWallets: ["/data"] });
  await anApp(fetch, sandbox);
  expect((await sandbox.control.get<any>("/contract", { tenant_id: sandbox.tenantId })).operations[0].touched).toBe(
    null,
  );
  const named = trackReads(fetch, { sandbox: { url: `${sandbox.url}/`, tenantId: sandbox.tenantId } });
  await anApp(named, sandbox);
  await named.flush();
  expect((await sandbox.control.get<any>("/contract", { tenant_id: sandbox.tenantId })).operations[0].touched).toEqual([
    "/data",
  ]);
});

test("without an option the variables of exec name the sandbox, and without these nothing leaves the process", async () => {
  await using sandbox = await startSandbox();
  const untold = trackReads();
  await anApp(untold, sandbox);
  await untold.flush();
  expect(await touchedOf(sandbox)).toEqual({ listWallets: null });
  setVariable("SANDBOX_URL", sandbox.url);
  const told = trackReads();
  await anApp(told, sandbox);
  await told.flush();
  expect(await touchedOf(sandbox)).toEqual({ listWallets: ["/data"] });
});

test("what is read of another server is not told, and a sandbox that is gone fails no test", async () => {
  await using sandbox = await startSandbox();
  const server = createServer((_request, response) => response.end('{"data":[]}'));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const other = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/wallets`;
  await anApp(fetch, sandbox);
  const tracked = trackReads(fetch, { sandbox });
  ((await (await tracked(other)).json()) as any).data;
  expect(await touchedOf(sandbox)).toEqual({ listWallets: null });
  const gone = trackReads(fetch, { sandbox: { url: other } });
  ((await (await gone(other)).json()) as any).data;
  await expect(gone.flush()).resolves.toBe(undefined);
});

test("readings are set, asked for and set back; a wrong one names the nearest (C-20)", async () => {
  await using sandbox = await startSandbox();
  await using suite = await connectSandbox({ url: sandbox.url });
  expect(await sandbox.contract.readings()).toMatchObject({ record: "data", absent_time: "null" });
  expect(await sandbox.contract.readings({ record: "top-level" })).toMatchObject({ record: "top-level" });
  expect(await suite.contract.readings({ list_array: "named" })).toMatchObject({
    ...{ record: "top-level", list_array: "named" },
  });
  expect(await sandbox.contract.readings({ record: null })).toMatchObject({ record: "data", list_array: "items" });
  expect(await sandbox.contract.readings()).not.toHaveProperty("tenant_id");
  await expect(sandbox.contract.readings({ record: "top-levl" } as any)).rejects.toThrow(/did you mean top-level/);
  // @ts-expect-error a reading that does not exist does not compile
  await expect(sandbox.contract.readings({ recrd: "data" })).rejects.toThrow(/did you mean record/);
});
