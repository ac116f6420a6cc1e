// The shipped command as a child process against a running sandbox: pipes, stdin, files, exit codes, no colours.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type ASandbox, aSandbox, sharedSandbox } from "../support/a-sandbox.ts";
import { COMMAND } from "../support/the-command.ts";

const shared = sharedSandbox();

/** Runs the command with `input` on stdin; its environment names the shared sandbox. */
function shipped(words: string[], { input = "", cwd }: { input?: string; cwd?: string } = {}) {
  const { url, ready } = shared();
  const own = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith("SANDBOX_")));
  const child = spawn(process.execPath, [COMMAND, ...words], {
    env: { ...own, SANDBOX_URL: url, SANDBOX_API_KEY: ready.api_key },
    ...(cwd === undefined ? {} : { cwd }),
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = { out: "", err: "" };
  child.stdout.on("data", (bytes: Buffer) => (said.out += bytes.toString()));
  child.stderr.on("data", (bytes: Buffer) => (said.err += bytes.toString()));
  child.stdin.end(input);
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, ...said })),
  );
}

test("in a pipe every command is plain text on stdout, and ends with 0", async () => {
  const answers = await Promise.all([shipped(["status"]), shipped(["fault", "catalogue"]), shipped(["wallets"])]);
  for (const { code, out, err } of answers) {
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).not.toContain("\u001b");
  }
  expect(answers[0]?.out).toContain("polygon");
});

test("verify reads the body from stdin; a webhook with a wrong signature ends with 1", async () => {
  const headers = ["--header", "webhook-id=e-1", "--header", "webhook-timestamp=1767225600"];
  const words = ["verify", ...headers, "--header", `webhook-signature=${"0".repeat(64)}`, "--secret", "s", "--json"];
  const { code, out, err } = await shipped(words, { input: '{\n  "id": "e-1"\n}\n' });
  expect({ code, err }).toEqual({ code: 1, err: "" });
  expect(JSON.parse(out).verdict).not.toBe("valid");
});

test("export writes a file from which start --import makes the same world; a missing folder is an error of one line", async () => {
  await shared().control("POST", "/networks/base/mine", { blocks: 2 });
  const folder = mkdtempSync(join(tmpdir(), "sandbox-export-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [good, bad] = await Promise.all([
    shipped(["export", "-o", "world.json"], { cwd: folder }),
    shipped(["export", "-o", "no/such/world.json"], { cwd: folder }),
  ]);
  expect(good).toMatchObject({ code: 0, err: "" });
  const heads = async ({ control }: Pick<ASandbox, "control">) =>
    (await control("GET", "/networks")).items.map(({ head }: { head: { hash: string } }) => head.hash);
  expect(await heads(await aSandbox({ import: join(folder, "world.json") }))).toEqual(await heads(shared()));
  expect(bad).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringMatching(/^no\/such\/world\.json cannot be written \(ENOENT\)[^\n]*\n$/),
  });
  expect(existsSync(join(folder, "no"))).toBe(false);
});

test("a usage error ends with 2, a refusal of the sandbox with 1, each in one line", async () => {
  const [wrong, refused] = await Promise.all([shipped(["mining", "base", "often"]), shipped(["mine", "nowhere"])]);
  expect(wrong).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringMatching(/^[^\n]*instant, interval, manual[^\n]*\n$/),
  });
  expect(refused).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringMatching(/^the sandbox answered 404 [^\n]*\n$/),
  });
});
