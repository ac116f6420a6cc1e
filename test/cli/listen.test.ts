// `listen`: webhooks of a running sandbox reach an app with unchanged bytes and headers, and its response goes back.
import { createHmac } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import { runCommand } from "../../src/cli/program.ts";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";
import { aReceiver, openReceiver } from "../support/clients/a-receiver.ts";
import { aWallet } from "../support/payments/on-chain.ts";
import { anIo } from "./an-io.ts";

/** The running command, once its endpoint is registered; it ends with the test. */
async function listening(sandbox: ASandbox, line: string) {
  const hands = anIo({ SANDBOX_URL: sandbox.url });
  const ended = runCommand(["listen", ...line.split(" ")], hands.io);
  onTestFinished(() => {
    hands.signal();
    return ended.then(() => {});
  });
  await hands.until(() => hands.said.err.includes("forwarding webhooks"));
  return { ...hands, ended };
}

const endpointsOf = async ({ control, ready }: ASandbox) =>
  (await control("GET", `/tenants/${ready.tenant_id}/webhook-endpoints`)).items;

const linesOf = (text: string) => text.split("\n").length - 1;

describe("listen", () => {
  test("forwards every delivery byte for byte, with its headers, and prints one line for each", async () => {
    const sandbox = await aSandbox();
    const app = await aReceiver();
    const { said, until } = await listening(sandbox, `--forward-to ${app.url} --secret s3cret`);
    await aWallet(sandbox.api, { owner: "ünï 🚀" });
    await app.until(1);
    await until(() => linesOf(said.out) === 1);
    const [got] = app.received;
    expect(got).toMatchObject({ method: "POST", path: "/hooks", json: { type: "address.assigned" } });
    const timestamp = got?.headers["webhook-timestamp"];
    const signature = createHmac("sha256", "s3cret").update(`${timestamp}.${got?.body}`).digest("hex");
    expect(got?.headers["webhook-signature"]).toBe(signature);
    expect(got?.headers["webhook-id"]).toBe(got?.json.id);
    expect(said.out).toMatch(new RegExp(`^200 {2}address\\.assigned {2}${got?.json.id} {2}\\d+ ms\\n$`));
    expect(said.err).toMatch(/^forwarding webhooks of tenant \S+ to http:\S+; they are signed with s3cret\n$/);
  });

  test("the app's response goes back to the sandbox, which retries as usual", async () => {
    const sandbox = await aSandbox();
    const app = await aReceiver((number) => (number === 1 ? 503 : 204));
    const { said, until } = await listening(sandbox, `--forward-to ${app.url} --json`);
    await aWallet(sandbox.api);
    await until(() => linesOf(said.out) === 1);
    await sandbox.control("POST", "/run-until-idle", { advance: true });
    await until(() => linesOf(said.out) === 2);
    const lines = said.out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([{ status: 503 }, { status: 204 }]);
    expect(lines[0].id).toBe(lines[1].id);
    const [delivery] = (await sandbox.control("GET", "/deliveries")).items;
    expect(delivery).toMatchObject({ state: "delivered", attempts: [{ status: 503 }, { status: 204 }] });
  });

  test("an app that is down is a 502 for the sandbox and a line for the user", async () => {
    const sandbox = await aSandbox();
    const { end, url } = await openReceiver();
    await end();
    const { said, until } = await listening(sandbox, `--forward-to ${url}`);
    await aWallet(sandbox.api);
    await until(() => linesOf(said.out) === 1);
    expect(said.out).toMatch(/^not reached \(ECONNREFUSED\) {2}address\.assigned /);
    await sandbox.control("POST", "/run-until-idle", { advance: false });
    const [delivery] = (await sandbox.control("GET", "/deliveries")).items;
    expect(delivery).toMatchObject({ state: "due", attempts: [{ status: 502 }] });
  });

  test("listens to the given types, and deletes its endpoint when it ends", async () => {
    const sandbox = await aSandbox();
    const app = await aReceiver();
    const { signal, ended } = await listening(
      sandbox,
      `--forward-to ${app.url} --type deposit.new --type deposit.confirmed`,
    );
    expect(await endpointsOf(sandbox)).toMatchObject([{ event_types: ["deposit.new", "deposit.confirmed"] }]);
    await aWallet(sandbox.api);
    const order = { network: "base", asset: "USDC", amount: "1", owner: "alice" };
    await sandbox.control("POST", "/deposits", order);
    await app.until(2);
    expect(app.types()).toEqual(["deposit.new", "deposit.confirmed"]);
    signal("SIGINT");
    expect(await ended).toBe(0);
    expect(await endpointsOf(sandbox)).toEqual([]);
  });

  test("continues after a reset, signed with the same secret", async () => {
    const sandbox = await aSandbox();
    const app = await aReceiver();
    const { said, until } = await listening(sandbox, `--forward-to ${app.url}`);
    const [before] = await endpointsOf(sandbox);
    await sandbox.control("POST", "/reset");
    await until(() => said.err.includes("forwarding continues"));
    expect(await endpointsOf(sandbox)).toMatchObject([{ url: before.url }]);
    await aWallet(sandbox.api);
    await app.until(1);
    const [got] = app.received;
    const secret = /signed with (\S+)/.exec(said.err)?.[1] ?? "";
    const signed = createHmac("sha256", secret).update(`${got?.headers["webhook-timestamp"]}.${got?.body}`);
    expect(got?.headers["webhook-signature"]).toBe(signed.digest("hex"));
  });

  test("ends with one line when the sandbox has stopped", async () => {
    const sandbox = await aSandbox();
    const app = await aReceiver();
    const { said, ended } = await listening(sandbox, `--forward-to ${app.url}`);
    await sandbox.close();
    expect(await ended).toBe(1);
    expect(said.err).toMatch(/\nno sandbox answers at http:[^\n]*\n$/);
  });

  test("uses the given tenant", async () => {
    const sandbox = await aSandbox();
    const { tenant_id, api_key } = await sandbox.control("POST", "/tenants", { name: "other" });
    const app = await aReceiver();
    await listening(sandbox, `--forward-to ${app.url} --tenant-id ${tenant_id}`);
    await aWallet(sandbox.api, { owner: "not mine" });
    await aWallet(sandbox.clientFor(api_key), { owner: "mine" });
    await app.until(1);
    expect(app.received[0]?.body).toContain("mine");
    expect(app.received[0]?.body).not.toContain("not mine");
  });

  test.each([
    ["listen", 2, "--forward-to"],
    ["listen --forward-to nowhere", 2, "--forward-to must be an address"],
    ["listen --forward-to http://127.0.0.1:3000/ --type no.such", 1, "no.such"],
    ["listen --forward-to http://127.0.0.1:3000/ --tenant-id nobody", 1, "404"],
    ["listen --forward-to http://127.0.0.1:3000/ --host 192.0.2.1", 1, "cannot listen on 192.0.2.1"],
  ])("%s is refused and leaves no endpoint", async (line, code, words) => {
    const sandbox = await aSandbox();
    const { io, said } = anIo({ SANDBOX_URL: sandbox.url });
    expect(await runCommand(line.split(" "), io)).toBe(code);
    expect(said.err).toContain(words);
    expect(await endpointsOf(sandbox)).toEqual([]);
  });
});
