import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import packageFacts from "../package.json" with { type: "json" };
import { listen } from "./webhooks/a-receiver.ts";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** The command as a process of its own, with nothing of this one's `SANDBOX_*` variables. */
function aProcess(args: string[], nodeArgs: string[] = []) {
  const environment = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith("SANDBOX_")));
  const child = spawn(process.execPath, [...nodeArgs, MAIN, ...args], {
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = { out: "", err: "" };
  const firstOutput = new Promise<void>((resolve) => child.stdout.once("data", () => resolve()));
  child.stdout.on("data", (bytes: Buffer) => (said.out += bytes.toString()));
  child.stderr.on("data", (bytes: Buffer) => (said.err += bytes.toString()));
  const ended = new Promise<{ code: number | null; signal: string | null; out: string; err: string }>((resolve) =>
    child.on("close", (code, signal) => resolve({ code, signal, ...said })),
  );
  return { child, ended, firstOutput };
}

/** An event log with one event; a wait for the next one is answered when the test says so. */
async function anEventLog() {
  const event = (sequence: number) => ({ sequence, id: `e-${sequence}`, type: "deposit.new", time: "t", payload: {} });
  let asked = (): void => {};
  const waiting = new Promise<void>((resolve) => (asked = resolve));
  let give = (): void => {};
  let sequence = 1;
  const server = createServer((request, response) => {
    const answer = (data: unknown) => response.end(JSON.stringify({ success: true, message: "ok", data }));
    if (!request.url?.startsWith("/admin/events/wait")) {
      return answer({ items: request.url?.includes("after=0") ? [event(1)] : [] });
    }
    asked();
    give = () => {
      sequence += 1;
      answer(event(sequence));
      // From here on it answers at once, so that a reader which has gone is noticed whatever the pipe still swallows.
      asked = () => give();
    };
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: await listen(server), waiting, give: () => give() };
}

describe("the process", () => {
  test.each(["18.20.4", "20.20.2", "22.18.0", "23.11.0", "25.1.0"])(
    "under Node %s says in one line what to do, before it loads anything else",
    async (version) => {
      const pretend = `Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}})`;
      const { ended } = aProcess(
        ["start", "--port", "0"],
        ["--import", `data:text/javascript,${encodeURIComponent(pretend)}`],
      );
      const { code, out, err } = await ended;
      expect([code, out]).toEqual([1, ""]);
      expect(err).toBe(
        `crypto-payment-sandbox needs Node 22.19, 24 or from 26 on; this is ${version}: install Node 24, or run: npx -y -p node@24 -- npx -y crypto-payment-sandbox@${packageFacts.version} start --port 0\n`,
      );
    },
  );

  test.each([
    [["hunt", "init", "--app", "node app.js"], "hunt init --app 'node app.js'"],
    [["start", "--name", "it's\u001b[2J"], "start"],
    [[], "start"],
  ])("under an old Node repeats the whole command line %j, ready to be pasted", async (args, shown) => {
    const pretend = 'Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.20.2"}})';
    const { ended } = aProcess(args, ["--import", `data:text/javascript,${encodeURIComponent(pretend)}`]);
    expect((await ended).err.trim().endsWith(` crypto-payment-sandbox@${packageFacts.version} ${shown}`)).toBe(true);
  });

  test("ends with 2 and one line for a bad flag, with 0 for help", async () => {
    const [bad, help] = await Promise.all([aProcess(["start", "--prot"]).ended, aProcess(["start", "--help"]).ended]);
    expect(bad).toMatchObject({ code: 2, out: "", err: expect.stringMatching(/^unknown option '--prot'[^\n]*\n$/) });
    expect(help).toMatchObject({ code: 0, err: "", out: expect.stringContaining("--port <PORT>") });
  });

  test.each(["SIGINT", "SIGTERM"] as const)("that follows events ends with 0 at %s", async (signal) => {
    const log = await anEventLog();
    const { child, ended } = aProcess(["events", "--follow", "--json", "--url", log.url]);
    await log.waiting;
    child.kill(signal);
    expect(await ended).toMatchObject({
      code: 0,
      signal: null,
      err: "",
      out: expect.stringMatching(/^\{"sequence":1[^\n]*\n$/),
    });
  });

  test("that follows events ends with 0 when its reader has gone", async () => {
    const log = await anEventLog();
    const { child, ended, firstOutput } = aProcess(["events", "--follow", "--url", log.url]);
    await Promise.all([log.waiting, firstOutput]);
    child.stdout.destroy();
    log.give();
    expect(await ended).toMatchObject({ code: 0, signal: null, err: "" });
  });
});
