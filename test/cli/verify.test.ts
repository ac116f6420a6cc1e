// `verify`: checks a real delivery from files and from stdin, and names common mistakes.
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { verifyCommand } from "../../src/cli/commands/webhooks/verify.ts";
import { runCommand } from "../../src/cli/program.ts";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";
import { aReceiver } from "../support/clients/a-receiver.ts";
import { aWallet } from "../support/payments/on-chain.ts";
import { anIo } from "./an-io.ts";

async function aDelivery() {
  const sandbox = await aSandbox();
  const app = await aReceiver();
  const { secret } = await sandbox.control("POST", `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`, {
    url: app.url,
  });
  await aWallet(sandbox.api);
  await app.until(1);
  const [got] = app.received;
  if (got === undefined) throw new Error("no delivery");
  const lines = Object.entries(got.headers).map(([name, value]) => `${name}: ${value}`);
  return { sandbox, secret: String(secret), body: got.body, headers: got.headers, lines: `${lines.join("\r\n")}\r\n` };
}

async function verify(
  sandbox: ASandbox,
  words: string[],
  { files = {}, input = "" }: { files?: Record<string, string>; input?: string } = {},
) {
  const { io, said } = anIo({ SANDBOX_URL: sandbox.url }, files, { input });
  return { code: await runCommand(["verify", ...words], io), ...said };
}

test("an unchanged delivery is valid: headers as lines or JSON, the body from a file or stdin", async () => {
  const { sandbox, body, headers, lines, secret } = await aDelivery();
  const files = { "body.json": body, "headers.txt": lines, "headers.json": JSON.stringify(headers) };
  for (const words of [
    ["--body", "body.json", "--headers", "headers.txt"],
    ["--body", "body.json", "--headers", "headers.json", "--secret", secret],
    ["--headers", "headers.txt"],
    ["--body", "-", ...Object.entries(headers).flatMap(([name, value]) => ["--header", `${name}=${value}`])],
  ]) {
    const { code, out, err } = await verify(sandbox, words, { files, input: body });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const more = words.includes("--secret") ? "" : "if your code still refuses it, add --computed [^\\n]*\\n";
    expect(out).toMatch(new RegExp(`^valid\\nnothing is wrong[^\\n]*\\n${more}$`));
  }
  const { out } = await verify(sandbox, ["--headers", "headers.txt", "--json"], { files, input: body });
  expect(JSON.parse(out)).toMatchObject({ verdict: "valid", mistake: null });
});

test("the examples of the help, with the values of a real delivery, are valid", async () => {
  const { sandbox, body, headers, lines, secret } = await aDelivery();
  const files = { "body.json": body, "headers.txt": lines };
  for (const example of verifyCommand.examples) {
    const line = example.replace(/(webhook-\w+)=\S+/g, (_, name) => `${name}=${headers[name]}`);
    const words = line.replace("whsec_1", secret).replace(" < body.json", "").split(" ").slice(1);
    expect(await verify(sandbox, words, { files, input: body }), example).toMatchObject({ code: 0, err: "" });
  }
});

test("a mistake is printed with the next step, and the exit code is 1", async () => {
  const { sandbox, body, headers, lines, secret } = await aDelivery();
  const files = { "headers.txt": lines };
  const parsed = JSON.stringify(JSON.parse(body), null, 2);
  const changed = await verify(sandbox, ["--headers", "headers.txt"], { files, input: parsed });
  expect(changed).toMatchObject({ code: 1, err: "" });
  expect(changed.out).toMatch(/^not valid: body-reserialised\n.+\n/);
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const computed = createHmac("sha256", secret).update(signed).digest("hex");
  const withId = await verify(sandbox, ["--headers", "headers.txt", "--computed", computed], { files, input: body });
  expect(withId.code).toBe(1);
  expect(withId.out).toMatch(/^not valid: id-included\n/);
});

test("an unreadable file is reported before the sandbox is called", async () => {
  const { sandbox } = await aDelivery();
  const refused: readonly (readonly [string[], number, string])[] = [
    [[], 2, "--headers FILE or --header NAME=VALUE"],
    [["--headers", "-"], 2, "only one of"],
    [["--headers", "gone.txt"], 2, "gone.txt cannot be read (ENOENT)"],
    [["--headers", "bad.json"], 2, "--headers is not JSON"],
    [["--header", "nonsense"], 2, "key=value"],
  ];
  for (const [words, code, text] of refused) {
    const answer = await verify(sandbox, words, { files: { "bad.json": "{" } });
    expect(answer, words.join(" ")).toMatchObject({ code, out: "", err: expect.stringContaining(text) });
  }
});
