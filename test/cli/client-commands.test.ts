import { describe, expect, test } from "vitest";
import { runCommand } from "../../src/cli/program.ts";
import { aReceiver } from "../webhooks/a-receiver.ts";
import { type Answer, anAdmin } from "./an-admin.ts";
import { anIo } from "./an-io.ts";

async function run(line: string, environment: Record<string, string>) {
  const hands = anIo(environment);
  return { code: await runCommand(line.split(" "), hands.io), ...hands.said };
}

const failing = (status: number, error: string, details?: unknown): Answer => ({
  status,
  raw: JSON.stringify({ success: false, code: status, error, details }),
});
const event = (sequence: number, type = "deposit.new") => ({
  sequence,
  id: `e-${sequence}`,
  type,
  time: "2026-01-01 00:00:00.000000",
  tenant_id: "t",
  resource_id: `d-${sequence}`,
  payload: { amount: "1" },
});

describe("deposit", () => {
  test("requests a real transfer and prints receiver and transaction", async () => {
    const { url, calls } = await anAdmin(() => ({ status: 201, data: { tx_id: "0xabc", to_address: "0xdef" } }));
    const { code, out, err } = await run("deposit --network base --asset USDC --amount 25.5 --owner user-1", {
      SANDBOX_URL: url,
    });
    expect({ code, out, err }).toEqual({ code: 0, out: "sent 25.5 USDC on base to 0xdef in 0xabc\n", err: "" });
    expect(calls).toMatchObject([
      {
        method: "POST",
        path: "/admin/deposits",
        body: { network: "base", asset: "USDC", amount: "25.5", owner: "user-1" },
      },
    ]);
    expect(Object.keys(calls[0]?.body as object)).toEqual(["network", "asset", "amount", "owner"]);
  });

  test("sends every option and prints JSON with --json", async () => {
    const { url, calls } = await anAdmin(() => ({ status: 201, data: { tx_id: "0xabc", to_address: "0xdef" } }));
    const line = `deposit --url ${url}/ --network 8453 --asset ETH --amount 1 --to-address 0x1 --from-address 0x2 --tenant-id t --json`;
    expect(await run(line, { SANDBOX_URL: "http://127.0.0.1:9" })).toMatchObject({
      code: 0,
      out: '{"tx_id":"0xabc","to_address":"0xdef"}\n',
    });
    expect(calls[0]?.body).toEqual({
      network: "8453",
      asset: "ETH",
      amount: "1",
      tenant_id: "t",
      to_address: "0x1",
      from_address: "0x2",
    });
  });
});

describe("advance", () => {
  const moved = {
    from: "2026-01-01T00:00:00.000Z",
    to: "2026-01-01T00:10:00.000Z",
    ran: [{ at: "2026-01-01T00:00:10.000Z", what: "delivery", ref: "e-1" }],
  };

  test.each([
    ["advance 10m", { by: "10m" }],
    ["advance 5000", { by: 5000 }],
    ["advance --to 2026-03-01T00:00:00Z", { to: "2026-03-01T00:00:00Z" }],
    ["advance --next 2", { next: 2 }],
  ])("%s", async (line, body) => {
    const { url, calls } = await anAdmin(() => ({ data: moved }));
    const { code, out } = await run(line, { SANDBOX_URL: url });
    expect(code).toBe(0);
    expect(out).toBe(
      `the clock moved from ${moved.from} to ${moved.to}\n1 step\nAT                        WHAT      RECORD\n2026-01-01T00:00:10.000Z  delivery  e-1\n`,
    );
    expect(calls).toMatchObject([{ method: "POST", path: "/admin/clock/advance", body }]);
  });

  test.each(["backwards", "10", "1x", "10m ago"].map((by) => [by, by === "10"]))(
    "a duration such as %s is checked before the sandbox is called",
    async (by, good) => {
      const { url, calls } = await anAdmin(() => ({ data: moved }));
      const hands = anIo({ SANDBOX_URL: url });
      const code = await runCommand(["advance", String(by)], hands.io);
      expect([code, calls.length]).toEqual(good ? [0, 1] : [2, 0]);
      expect(hands.said.err).toBe(
        good ? "" : `"${by}" is not a duration: write one such as 90s, 10m, 1h30m, 3d, or milliseconds\n`,
      );
    },
  );

  test("lists twenty jobs for a person and all in JSON", async () => {
    const ran = Array.from({ length: 25 }, (_, i) => ({ at: "t", what: "block", ref: String(i) }));
    const { url } = await anAdmin(() => ({ data: { ...moved, ran } }));
    const { out } = await run("advance 10m", { SANDBOX_URL: url });
    expect(out.split("\n")).toHaveLength(3 + 20 + 1 + 1);
    expect(out).toContain("\n25 steps\n");
    expect(out).toContain("and 5 more steps (--json lists all)");
    expect(JSON.parse((await run("advance 10m --json", { SANDBOX_URL: url })).out).ran).toHaveLength(25);
  });
});

describe("events", () => {
  /** An event log that grows by one with each long poll until `most`, then hangs. */
  const aLog = (first: number, most: number) => {
    let held = first;
    return anAdmin(({ path, query }) => {
      const after = Number(query["after"]);
      if (path === "/admin/events/wait") {
        if (held >= most) return { hang: true };
        held += 1;
        return { data: event(held) };
      }
      const items = Array.from({ length: Math.min(Number(query["limit"]), Math.max(0, held - after)) }, (_, i) =>
        event(after + 1 + i),
      );
      return { data: { items, next_after: items.at(-1)?.sequence ?? after } };
    });
  };

  test("prints all of them in order, page by page, and ends", async () => {
    const { url, calls } = await aLog(250, 250);
    const { code, out } = await run("events --json", { SANDBOX_URL: url });
    expect(code).toBe(0);
    expect(
      out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).sequence),
    ).toEqual(Array.from({ length: 250 }, (_, i) => i + 1));
    expect(calls.map(({ query }) => query["after"])).toEqual(["0", "100", "200", "250"]);
  });

  test("starts after a given sequence, filters, and stops at a limit", async () => {
    const { url, calls } = await aLog(250, 250);
    const { out } = await run("events --after 7 --limit 2 --type deposit.new --resource-id r --tenant-id t", {
      SANDBOX_URL: url,
    });
    expect(out).toBe(
      [
        "  SEQ  TIME                 TYPE                      ABOUT                             RESOURCE ID",
        "    8  2026-01-01 00:00:00  deposit.new               1                                 d-8",
        "    9  2026-01-01 00:00:00  deposit.new               1                                 d-9",
        "",
      ].join("\n"),
    );
    expect(calls.map(({ query }) => query)).toEqual([
      { type: "deposit.new", resource_id: "r", tenant_id: "t", after: "7", limit: "2" },
    ]);
  });

  test("--follow --from-now skips past events, and is refused without --follow", async () => {
    const { url } = await aLog(250, 252);
    const { io, said, until, signal } = anIo({ SANDBOX_URL: url });
    const ended = runCommand(["events", "--follow", "--from-now", "--json"], io);
    await until(() => said.out.split("\n").length === 3);
    signal();
    expect(await ended).toBe(0);
    expect(
      said.out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).sequence),
    ).toEqual([251, 252]);
    const { code, err } = await run("events --from-now", { SANDBOX_URL: url });
    expect([code, err]).toEqual([2, "--from-now needs --follow: without it nothing would be printed\n"]);
  });

  test("--follow polls with the same cursor and filters, prints new events, and ends with 0 at a signal", async () => {
    const { url, calls } = await aLog(2, 5);
    const { io, said, until, signal } = anIo({ SANDBOX_URL: url });
    const ended = runCommand(["events", "--follow", "--type", "deposit.new", "--json"], io);
    await until(() => said.out.split("\n").length === 6);
    signal();
    expect(await ended).toBe(0);
    expect(
      said.out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).sequence),
    ).toEqual([1, 2, 3, 4, 5]);
    const waits = calls.filter(({ path }) => path.endsWith("/wait"));
    expect(waits[0]?.query).toEqual({ type: "deposit.new", after: "2", timeout: "20s" });
    expect(said.err).toBe("");
  });

  test("--follow continues after a poll without event, and ends when the reader of stdout is gone", async () => {
    let waits = 0;
    const { url } = await anAdmin(({ path }) => {
      if (!path.endsWith("/wait")) return { data: { items: [], next_after: 0 } };
      waits += 1;
      return waits === 1 ? failing(408, "No such event in time") : waits === 2 ? { data: event(1) } : { hang: true };
    });
    const { io, said, until, closeOutput } = anIo({ SANDBOX_URL: url });
    const ended = runCommand(["events", "-f"], io);
    await until(() => said.out !== "");
    closeOutput();
    expect(await ended).toBe(0);
  });

  test("--follow notices a reset of the world and starts again", async () => {
    let anew = false;
    const { url } = await anAdmin(({ path, query }) => {
      if (path.endsWith("/wait")) {
        if (anew) return query["after"] === "0" ? { data: { ...event(1), id: "other" } } : { hang: true };
        anew = true;
        return failing(408, "No such event in time");
      }
      const log = anew ? [{ ...event(1), id: "other" }] : [event(1), event(2)];
      return { data: { items: log.filter(({ sequence }) => sequence > Number(query["after"])) } };
    });
    const { io, said, until, signal } = anIo({ SANDBOX_URL: url });
    const ended = runCommand(["events", "--follow", "--json"], io);
    await until(() => said.out.split("\n").length === 4);
    signal();
    expect(await ended).toBe(0);
    expect(
      said.out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).id),
    ).toEqual(["e-1", "e-2", "other"]);
    expect(said.err).toBe("the world was reset or restored: following its new events now\n");
  });

  test("prints numbers with every digit and escapes control characters", async () => {
    const raw =
      '{"success":true,"message":"ok","data":{"items":[{"sequence":1,"id":"e","type":"x\\u001b[2J","time":"t","resource_id":"r","payload":{"raw":115792089237316195423570985008687907853269984665640564039457584007913129639935,"n":1.50}}]}}';
    const { url } = await anAdmin(() => ({ raw }));
    const { out } = await run("events --limit 1", { SANDBOX_URL: url });
    expect(out.split("\n")[1]).toMatch(/^ {4}1 {2}t +x\\u001b\[2J +r$/);
    expect((await run("events --limit 1 --json", { SANDBOX_URL: url })).out).toContain(
      '"payload":{"raw":115792089237316195423570985008687907853269984665640564039457584007913129639935,"n":1.50}}\n',
    );
  });
});

describe("any client command", () => {
  const LINES = [
    "deposit --network base --asset USDC --amount 1 --owner a",
    "advance 10m",
    "events",
    "events --follow",
  ];

  test.each(LINES)("%s says in one line that no sandbox answers", async (line) => {
    const gone = await aReceiver();
    await gone.stop();
    const { code, out, err } = await run(line, { SANDBOX_URL: gone.url });
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(
      /^no sandbox answers at http:\/\/127\.0\.0\.1:\d+ \(ECONNREFUSED\): start one with "cpsandbox start", or name another with --url\n$/,
    );
  });

  test.each(LINES)("%s prints an error of the sandbox with its details", async (line) => {
    const { url } = await anAdmin(() => failing(400, "Invalid request", "network: use one of\nbase"));
    expect(await run(line, { SANDBOX_URL: url })).toMatchObject({
      code: 1,
      out: "",
      err: "the sandbox answered 400 Invalid request: network: use one of\\u000abase\n",
    });
  });

  test("details that the error text already contains are not repeated, others are printed", async () => {
    const text = 'there is no "bose": use one of base, bsc';
    const same = await anAdmin(() => failing(404, text, { known: ["base", "bsc"] }));
    const more = await anAdmin(() => failing(404, text, { known: ["base", "bsc", "polygon"] }));
    expect((await run("mine bose", { SANDBOX_URL: same.url })).err).toBe(`the sandbox answered 404 ${text}\n`);
    expect((await run("mine bose", { SANDBOX_URL: more.url })).err).toBe(
      `the sandbox answered 404 ${text}: known: base, bsc, polygon\n`,
    );
  });

  test("details are printed as text, not JSON: records in brackets, a long list shortened, an empty list as none", async () => {
    const details = {
      known: [{ tenant_id: "t-1", name: "default" }],
      deep: { hashes: Array.from({ length: 12 }, (_, at) => `0x${at}`) },
      none: [],
    };
    const { url } = await anAdmin(() => failing(400, "Invalid request", details));
    expect((await run("mine base", { SANDBOX_URL: url })).err).toBe(
      "the sandbox answered 400 Invalid request: known: (tenant_id: t-1; name: default); deep: hashes: 0x0, 0x1, 0x2, 0x3, 0x4, 0x5, 0x6, 0x7, 0x8, 0x9, and 2 more; none: none\n",
    );
  });

  test("status prints blockers and broken invariants", async () => {
    const held_back = [{ reason: "manual-mining", message: "base mines manually and 1 transaction waits" }];
    const data = {
      networks: [],
      pending: { planned: {}, held_back },
      breaches: [{ id: "I-01", breach: "5 is not 6" }],
    };
    const { url } = await anAdmin(() => ({ data }));
    const { out } = await run("status", { SANDBOX_URL: url });
    expect(out).toContain("\nheld back: base mines manually and 1 transaction waits\nbroken: I-01 5 is not 6\n");
  });

  test("fault list prints used-up faults apart from armed ones", async () => {
    const fault = { gate: "api.request", effect: "close", match: {}, params: {}, after: 0, seen: 9 };
    const listed = (...items: object[]) => anAdmin(() => ({ data: { items } }));
    const armed = { ...fault, id: "armed", times: 2, hits: 1 };
    const forever = { ...fault, id: "forever", times: null, hits: 5 };
    const used = { ...fault, id: "used", times: 2, hits: 2 };
    const { out } = await run("fault list", { SANDBOX_URL: (await listed(used, armed, forever)).url });
    expect(out).toMatch(/^ID .*\narmed .*\nforever .*\n\nused up, no longer in effect:\nID .*\nused .*\n$/);
    const none = await run("fault list", { SANDBOX_URL: (await listed(used)).url });
    expect(none.out).toMatch(/^no armed faults\n\nused up/);
    expect((await run("fault list", { SANDBOX_URL: (await listed()).url })).out).toBe("no faults\n");
  });

  test("status counts dead deliveries and says how to repeat one", async () => {
    const dead = (count: number) => anAdmin(() => ({ data: { networks: [], counts: { deliveries_dead: count } } }));
    const { url, calls } = await dead(2);
    const { out } = await run("status", { SANDBOX_URL: url });
    expect(out).toMatch(/\n2 deliveries are dead: .*POST \/admin\/deliveries\/\{id\}\/redeliver repeats one\n/);
    expect(calls.map(({ path }) => path)).toEqual(["/admin/status"]);
    expect((await run("status", { SANDBOX_URL: (await dead(0)).url })).out).not.toContain("dead");
    expect((await run("status", { SANDBOX_URL: (await dead(1)).url })).out).toContain("1 delivery is dead");
  });

  test.each(LINES)("%s refuses another server and does not follow its redirect", async (line) => {
    for (const answer of [{ raw: "<html>" }, { raw: "{}" }, { status: 302, raw: "" }, { status: 404, raw: "nope" }]) {
      const { url, calls } = await anAdmin(() => answer);
      const { code, err } = await run(line, { SANDBOX_URL: url });
      expect([code, calls.length]).toEqual([1, 1]);
      expect(err).toMatch(/^what answers at http:[^\n]* is not a sandbox: check --url\n$/);
    }
  });

  test("sends the admin token of flag or variable, and says how to give one", async () => {
    const { url, calls } = await anAdmin(({ headers }) =>
      headers.authorization ? { data: { items: [] } } : failing(401, "Missing or invalid admin token"),
    );
    expect((await run("events --admin-token flag", { SANDBOX_URL: url, SANDBOX_ADMIN_TOKEN: "env" })).code).toBe(0);
    expect((await run("events", { SANDBOX_URL: url, SANDBOX_ADMIN_TOKEN: "env" })).code).toBe(0);
    const { code, err } = await run("events", { SANDBOX_URL: url });
    expect([code, err]).toEqual([1, expect.stringContaining("--admin-token or SANDBOX_ADMIN_TOKEN")]);
    expect(calls.map(({ headers }) => headers.authorization)).toEqual(["Bearer flag", "Bearer env", undefined]);
  });
});
