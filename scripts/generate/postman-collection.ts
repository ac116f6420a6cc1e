// Table: generates a Postman collection (format 2.1) from the service's document; Bruno, Insomnia and Hoppscotch import it too.
import service from "../../src/spec/served.gen.json" with { type: "json" };

type Json = Record<string, unknown>;
type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  example?: unknown;
  "x-shorthand"?: boolean;
  description?: string;
};
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: { "application/json": { schema: { $ref: string } } } };
  security?: unknown[];
};
type Known = { method: string; path: string; operation: Operation };

/** Variables that requests need: the address of the sandbox, and key and vault of the default tenant of seed 1. */
const VARIABLES: Readonly<Record<string, string>> = {
  baseUrl: "http://127.0.0.1:4010/v1",
  apiKey: "sk_sandbox_77f54f831b349038596c3b991ec0d702",
  vaultId: "019b76da-a800-7000-8000-0001b3639905",
};

/** Variables set from a response: the name, and the path of the value under `data`. */
const GIVES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  createWallet: { walletId: "id", walletAddress: "address" },
  listGasStations: { gasStationId: "[0].id", gasStationAddress: "[0].address" },
  listDeposits: { depositId: "[0].id", depositTxId: "[0].tx_id" },
  createUda: { udaId: "id" },
  listUdaSettlements: { settlementId: ".items[0].id", settlementTxId: ".items[0].source.tx_hash" },
  createPayout: { payoutId: "id" },
  listTransactions: { transactionId: "[0].id" },
};

/** The variable for a path parameter, by the path up to it; other parameters use the document's examples. */
const IN_PATHS: Readonly<Record<string, string>> = {
  "/deposits/tx/{tx_id}": "depositTxId",
  "/deposits/{id}": "depositId",
  "/uda/settlements/{id}": "settlementId",
  "/uda/{id}": "udaId",
  "/transfer/payout/{id}": "payoutId",
  "/wallets/address/{address}": "walletAddress",
  "/wallets/{id}": "walletId",
  "/transactions/{id}": "transactionId",
  "/vault/{vault_id}": "vaultId",
  "/gas-stations/address/{address}": "gasStationAddress",
  "/gas-stations/wallet/{wallet_id}": "gasStationId",
};

/** Members of bodies and queries that differ from the document's examples. `{{$guid}}` is a new value for each request. */
const IN_BODIES: Readonly<Record<string, string>> = {
  vault_id: "{{vaultId}}",
  from_wallet_id: "{{walletId}}",
  from_address: "{{walletAddress}}",
  to_wallet_id: "{{gasStationId}}",
  reference_id: "order-{{$guid}}",
};
const IN_BODIES_OF: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // A part, so that the next request has a balance.
  transferInternallyByAddress: { to_address: "{{gasStationAddress}}", amount: "10" },
};
const IN_QUERIES: Readonly<Record<string, string>> = { vault_id: "{{vaultId}}", reference: "{{settlementTxId}}" };
/** Optional parameters that are sent: the gas station of the wallet's network. */
const SENT = new Set(["listGasStations filter[]"]);

/** Folders in the order in which later requests find the variables they need. */
const FOLDERS = [
  "Networks",
  "Wallets",
  "Vaults",
  "Gas stations",
  "Deposits",
  "UDA",
  "Payouts",
  "Transfers",
  "Transactions",
];
const LAST = new Set(["retireUda"]);

/** The collection as a file. */
export function collectionDocument(): string {
  const known = operations();
  const tags = [...new Set([...FOLDERS, ...known.flatMap(({ operation }) => operation.tags)])];
  const folders = tags.map((name) => ({
    name,
    item: known
      .filter(({ operation }) => operation.tags[0] === name)
      .sort(byNeed)
      .map(requestOf),
  }));
  const given = Object.values(GIVES).flatMap((names) => Object.keys(names));
  const collection = {
    info: {
      name: "crypto-payment-sandbox",
      description:
        "Written by `npm run generate` from spec/openapi.yaml. The key and the vault are those of a first start with seed 1. Requests that create or list something keep its ids for those that follow.",
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: {
      type: "apikey",
      apikey: [
        { key: "key", value: "X-API-Key", type: "string" },
        { key: "value", value: "{{apiKey}}", type: "string" },
        { key: "in", value: "header", type: "string" },
      ],
    },
    variable: [...Object.entries(VARIABLES), ...given.map((name) => [name, ""])].map(([key, value]) => ({
      key,
      value,
    })),
    item: folders.filter(({ item }) => item.length > 0),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function operations(): Known[] {
  return Object.entries(service.paths).flatMap(([path, methods]) =>
    Object.entries(methods as unknown as Record<string, Operation>)
      .filter(([, operation]) => typeof operation.operationId === "string")
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

function byNeed(a: Known, b: Known): number {
  const rank = ({ operation: { operationId } }: Known): number =>
    LAST.has(operationId) ? 2 : operationId in GIVES ? 0 : 1;
  return rank(a) - rank(b);
}

function requestOf({ method, path, operation }: Known): Json {
  const { operationId, summary, description, security } = operation;
  const parameters = (operation.parameters ?? []).map((one) => deref<Parameter>(one));
  const query = parameters
    .filter((one) => one.in === "query" && !one["x-shorthand"])
    .map((one) => queryOf(operationId, one));
  const sent = query.filter(({ disabled }) => disabled !== true).map(({ key, value }) => `${key}=${value}`);
  const segments = filledPath(path, parameters).slice(1).split("/");
  const body = bodyOf(operation);
  const gives = GIVES[operationId];
  return {
    name: summary,
    ...(gives === undefined
      ? {}
      : { event: [{ listen: "test", script: { type: "text/javascript", exec: scriptOf(gives) } }] }),
    request: {
      method,
      description: [`\`${operationId}\``, description].filter(Boolean).join(": "),
      ...(security?.length === 0 ? { auth: { type: "noauth" } } : {}),
      header: body === undefined ? [] : [{ key: "Content-Type", value: "application/json" }],
      ...(body === undefined
        ? {}
        : { body: { mode: "raw", raw: JSON.stringify(body, null, 2), options: { raw: { language: "json" } } } }),
      url: {
        raw: `{{baseUrl}}/${segments.join("/")}${sent.length === 0 ? "" : `?${sent.join("&")}`}`,
        host: ["{{baseUrl}}"],
        path: segments,
        ...(query.length === 0 ? {} : { query }),
      },
    },
  };
}

function filledPath(path: string, parameters: readonly Parameter[]): string {
  const prefix = Object.keys(IN_PATHS).find((start) => path === start || path.startsWith(`${start}/`));
  const known = prefix === undefined ? path : path.replace(/\{[^}]+\}/, `{{${IN_PATHS[prefix]}}}`);
  return known.replaceAll(/(?<!\{)\{([^{}]+)\}(?!\})/g, (_whole, name: string) => {
    const { example } = parameters.find((one) => one.in === "path" && one.name === name) ?? {};
    if (example === undefined) throw new Error(`${path} has no example of ${name}`);
    return String(example);
  });
}

function queryOf(operationId: string, { name, example, required, description }: Parameter) {
  const first = Array.isArray(example) ? example[0] : example;
  const value = IN_QUERIES[name] ?? String(first ?? "");
  if (required && value === "") throw new Error(`${operationId} has no example of ${name}`);
  const disabled = !required && !SENT.has(`${operationId} ${name}`);
  return { key: name, value, ...(description === undefined ? {} : { description }), ...(disabled ? { disabled } : {}) };
}

function bodyOf({ operationId, requestBody }: Operation): Json | undefined {
  if (requestBody === undefined) return undefined;
  const { example } = deref<{ example?: Json }>(requestBody.content["application/json"].schema);
  if (example === undefined) throw new Error(`the body of ${operationId} has no example`);
  const shared = Object.entries(example).map(([name, value]) => [name, IN_BODIES[name] ?? value]);
  return { ...Object.fromEntries(shared), ...IN_BODIES_OF[operationId] };
}

function scriptOf(gives: Readonly<Record<string, string>>): string[] {
  const set = Object.entries(gives).map(
    ([name, where]) =>
      `  pm.collectionVariables.set("${name}", data${/^[[.]/.test(where) ? where.replace(/\[0\]/, "[0]?") : `.${where}`});`,
  );
  return ["if (pm.response.code < 300) {", "  const { data } = pm.response.json();", ...set, "}"];
}

function deref<T>(value: object): T {
  if (!("$ref" in value)) return value as T;
  const steps = String(value.$ref).slice(2).split("/");
  return steps.reduce<unknown>((node, step) => (node as Json)[step], service) as T;
}
