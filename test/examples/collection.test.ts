// The collection for Postman and Bruno: it contains every operation of the document, and every request works against a new sandbox.
import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { chai, expect, test } from "vitest";
import { serviceDocument } from "../../src/spec/document.ts";
import { operationsOf } from "../../src/spec/operations.ts";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";

type Item = {
  name: string;
  event: { script: { exec: string[] } }[];
  request: {
    method: string;
    description: string;
    auth?: { type: string };
    header: { key: string; value: string }[];
    body?: { raw: string };
    url: { raw: string };
  };
};
const file = new URL("../../examples/postman-collection.json", import.meta.url);
const collection = JSON.parse(readFileSync(file, "utf8")) as {
  variable: { key: string; value: string }[];
  item: { name: string; item: Item[] }[];
};
const requests = collection.item.flatMap(({ item }) => item);
const idOf = ({ request }: Item): string => /^`(\w+)`/.exec(request.description)?.[1] ?? "";

let made = 0;

/** A client such as Postman: replaces variables, sends the request, and runs the script on the response. `.ci/postman` runs newman itself. */
function aClient({ api_base_url, admin_url }: ASandbox["ready"]) {
  const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
  variables.set("baseUrl", api_base_url).set("adminUrl", admin_url);

  const filled = (text: string): string =>
    text.replaceAll(/\{\{([^}]+)\}\}/g, (_match, name: string) => {
      if (name === "$guid") {
        made += 1;
        return `guid-${made}`;
      }
      const value = variables.get(name);
      if (!value) throw new Error(`nothing gave ${name} a value before it is needed`);
      return value;
    });
  /** Sends it and returns the tests of its script that failed, and how many there were. */
  return async ({ request, event }: Item): Promise<{ failed: string[]; count: number }> => {
    const headers = Object.fromEntries(request.header.map(({ key, value }) => [key, value]));
    if (request.auth?.type !== "noauth") headers["X-API-Key"] = filled("{{apiKey}}");
    const body = request.body === undefined ? {} : { body: filled(request.body.raw) };
    const answer = await fetch(filled(request.url.raw), { method: request.method, headers, ...body });
    const text = await answer.text();
    const failed: string[] = [];
    let count = 0;
    const pm = {
      response: { code: answer.status, headers: answer.headers, json: () => JSON.parse(text) },
      collectionVariables: {
        set: (name: string, value: string) => variables.set(name, value),
        get: (name: string) => variables.get(name),
      },
      expect: chai.expect,
      test(name: string, run: () => void) {
        count += 1;
        try {
          run();
        } catch (error) {
          failed.push(`${name}: ${error} (${answer.status} ${answer.headers.get("x-sandbox-error") ?? ""})`);
        }
      },
    };
    for (const { script } of event) {
      const context = createContext({ pm });
      // Names that Postman has taken already.
      runInContext("const data = {}, request = {}, globals = {}, environment = {}, iteration = 0;", context);
      runInContext(script.exec.join("\n"), context);
    }
    return { failed, count };
  };
}

test("every operation of the document is one request of the collection", () => {
  expect(requests.map(idOf).filter(Boolean).sort()).toEqual([...operationsOf(serviceDocument).keys()].sort());
});

test("it contains the key and the vault that a first start with seed 1 prints", async () => {
  const { ready } = await aSandbox();
  const value = (name: string) => collection.variable.find(({ key }) => key === name)?.value;
  expect([value("apiKey"), value("vaultId")]).toEqual([ready.api_key, ready.vault_id]);
});

test("run from top to bottom in a new sandbox every test of every request passes", async () => {
  const send = aClient((await aSandbox()).ready);
  for (const item of requests) {
    const { failed, count } = await send(item);
    expect(failed, item.name).toEqual([]);
    expect(count, item.name).toBeGreaterThan(idOf(item) === "" ? 0 : 2);
  }
});

test("a request that is refused, or answers in another form, fails its tests", async () => {
  const { ready } = await aSandbox();
  const wallet = requests.find((item) => idOf(item) === "createWallet")!;
  const refused = { ...wallet, request: { ...wallet.request, body: { raw: "{}" } } };
  expect((await aClient(ready)(refused)).failed.join()).toContain("createWallet answers 201");
  const vaults = requests.find((item) => idOf(item) === "listVaults")!;
  const networks = requests.find((item) => idOf(item) === "listBlockchainNetworks")!;
  const { failed } = await aClient(ready)({ ...networks, event: vaults.event });
  expect(failed.join()).toContain("the data has the form of the document");
});
