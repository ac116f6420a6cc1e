// What the app read, as the recorder keeps it and the report shows it: per tenant, for all, and bounded.
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { runCommand } from "../../src/cli/program.ts";
import { MAX_TOUCHED, Touched } from "../../src/contract/recorder/touched.ts";
import { anIo } from "../cli/an-io.ts";
import { sharedSandbox } from "../support/a-sandbox.ts";

const sandbox = sharedSandbox();

const pointers = (count: number): string[] => Array.from({ length: count }, (_, at) => `/data/m${at}`);
const read = (name: string, list: string[]) => ({ of: "operation", name, pointers: list }) as const;

describe("what is kept", () => {
  test("a tenant has its own and what was told for all; without a tenant there is everything", () => {
    const touched = new Touched();
    touched.add([read("getVault", ["/data"])], "t1");
    touched.add([read("getVault", ["/success"]), { of: "event", name: "deposit.new", pointers: ["/id"] }]);
    touched.add([read("getVault", ["/data/id"])], "t2");
    const of = (tenantId?: string): string[] => [...(touched.members(tenantId).operations.get("getVault") ?? [])];
    expect(of("t1").toSorted()).toEqual(["/data", "/success"]);
    expect(of("unknown")).toEqual(["/success"]);
    expect(of().toSorted()).toEqual(["/data", "/data/id", "/success"]);
    expect([...(touched.members("t2").events.get("deposit.new") ?? [])]).toEqual(["/id"]);
    touched.forget("t1");
    expect(of().toSorted()).toEqual(["/data/id", "/success"]);
    touched.forget();
    expect(touched.members().operations.size).toBe(0);
  });

  test("a pointer is kept once; beyond the most they are dropped and counted, and what is forgotten makes room", () => {
    const touched = new Touched();
    expect(touched.add([read("getVault", pointers(MAX_TOUCHED))], "t1")).toBe(0);
    expect(touched.add([read("getVault", pointers(5))], "t1")).toBe(0);
    expect(touched.add([read("listVaults", pointers(7))], "t2")).toBe(7);
    touched.forget("t1");
    expect(touched.add([read("listVaults", pointers(7))], "t2")).toBe(0);
  });

  test("of many tenants the first ones' become those of all, so that nothing read counts as never read", () => {
    const touched = new Touched();
    for (let at = 0; at < 150; at += 1) touched.add([read("getVault", [`/m${at}`])], `t${at}`);
    expect(touched.members().operations.get("getVault")?.size).toBe(150);
    expect(touched.members("t149").operations.get("getVault")).toContain("/m0");
    expect(touched.members("t149").operations.get("getVault")).not.toContain("/m148");
  });

  test("a key in the name of a member is masked (R-211)", () => {
    const touched = new Touched();
    touched.add([read("getVault", ["/data/sk_sandbox_planted0000000000000001"])]);
    expect([...(touched.members().operations.get("getVault") ?? [])]).toEqual(["/data/sk_sandbox_..."]);
  });
});

describe("POST /admin/contract/reads", () => {
  const note = (body: unknown, headers = { "content-type": "application/json" }): Promise<Response> =>
    fetch(`${sandbox().ready.admin_url}/contract/reads`, { method: "POST", headers, body: JSON.stringify(body) });

  test("what was read stands in every form of the report, and a DELETE forgets it", async () => {
    const { control, api, ready } = sandbox();
    await control("DELETE", "/contract");
    await api.GET("/wallets");
    const reads = [
      { operation_id: "listWallets", pointers: ["/data/*/owner", "/data"] },
      { event_type: "deposit.confirmed", pointers: ["/payload/amount"] },
    ];
    expect(await control("POST", "/contract/reads", { reads })).toEqual({ dropped: 0 });
    const report = await control("GET", `/contract?tenant_id=${ready.tenant_id}`);
    expect(report.operations).toMatchObject([{ operation_id: "listWallets", touched: ["/data", "/data/*/owner"] }]);
    expect(report.events).toContainEqual(
      expect.objectContaining({ type: "deposit.confirmed", touched: ["/payload/amount"] }),
    );
    for (const format of ["json", "junit", "html", "markdown"]) {
      const file = await (await fetch(`${ready.admin_url}/contract/report?format=${format}`)).text();
      expect(file.replaceAll("\\", ""), format).toContain("data/*/owner");
    }
    const hands = anIo({ SANDBOX_URL: ready.url });
    expect(await runCommand(["contract", "report", "--fail-on", "none"], hands.io)).toBe(0);
    const text = stripVTControlCharacters(hands.said.out);
    expect(text).toContain("Read of answers and webhooks\n  listWallets: data, data/*/owner\n");
    expect(text).toContain("  deposit.confirmed: payload/amount\n");
    await control("DELETE", "/contract");
    expect((await control("GET", "/contract")).events).toEqual([]);
  });

  test.each([
    ["an unknown operation", { reads: [{ operation_id: "listWalets", pointers: ["/a"] }] }, 400, "listWallets"],
    ["an unknown type", { reads: [{ event_type: "deposit.confirmd", pointers: ["/a"] }] }, 400, "deposit.confirmed"],
    ["neither", { reads: [{ pointers: ["/a"] }] }, 400, "name operation_id or event_type"],
    [
      "both",
      { reads: [{ operation_id: "listWallets", event_type: "deposit.new", pointers: ["/a"] }] },
      400,
      "and not both",
    ],
    ["a pointer that is none", { reads: [{ operation_id: "listWallets", pointers: ["data"] }] }, 400, "pointers"],
    [
      "a pointer that is too long",
      { reads: [{ operation_id: "listWallets", pointers: [`/${"a".repeat(200)}`] }] },
      400,
      "",
    ],
    ["no list", { reads: {} }, 400, "reads"],
    ["nothing", {}, 400, "reads"],
    ["an unknown tenant", { tenant_id: "nobody", reads: [] }, 404, "nobody"],
    ["more than a body holds", { reads: [], more: "x".repeat(200_000) }, 413, ""],
  ])("%s is refused with its reason, and nothing of the request is noted", async (_title, body, status, reason) => {
    await sandbox().control("DELETE", "/contract");
    const known = { operation_id: "getWallet", pointers: ["/kept"] };
    const given = body as { reads?: unknown };
    const answer = await note(Array.isArray(given.reads) ? { ...given, reads: [known, ...given.reads] } : given);
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(reason)]);
    expect(sandbox().contract.recorder.touched.members().operations.size).toBe(0);
  });
});
