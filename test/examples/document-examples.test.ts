// "Try it out": every example of the served document, sent as it stands, works in the world that serves it.
import { expect, test } from "vitest";
import { createDemo } from "../../src/demo/demo.ts";
import { operationsOf } from "../../src/spec/operations.ts";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";

type Json = Record<string, any>;

async function served({ url }: ASandbox): Promise<Json> {
  return (await (await fetch(`${url}/openapi.json`)).json()) as Json;
}

function resolved(document: Json, node: Json): Json {
  if (node["$ref"] === undefined) return node;
  return String(node["$ref"])
    .slice(2)
    .split("/")
    .reduce<Json>((at, step) => at[step], document);
}

/** The request of an operation with every example that the viewer fills in, optional ones too. */
function requestOf(document: Json, method: string, path: string) {
  const operation: Json = document["paths"][path][method];
  const examples = ((operation["parameters"] ?? []) as Json[])
    .map((one) => resolved(document, one))
    .filter((one) => "example" in one);
  const at = (place: string) => examples.filter((one) => one["in"] === place);
  const filled = at("path").reduce(
    (text, one) => text.replace(`{${one["name"]}}`, encodeURIComponent(one["example"])),
    path,
  );
  const query = new URLSearchParams(
    at("query").flatMap(({ name, example }) =>
      [example].flat().map((value): [string, string] => [name, String(value)]),
    ),
  );
  const schema = operation["requestBody"]?.content["application/json"].schema;
  const body = schema === undefined ? undefined : JSON.stringify(resolved(document, schema)["example"]);
  return { id: operation["operationId"] as string, target: `${filled}${query.size === 0 ? "" : `?${query}`}`, body };
}

/** Status and hint of each example, sent in the order of the document; the UDA is retired last. */
async function play(
  sandbox: ASandbox,
): Promise<Map<string, { status: number; hint: string; statuses: readonly string[] }>> {
  const document = await served(sandbox);
  const answers = new Map();
  const operations = [...operationsOf(document as never).values()].toSorted(
    (a, b) => Number(a.method === "delete") - Number(b.method === "delete"),
  );
  for (const { method, path } of operations) {
    const { id, target, body } = requestOf(document, method, path);
    const response = await fetch(`${document["servers"][0].url}${target}`, {
      method: method.toUpperCase(),
      headers: {
        "X-API-Key": sandbox.ready.api_key,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body }),
    });
    const hint = [response.headers.get("x-sandbox-error"), response.headers.get("x-sandbox-warning")];
    answers.set(id, {
      status: response.status,
      hint: hint.filter(Boolean).join(" | "),
      statuses: Object.keys(document["paths"][path][method].responses),
    });
  }
  return answers;
}

test("in the demo world every example gives its success", async () => {
  const sandbox = await aSandbox();
  await createDemo({ host: sandbox.ready, seed: 1, runs: false });
  const answers = await play(sandbox);
  const others = [...answers].filter(([, { status, hint }]) => status >= 300 || hint !== "");
  expect(others).toEqual([]);
  expect(answers.size).toBe(47);
});

/** Answers in a world that has no record yet: all are in the document. */
const WITHOUT_RECORDS: Readonly<Record<string, number>> = {
  ...{ getDeposit: 404, getDepositByTransaction: 404, getTransaction: 404, getWallet: 404, getWalletByAddress: 404 },
  ...{ getUda: 404, updateUda: 404, replaceUda: 404, retireUda: 404, getSettlement: 404, listUdaSettlements: 404 },
  ...{ transferFromAddress: 404, transferFromWallet: 404 },
  ...{ transferInternallyByAddress: 404, transferInternallyByWallet: 404 },
  // The vault is empty.
  ...{ createPayout: 400, createPayoutByUsd: 400, transferFromVault: 400, getPayout: 404, rejectPayout: 404 },
};

test("in a new world each gives its success, or the documented answer for a record that is not there yet", async () => {
  const answers = await play(await aSandbox());
  const others = [...answers].filter(([, { status }]) => status >= 300);
  expect(Object.fromEntries(others.map(([id, { status }]) => [id, status]))).toEqual(WITHOUT_RECORDS);
  for (const [id, { status, statuses }] of answers) expect(statuses, id).toContain(String(status));
});

test("where an admin token is asked for, the examples name no record", async () => {
  const sandbox = await aSandbox({ adminToken: "secret" });
  const { paths, components } = await served(sandbox);
  expect(JSON.stringify([paths, components])).not.toContain(sandbox.ready.vault_id);
  const open = await aSandbox();
  expect(JSON.stringify((await served(open))["components"].schemas.CreatePayout.example)).toContain(
    open.ready.vault_id,
  );
});
