// A complete run with all output recorded: no key, secret or token appears where it does not belong.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DEVELOPMENT_MNEMONIC } from "../../src/chains/address.ts";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";
import { anEventStream } from "../support/clients/an-event-stream.ts";
import { ADMIN_ROUTES, OTHER_ROUTES, SERVICE_ROUTES } from "../support/clients/every-route.ts";
import {
  aLifeWithSecrets,
  found,
  misplaceKeys,
  OWN_SECRET,
  privateKeys,
  TOKEN,
} from "../support/worlds/a-life-with-secrets.ts";

const CHOSEN_KEY = "sk_sandbox_chosen_by_its_operator_4711";

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The text of every file below a folder. */
function filesBelow(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  return new Map(files.filter((file) => statSync(file).isFile()).map((file) => [file, readFileSync(file, "latin1")]));
}

/** Every GET route with known ids, and the first part of the event stream. */
async function everyWord(sandbox: ASandbox): Promise<Map<string, string>> {
  const { ready, url, control } = sandbox;
  const said = new Map<string, string>();
  const headers = { "x-api-key": ready.api_key, authorization: `Bearer ${TOKEN}` };
  const gets = [...SERVICE_ROUTES, ...ADMIN_ROUTES, ...OTHER_ROUTES].filter(({ method }) => method === "GET");
  // An export contains secrets, as documented: it has its own test.
  const asked = gets.filter(({ id }) => !["exportWorld", "streamEvents", "streamChanges", "waitForEvent"].includes(id));
  for (const { path, name } of asked) {
    // The tenant's id; elsewhere it is just an unknown id.
    const answer = await fetch(`${url}${path.replace("00000000-0000-7000-8000-000000000000", ready.tenant_id)}`, {
      headers,
    });
    said.set(name, `${JSON.stringify([...answer.headers])} ${await answer.text()}`);
  }
  for (const path of ["/events?limit=1000", "/deliveries?limit=100", "/tenants", "/faults"])
    said.set(path, JSON.stringify(await control("GET", path)));
  const stream = await anEventStream(`${url}/admin/events/stream?after=0`, { headers });
  await stream.count(10);
  said.set("stream", JSON.stringify(stream.messages));
  stream.leave();
  return said;
}

test("R-211 no key, secret, private key or token is in any log line, page, metric, event or answer after the first", async () => {
  const lines: string[] = [];
  const data = aFolder();
  const options = { adminToken: TOKEN, data, seed: 7 };
  const sandbox = await aSandbox(options, undefined, { hear: (line) => lines.push(line) });
  const { apiKeys, webhookSecrets } = await aLifeWithSecrets(sandbox);
  await misplaceKeys(sandbox);
  const keys = privateKeys(sandbox, "7");
  const development = sandbox.ready.accounts.map(({ private_key }) => private_key);
  const never = [...apiKeys, TOKEN, ...keys, ...development, DEVELOPMENT_MNEMONIC];
  const words = await everyWord(sandbox);
  expect(words.size).toBeGreaterThan(60);
  expect([...words.values()].join("")).toContain("ann");
  expect(found([...never, ...webhookSecrets], words)).toEqual([]);
  await sandbox.close();
  expect(lines.length).toBeGreaterThan(0);
  expect(
    found(
      [...never, ...webhookSecrets],
      lines.entries().map(([at, line]) => [`line ${at}`, line] as const),
    ),
  ).toEqual([]);
  // On disk: only hashes of API keys; signing secrets are readable, because they are needed to sign.
  const files = filesBelow(data);
  expect(files.size).toBeGreaterThan(0);
  expect(found(never, files)).toEqual([]);
  expect(found([OWN_SECRET], files)).not.toEqual([]);
});

test("R-211 the file of --record contains no token, no configured key and no private key", async () => {
  const record = join(aFolder(), "story.json");
  const sandbox = await aSandbox({ adminToken: TOKEN, apiKey: CHOSEN_KEY, record });
  const { apiKeys } = await aLifeWithSecrets(sandbox);
  const keys = [...privateKeys(sandbox, "1"), ...sandbox.ready.accounts.map(({ private_key }) => private_key)];
  await sandbox.close();
  const story = readFileSync(record, "utf8");
  expect(story).toContain("ann");
  expect(found([...apiKeys, TOKEN, ...keys], [["record", story]])).toEqual([]);
});
