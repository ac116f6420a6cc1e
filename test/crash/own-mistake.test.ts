// An uncaught error ends the shipped command with its stack and exit code 1; the next start goes on.
import { expect, test } from "vitest";
import { aFolder, aStart } from "./a-process.ts";
import { clientOf } from "./client.ts";
import { end } from "./process.ts";

/** Loaded before the command: a signal makes the mistake, from outside of everything that could catch it. */
const mistake = (how: string): string => `data:text/javascript,process.on("SIGUSR2",()=>{setImmediate(()=>{${how}})})`;

test.each([
  ["an exception", 'throw new Error("boom")'],
  ["a rejection", 'Promise.reject(new Error("boom"))'],
])(
  "R-173 %s that is not handled is printed with its stack and ends the process with 1; the next start finds all that was acknowledged",
  async (_what, how) => {
    const folder = aFolder();
    const running = aStart(folder, "", { node: ["--import", mistake(how)] });
    const client = clientOf(await running.ready);
    const addresses = await client.must("GET", `/v1/vault/${client.ready.vault_id}/addresses`);
    const to_address = addresses.find(({ network_symbol }: any) => network_symbol === "base").address;
    await client.must("POST", "/admin/deposits", { network: "base", asset: "USDC", amount: "40", to_address });
    const order = { vault_id: client.ready.vault_id, asset: "USDC", network_symbol: "base", amount: "5" };
    const body = { ...order, reference_id: "before the mistake", to_address: `0x${"c4a5".padEnd(40, "0")}` };
    const { id } = await client.must("POST", "/v1/transfer/payout", body);
    running.child.kill("SIGUSR2");
    expect(await running.ended).toBe(1);
    expect(running.errors()).toMatch(/Error: boom\n +at /);
    const next = aStart(folder);
    const again = clientOf(await next.ready);
    await again.must("POST", "/admin/run-until-idle", {});
    expect(await again.must("GET", `/v1/transfer/payout/${id}`)).toMatchObject({ id, status: "confirmed" });
    expect(await end(next, "SIGTERM")).toBe(0);
  },
);
