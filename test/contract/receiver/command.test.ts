// `contract receiver`: options, output, exit codes, and that no report holds the secret (R-211, C-70).
import { describe, expect, onTestFinished, test } from "vitest";
import { runCommand } from "../../../src/cli/program.ts";
import { gradeReceiver } from "../../../src/testing/testing.ts";
import { anIo } from "../../cli/an-io.ts";
import { aSandbox } from "../../support/a-sandbox.ts";
import { type Received, Receiver, Refusal, SECRET, serve } from "./correct.ts";

/** Every case but the burst, which takes its time. */
const QUICK = Array.from({ length: 30 }, (_, at) => `W-${String(at + 1).padStart(2, "0")}`)
  .filter((id) => id !== "W-26")
  .join(",");

async function open(receiver: Receiver = new Receiver()) {
  const server = await serve(receiver);
  onTestFinished(() => server.close());
  return server;
}

async function run(
  args: string[],
  more: { environment?: Record<string, string>; hands?: Parameters<typeof anIo>[2] } = {},
) {
  const files: Record<string, string> = {};
  const { io, said } = anIo(more.environment ?? {}, files, more.hands);
  const code = await runCommand(["contract", "receiver", ...args], io);
  return { code, files, ...said };
}

describe("the command", () => {
  test("a receiver that is right: a table in 80 columns, the progress on stderr, exit code 0", async () => {
    const { url, probe } = await open();
    const { code, out, err } = await run([
      url,
      "--secret",
      SECRET,
      "--probe",
      probe,
      "--cases",
      QUICK,
      "--fail-on",
      "should",
    ]);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("29 ok") });
    for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
    expect(err).toContain("1/29 W-01 one genuine deposit.confirmed\n");
  });

  test("a forged webhook that is taken: why, what to do, exit code 1; the secret comes from the environment", async () => {
    const { url } = await open(
      new (class extends Receiver {
        override isGenuine(): boolean {
          return true;
        }
      })(),
    );
    const given = [url, "--cases", "W-03,w-17"];
    const { code, out } = await run(given, { environment: { SANDBOX_WEBHOOK_SECRET: SECRET } });
    expect(code).toBe(1);
    expect(out).toContain("W-03 FAIL: answered 200, must be refused");
    expect(out).toContain("W-17 not judged: what it did with it needs a probe");
    const none = await run([...given, "--fail-on", "none"], { environment: { SANDBOX_WEBHOOK_SECRET: SECRET } });
    expect(none.code).toBe(0);
  });

  test("what could not be judged: exit code 3 with the next step", async () => {
    const { url } = await open();
    const wrong = await run([url, "--secret", "whsec_of-somebody-else", "--cases", "W-03"]);
    expect(wrong).toMatchObject({
      code: 3,
      out: expect.stringMatching(/^CASE .*\nW-01 +must +FAIL .*\n\n0 ok · 1 FAIL · \d+ not judged\n$/),
      err: expect.stringContaining("could not be judged: the receiver answered 401"),
    });
    const closed = await serve(new Receiver());
    await closed.close();
    const gone = await run([closed.url, "--secret", SECRET]);
    expect(gone).toMatchObject({ code: 3, err: expect.stringContaining("was not reached") });
    const unreachable = await run([url, "--secret", SECRET, "--url", "http://127.0.0.1:9"]);
    expect(unreachable.code).toBe(3);
  });

  test.each([
    [["http://user:pass@host/", "--secret", "x"], "credentials"],
    [["not a url", "--secret", "x"], "the receiver"],
    [["http://127.0.0.1:1024/"], "SANDBOX_WEBHOOK_SECRET"],
    [["http://127.0.0.1:1024/", "--secret", "x", "--cases", "W-31"], "W-01 to W-30"],
    [["http://127.0.0.1:1024/", "--secret", "x", "--timeout", "2m"], "at most one minute"],
    [["http://127.0.0.1:1024/", "--secret", "x", "--timeout", "soon"], "is not a duration"],
    [["http://127.0.0.1:1024/", "--secret", "x", "--fail-on", "always"], "must, should, none"],
    [["http://127.0.0.1:1024/", "--secret", "x", "--probe", "ftp://x"], "--probe"],
    [["http://127.0.0.1:1024/", "--secret", "x", "--probe", "http://x", "--probe-command", "true"], "not both"],
  ])("a call that is wrong: %j", async (args, words) => {
    expect(await run(args)).toMatchObject({ code: 2, out: "", err: expect.stringContaining(words) });
  });

  test("--probe-command: its output is the probe; its failure is told", async () => {
    const receiver = new Receiver();
    const { url } = await open(receiver);
    const given = [url, "--secret", SECRET, "--cases", "W-17", "--probe-command", "show credits", "--json"];
    const works = await run(given, { hands: { outputOf: async () => ({ code: 0, out: receiver.probe() }) } });
    expect(JSON.parse(works.out).results[1]).toMatchObject({ case: "W-17", result: "pass" });
    const fails = await run(given, { hands: { outputOf: async () => ({ code: 7, out: "" }) } });
    expect(JSON.parse(fails.out).results[1]).toMatchObject({
      result: "not_judged",
      why: expect.stringContaining("exited with 7"),
    });
  });
});

test("no output holds the secret, also when the receiver shows it everywhere (R-211)", async () => {
  const { url, probe } = await open(
    new (class extends Receiver {
      override refusal(): Refusal {
        return new Refusal(
          401,
          `${"x".repeat(195)}${SECRET} ${Buffer.from(SECRET).toString("base64")} ${encodeURIComponent(SECRET)}`,
        );
      }
    })(),
  );
  const planted = `${url}?token=${SECRET}`;
  const all = ["--secret", SECRET, "--probe", probe, "--cases", QUICK, "--report", "out"];
  const environment = { GITHUB_STEP_SUMMARY: "summary.md" };
  const text = await run([planted, ...all], { environment });
  const json = await run([planted, ...all, "--json"], { environment });
  expect(text.code).toBe(1);
  expect(Object.keys(text.files)).toHaveLength(5);
  const outputs = [text.out, text.err, json.out, json.err, ...Object.values(text.files)];
  for (const output of outputs) {
    expect(output.length).toBeGreaterThan(0);
    for (const form of [SECRET, SECRET.replace("whsec_", ""), Buffer.from(SECRET).toString("base64")])
      expect(output).not.toContain(form);
  }
  expect(text.files["out/contract.junit.xml"]).toContain("a refusal shows the secret");
  expect(JSON.parse(json.out).results.find((one: { case: string }) => one.case === "W-28").result).toBe("fail");
});

/** Refuses with a text that only the app knows. */
class Talkative extends Receiver {
  override refusal(): Refusal {
    return new Refusal(401, "planted answer: customer 4711 is unknown");
  }
}

test("what the receiver answered, and events of a running sandbox, stand in a report only with --with-bodies (C-70)", async () => {
  const { ready, api, admin } = await aSandbox();
  await api.POST("/wallets", { body: { owner: "planted-carol", network_symbol: "base" } });
  await admin("POST", "/deposits", { network: "base", asset: "USDC", amount: "3", owner: "planted-carol" });
  const { url } = await open(new Talkative());
  const given = [url, "--secret", SECRET, "--cases", "W-01,W-04,W-07", "--report", "out"];
  const texts = async (...more: string[]): Promise<string[]> => {
    const { out, files } = await run([...given, ...more]);
    const { out: json } = await run([...given, ...more, "--json"]);
    expect(Object.keys(files)).toHaveLength(4);
    return [out, json, ...Object.values(files)];
  };
  /** JSON, JUnit and HTML: the terminal has no evidence, and the Markdown none of cases that passed. */
  const complete = (all: string[]): string[] => all.slice(1).filter((text) => !text.startsWith("# "));
  const plain = await texts();
  for (const text of plain) expect(text).not.toContain("planted");
  // Webhooks of the recorded story are nobody's data: without them no case can be understood, or sent again.
  for (const text of complete(plain)) expect(text).toContain("payload");
  expect(JSON.parse(plain[1] ?? "").results[1].answered.body_excerpt).toBe("(left out: --with-bodies shows it)");
  for (const text of complete(await texts("--with-bodies"))) expect(text).toContain("planted answer");
  const real = await texts("--url", ready.url, "--token", "none");
  for (const text of real) expect(text).not.toMatch(/planted|payload/);
  expect(JSON.parse(real[1] ?? "").results[1]).toMatchObject({ sent: { method: "POST" }, repeat: null });
  const allReal = complete(await texts("--url", ready.url, "--with-bodies"));
  for (const text of allReal) expect(text).toContain("payload");
  expect(allReal[0]).toContain("planted-carol");
});

test("the last line counts a note as a note, and a warning as a warning (W-30)", async () => {
  // It takes one signature only: the note of W-30. What should be refused and is not answered 2xx but 500 is a warning.
  const { url } = await open(
    new (class extends Receiver {
      override isGenuine(received: Received): boolean {
        return !this.text(received, "webhook-signature").includes(" ") && super.isGenuine(received);
      }
      override refusal({ headers }: Received): Refusal {
        return new Refusal(String(headers["webhook-signature"] ?? "").includes(" ") ? 401 : 500);
      }
    })(),
  );
  const given = [url, "--secret", SECRET, "--cases", "W-01,W-04,W-30"];
  const { out, code } = await run([...given, "--report", "out"]);
  expect([code, out.trim().split("\n").at(-1)]).toEqual([0, "1 ok · 1 warning · 1 note"]);
  expect(out).toMatch(/^W-30 +note +note /m);
  const { files } = await run([...given.slice(0, -1), "W-01,W-30", "--report", "out"]);
  expect(JSON.parse(files["out/contract.json"] ?? "").summary).toBe("no case failed · 1 ok · 1 note");
});

test("with --url real events of a running sandbox are sent; SANDBOX_URL is not read", async () => {
  const { ready, api, admin } = await aSandbox();
  await api.POST("/wallets", { body: { owner: "carol", network_symbol: "base" } });
  await admin("POST", "/deposits", { network: "base", asset: "USDC", amount: "3", owner: "carol" });
  const receiver = new Receiver();
  const { url, probe } = await open(receiver);
  const given = [url, "--secret", SECRET, "--probe", probe, "--cases", "W-02,W-17", "--owner", "carol", "--json"];
  const real = await run([...given, "--url", ready.url]);
  const report = JSON.parse(real.out);
  expect(report.bodies).toBe("sandbox");
  expect(report.results[1]).toMatchObject({
    case: "W-02",
    result: "not_judged",
    why: expect.stringContaining("transaction.failed"),
  });
  expect(report.results[2]).toMatchObject({ case: "W-17", result: "pass" });
  expect(receiver.credits["carol"]).toBe(9_000_000n);
  const recorded = await run(given, { environment: { SANDBOX_URL: ready.url } });
  expect(JSON.parse(recorded.out)).toMatchObject({ bodies: "story" });
  const nobody = await run([...given.slice(0, -2), "nobody", "--json", "--url", ready.url]);
  expect(nobody).toMatchObject({ code: 3, err: expect.stringContaining("no event") });
});

describe("POST /admin/contract/receiver", () => {
  test("grades with recorded webhooks, or with events of a tenant", async () => {
    const { admin, api, ready } = await aSandbox();
    const { url, probe } = await open();
    const body = { url, secret: SECRET, probe_url: probe, cases: ["W-04", "W-17"], owner: "dora" };
    const recorded = await admin("POST", "/contract/receiver", body);
    expect(recorded).toMatchObject({
      status: 200,
      body: { data: { judged: true, bodies: "story", counts: { pass: 3 } } },
    });
    await api.POST("/wallets", { body: { owner: "dora", network_symbol: "base" } });
    await admin("POST", "/deposits", { network: "base", asset: "USDC", amount: "3", owner: "dora" });
    const real = await admin("POST", "/contract/receiver", { ...body, tenant_id: ready.tenant_id });
    expect(real.body.data).toMatchObject({ bodies: "sandbox", counts: { pass: 3 } });
    expect(JSON.stringify([recorded, real])).not.toContain(SECRET);
  });

  test("refuses a second one meanwhile, addresses that webhooks never go to, and its own port", async () => {
    const { admin, ready } = await aSandbox();
    const reached = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const { url } = await open(
      new (class extends Receiver {
        override async take(): Promise<void> {
          reached.resolve();
          await release.promise;
        }
      })(),
    );
    const body = { url, secret: SECRET, cases: ["W-01"] };
    const first = admin("POST", "/contract/receiver", body);
    await reached.promise;
    expect(await admin("POST", "/contract/receiver", body)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("under way") },
    });
    release.resolve();
    expect((await first).body.data.judged).toBe(true);
    const own = await admin("POST", "/contract/receiver", { ...body, url: `${ready.url}/hooks` });
    expect(own.body.data).toMatchObject({ judged: false, why: expect.stringContaining("own port") });
    const metadata = await admin("POST", "/contract/receiver", { ...body, url: "http://169.254.169.254/" });
    expect(metadata.body.data.why).toContain("metadata");
  });

  test.each([
    [{ url: "ftp://x", secret: "s" }, "url:"],
    [{ url: "http://127.0.0.1:4999/", secret: "s", probe_url: "http://u:p@x/" }, "probe_url:"],
    [{ url: "http://127.0.0.1:4999/", secret: "s", cases: ["W-31"] }, "cases"],
    [{ url: "http://127.0.0.1:4999/", secret: "s", tenant_id: "nobody" }, "tenant"],
  ])("refuses %j", async (body, words) => {
    const { admin } = await aSandbox();
    const answer = await admin("POST", "/contract/receiver", body);
    expect(answer.body).toMatchObject({ success: false, error: expect.stringContaining(words) });
    expect([400, 404]).toContain(answer.status);
  });
});

describe("gradeReceiver of the test library", () => {
  test("takes a function as probe", async () => {
    const receiver = new Receiver();
    const { url } = await open(receiver);
    const report = await gradeReceiver({ url, secret: SECRET, probe: () => receiver.credits, cases: ["W-17", "W-20"] });
    expect(report.results.map(({ result }) => result)).toEqual(["pass", "pass", "pass"]);
  });

  test("throws for an address that cannot be called", async () => {
    await expect(gradeReceiver({ url: "nowhere", secret: SECRET })).rejects.toThrow("absolute");
  });
});
