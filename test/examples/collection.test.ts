// The collection for Postman and Bruno: it contains every operation of the document, and every request works against a sandbox.
import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";
import { serviceDocument } from "../../src/spec/document.ts";
import { operationsOf } from "../../src/spec/operations.ts";
import { aSandbox } from "../support/a-sandbox.ts";

type Item = {
  name: string;
  event?: { script: { exec: string[] } }[];
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

/** A client such as Postman: replaces variables, sends the request, runs the script on the response. */
function aClient(baseUrl: string) {
  const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
  variables.set("baseUrl", baseUrl);
  let made = 0;
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
  return {
    variables,
    async send({ request, event }: Item): Promise<{ status: number; body: any }> {
      const headers = Object.fromEntries(request.header.map(({ key, value }) => [key, value]));
      if (request.auth?.type !== "noauth") headers["X-API-Key"] = filled("{{apiKey}}");
      const body = request.body === undefined ? {} : { body: filled(request.body.raw) };
      const answer = await fetch(filled(request.url.raw), { method: request.method, headers, ...body });
      const text = await answer.text();
      const pm = {
        response: { code: answer.status, json: () => JSON.parse(text) },
        collectionVariables: { set: (name: string, value: string) => variables.set(name, value) },
      };
      for (const { script } of event ?? []) runInContext(script.exec.join("\n"), createContext({ pm }));
      return { status: answer.status, body: JSON.parse(text) };
    },
  };
}

test("every operation of the document is one request of the collection", () => {
  expect(requests.map(idOf).sort()).toEqual([...operationsOf(serviceDocument).keys()].sort());
});

test("it contains the key and the vault that a first start with seed 1 prints", async () => {
  const { ready } = await aSandbox();
  const value = (name: string) => collection.variable.find(({ key }) => key === name)?.value;
  expect([value("apiKey"), value("vaultId")]).toEqual([ready.api_key, ready.vault_id]);
});

test("sent from top to bottom every request works with ids from earlier responses, except the reject of a paid payout", async () => {
  const { control, ready } = await aSandbox();
  const client = aClient(ready.api_base_url);
  const pay = (network: string, asset: string, amount: string, to_address: string | undefined) =>
    control("POST", "/deposits", { network, asset, amount, to_address });
  // Between the requests: customers pay, and the vault is funded.
  const meanwhile: Record<string, (answer: any) => Promise<unknown>> = {
    createWallet: async () => {
      for (const asset of ["USDC", "ETH"]) await pay("ethereum", asset, "100", client.variables.get("walletAddress"));
    },
    listVaultAddresses: async ({ data }) => {
      for (const { network_symbol, address } of data) {
        if (network_symbol === "ethereum") await pay("ethereum", "USDT", "500", address);
        if (network_symbol === "base") await pay("base", "ETH", "5", address);
      }
    },
    createUda: ({ data }) => pay("ethereum", "USDC", "50", data.deposit_addresses[0].address),
  };
  const refused: Record<string, number> = {};
  for (const item of requests) {
    const { status, body } = await client.send(item);
    if (status >= 300) refused[idOf(item)] = status;
    else await meanwhile[idOf(item)]?.(body);
  }
  expect(refused).toEqual({ rejectPayout: 400 });
});
