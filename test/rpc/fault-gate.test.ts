// The gate `rpc.request`: which methods and networks a fault accepts, and which calls it matches.
import { expect, test } from "vitest";
import { aSandbox } from "../support/a-sandbox.ts";
import { ask } from "./a-client.ts";

test("a misspelt method is refused when the fault is created, with the known methods", async () => {
  const sandbox = await aSandbox();
  const fault = { gate: "rpc.request", effect: "close" };
  for (const method of ["eth_sendRawTransactoin", "evm_snap", "eth_"]) {
    const { status, body } = await sandbox.admin("POST", "/faults", { ...fault, match: { method } });
    expect([status, body.details.known.includes("eth_sendRawTransaction")]).toEqual([400, true]);
  }
  const made = await sandbox.control("POST", "/faults", { ...fault, match: { method: "ETH_CALL", network: 8_453 } });
  expect(made.match).toEqual({ method: "eth_call", network: "base" });
  expect((await sandbox.control("GET", "/faults")).items).toHaveLength(1);
});

test("without `network` and `method` every call of every network matches", async () => {
  const sandbox = await aSandbox();
  const params = { code: -32_000, message: "down" };
  await sandbox.control("POST", "/faults", { gate: "rpc.request", effect: "error", times: null, params });
  for (const [network, method] of [
    ["base", "eth_chainId"],
    ["polygon", "net_version"],
    ["base", "nonsense"],
  ] as const)
    expect((await ask(sandbox.chain(network).url, method)).error).toEqual(params);
  await sandbox.control("DELETE", "/faults");
  expect((await ask(sandbox.chain("base").url, "nonsense")).error?.code).toBe(-32_601);
});
