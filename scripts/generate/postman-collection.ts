// Table: generates a Postman collection (format 2.1) from the service's document; Bruno, Insomnia and Hoppscotch import it too.

import type { OpenApiDocument } from "../../src/spec/document.ts";
import { type ExampleFacts, fillExamples } from "../../src/spec/fill-examples.ts";
import served from "../../src/spec/served.gen.json" with { type: "json" };

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
  responses: Record<string, { content?: { "application/json": { schema: { $ref: string } } } }>;
};
type Schema = {
  $ref?: string;
  type?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
};
type Known = { method: string; path: string; operation: Operation };

/** Variables that requests need: where the sandbox is, and key and vault of the default tenant of seed 1. */
const VARIABLES: Readonly<Record<string, string>> = {
  baseUrl: "http://127.0.0.1:4010/v1",
  adminUrl: "http://127.0.0.1:4010/admin",
  apiKey: "sk_sandbox_77f54f831b349038596c3b991ec0d702",
  vaultId: "019b76da-a800-7000-8000-0001b3639905",
};

/** Variables set from a response: the name, and the path of the value under `data`. */
const GIVES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  createWallet: { walletId: "id", walletAddress: "address" },
  listVaultAddresses: { vaultAddress: "find((one) => one.network_symbol === 'base').address" },
  listGasStations: { gasStationId: "[0].id", gasStationAddress: "[0].address" },
  listDeposits: { depositId: "[0].id", depositTxId: "[0].tx_id" },
  createUda: { udaId: "id", udaAddress: "deposit_addresses[0].address" },
  listUdaSettlements: { settlementId: "items[0].id", settlementTxId: "items[0].source.tx_hash" },
  createPayout: { payoutId: "id" },
  createPayoutByUsd: { queuedPayoutId: "id" },
  listTransactions: { transactionId: "[0].id" },
};
const GIVEN = Object.values(GIVES).flatMap((names) => Object.keys(names));

/** The document with variables as the examples that name a record; `{{$guid}}` is a new value for each request. */
const service = fillExamples(
  served as unknown as OpenApiDocument,
  Object.fromEntries([...Object.keys(VARIABLES), ...GIVEN].map((name) => [name, `{{${name}}}`])) as ExampleFacts,
);
const IN_BODIES: Readonly<Record<string, string>> = { reference_id: "order-{{$guid}}" };
const IN_BODIES_OF: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  createUda: { owner: "merchant-{{$guid}}" },
};
/** Optional parameters that are sent, with another value than the example. */
const SENT: Readonly<Record<string, string>> = {
  "listGasStations filter[]": "network_symbol:ethereum",
  "listDeposits filter[]": "to_address:{{walletAddress}}",
};

/** Calls of the control API between the requests: what customers, blocks and time do. */
const CONTROL = {
  payWallet: control("A customer pays the wallet", "POST", "/deposits", {
    ...{ network: "ethereum", asset: "USDC", amount: "100", to_address: "{{walletAddress}}" },
  }),
  gasForWallet: control("The wallet gets coins for gas", "POST", "/deposits", {
    ...{ network: "ethereum", asset: "ETH", amount: "1", to_address: "{{walletAddress}}" },
  }),
  fundVault: control("The vault is funded", "POST", "/deposits", {
    ...{ network: "base", asset: "USDC", amount: "500", to_address: "{{vaultAddress}}" },
  }),
  payUda: control("A customer pays the universal deposit address", "POST", "/deposits", {
    ...{ network: "ethereum", asset: "USDC", amount: "50", to_address: "{{udaAddress}}" },
  }),
  finish: control("All work that is due is done", "POST", "/run-until-idle", { advance: true }),
  holdBlocks: control("Blocks of base wait, so that a payout stays queued", "PUT", "/networks/base/mining", {
    mode: "manual",
  }),
  releaseBlocks: control("Blocks of base are mined again", "PUT", "/networks/base/mining", { mode: "instant" }),
} satisfies Record<string, Json>;

/** The requests in the order in which each finds what it needs: operations of the service, and calls of the control API. */
const ORDER: Readonly<Record<string, readonly (string | keyof typeof CONTROL)[]>> = {
  Networks: [
    ...["listBlockchainNetworks", "listBlockchainAssets", "listNetworksByCategory", "listTenantNetworks"],
    ...["getTenantNetwork", "updateTenantNetwork", "replaceTenantNetwork"],
  ],
  Wallets: [
    ...["createWallet", "getWallet", "getWalletByAddress", "listWalletsByOwner", "listWallets"],
    ...["payWallet", "gasForWallet", "finish"],
  ],
  Deposits: ["listDeposits", "getDeposit", "getDepositByTransaction"],
  Vaults: [
    "listVaults",
    "listVaultAddresses",
    "getVaultAddress",
    "fundVault",
    "finish",
    "listVaultBalances",
    "getVaultTotal",
  ],
  "Gas stations": ["listGasStations", "getGasStation", "getGasStationByAddress"],
  Payouts: [
    ...["holdBlocks", "createPayout", "createPayoutByUsd", "listPendingPayouts", "rejectPayout"],
    ...["releaseBlocks", "finish", "getPayout", "listPayouts"],
  ],
  Transfers: [
    ...["transferFromAddress", "finish", "transferFromWallet", "finish", "transferInternallyByAddress", "finish"],
    ...["transferInternallyByWallet", "finish", "transferFromVault", "finish"],
  ],
  UDA: [
    ...["getQuote", "listSupportedAssets", "createUda", "getUda", "listUdas", "finish", "payUda", "finish"],
    ...["listUdaSettlements", "getSettlement", "listSettlementsByReference", "updateUda", "replaceUda", "retireUda"],
  ],
  Transactions: ["listTransactions", "getTransaction"],
};

/** What a response must say besides its status and its form, as lines of the test script. */
const SAYS: Readonly<Record<string, readonly string[]>> = {
  getWallet: ["pm.expect(record.address).to.equal(pm.collectionVariables.get('walletAddress'))"],
  listWalletsByOwner: ["pm.expect(record.map(({ id }) => id)).to.include(pm.collectionVariables.get('walletId'))"],
  listDeposits: ["pm.expect(record.map(({ symbol }) => symbol)).to.include('USDC')"],
  getDeposit: ["pm.expect(record.to_address).to.equal(pm.collectionVariables.get('walletAddress'))"],
  listVaultBalances: ["pm.expect(record.some(({ balance }) => balance.amount !== '0')).to.equal(true)"],
  listPendingPayouts: [
    "pm.expect(record.map(({ id }) => id)).to.include(pm.collectionVariables.get('queuedPayoutId'))",
  ],
  rejectPayout: ["pm.expect(record.status).to.equal('expired')"],
  getPayout: ["pm.expect(record.status).to.equal('confirmed')"],
  getSettlement: ["pm.expect(record.status).to.equal('completed')"],
  listSettlementsByReference: ["pm.expect(record.count).to.be.above(0)"],
  ...Object.fromEntries(
    ["FromAddress", "FromWallet", "InternallyByAddress", "InternallyByWallet", "FromVault"].map((name) => [
      `transfer${name}`,
      ["pm.expect(pm.response.headers.get('X-Transaction-Id')).to.be.a('string')"],
    ]),
  ),
};

/** The collection as a file. */
export function collectionDocument(): string {
  const known = new Map(operations().map((one) => [one.operation.operationId, one]));
  const item = Object.entries(ORDER).map(([name, requests]) => ({
    name,
    item: requests.map((request) => {
      if (request in CONTROL) return CONTROL[request as keyof typeof CONTROL];
      const found = known.get(request);
      if (found === undefined)
        throw new Error(`the document has no operation ${request}, or the collection has it twice`);
      known.delete(request);
      return requestOf(found);
    }),
  }));
  if (known.size > 0) throw new Error(`the collection lacks ${[...known.keys()].join(", ")}`);
  const collection = {
    info: {
      name: "crypto-payment-sandbox",
      description:
        "Written by `npm run generate` from spec/openapi.yaml. The key and the vault are those of a first start with seed 1. Run it from top to bottom: requests keep ids for those that follow, calls of the control API pay wallets and mine blocks in between, and every request tests its answer.",
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
    variable: [...Object.entries(VARIABLES), ...GIVEN.map((name) => [name, ""])].map(([key, value]) => ({
      key,
      value,
    })),
    item,
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

/** A call of the control API, without a key. */
function control(name: string, method: string, path: string, body: Json): Json {
  return {
    name,
    event: scripts(["pm.test('the control API did it', () => pm.expect(pm.response.code).to.be.below(300));"]),
    request: {
      method,
      description: `Control API: ${method} /admin${path}`,
      auth: { type: "noauth" },
      header: [{ key: "Content-Type", value: "application/json" }],
      body: jsonBody(body),
      url: { raw: `{{adminUrl}}${path}`, host: ["{{adminUrl}}"], path: path.slice(1).split("/") },
    },
  };
}

function scripts(exec: readonly string[]) {
  return [{ listen: "test", script: { type: "text/javascript", exec } }];
}

function jsonBody(body: Json): Json {
  return { mode: "raw", raw: JSON.stringify(body, null, 2), options: { raw: { language: "json" } } };
}

function operations(): Known[] {
  return Object.entries(service.paths).flatMap(([path, methods]) =>
    Object.entries(methods as unknown as Record<string, Operation>)
      .filter(([, operation]) => typeof operation.operationId === "string")
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
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
  return {
    name: summary,
    event: scripts(testsOf(operation)),
    request: {
      method,
      description: [`\`${operationId}\``, description].filter(Boolean).join(": "),
      ...(security?.length === 0 ? { auth: { type: "noauth" } } : {}),
      header: body === undefined ? [] : [{ key: "Content-Type", value: "application/json" }],
      ...(body === undefined ? {} : { body: jsonBody(body) }),
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
  return path.replaceAll(/\{([^{}]+)\}/g, (_whole, name: string) => {
    const { example } = parameters.find((one) => one.in === "path" && one.name === name) ?? {};
    if (example === undefined) throw new Error(`${path} has no example of ${name}`);
    return String(example);
  });
}

function queryOf(operationId: string, { name, example, required, description }: Parameter) {
  const sent = SENT[`${operationId} ${name}`];
  const value = sent ?? String((Array.isArray(example) ? example[0] : example) ?? "");
  if (required && value === "") throw new Error(`${operationId} has no example of ${name}`);
  const disabled = !required && sent === undefined;
  return { key: name, value, ...(description === undefined ? {} : { description }), ...(disabled ? { disabled } : {}) };
}

function bodyOf({ operationId, requestBody }: Operation): Json | undefined {
  if (requestBody === undefined) return undefined;
  const { example } = deref<{ example?: Json }>(requestBody.content["application/json"].schema);
  if (example === undefined) throw new Error(`the body of ${operationId} has no example`);
  const shared = Object.entries(example).map(([name, value]) => [name, IN_BODIES[name] ?? value]);
  return { ...Object.fromEntries(shared), ...IN_BODIES_OF[operationId] };
}

/** The script after a response: its status, the members that the document requires, what it says, and what it gives. */
function testsOf({ operationId, responses }: Operation): string[] {
  const statuses = Object.keys(responses).filter((status) => status.startsWith("2"));
  const schema = responses[statuses[0] ?? ""]?.content?.["application/json"].schema ?? {};
  const data = membersOf(schema).get("data") ?? {};
  const says = SAYS[operationId] ?? [];
  const gives = Object.entries(GIVES[operationId] ?? {}).map(
    ([name, where]) =>
      `if (success) pm.collectionVariables.set('${name}', record${where.startsWith("[") ? where : `.${where}`});`,
  );
  return [
    `pm.test('${operationId} answers ${statuses.join(" or ")}', () => pm.expect(pm.response.code).to.be.oneOf([${statuses.join(", ")}]));`,
    // `data` is a name of Postman itself.
    "const { success, message, data: record } = pm.response.json();",
    "pm.test('the envelope says success', () => pm.expect([success, typeof message]).to.eql([true, 'string']));",
    `pm.test('the data has the form of the document', () => { ${formOf(data)}; });`,
    ...says.map((line) => `pm.test('${operationId} says what it should', () => { ${line}; });`),
    ...gives,
  ];
}

/** The assertion of what the document requires of `record`. */
function formOf(schema: Schema): string {
  const { type, items = {} } = deref<Schema>(schema);
  if (type === "null") return "pm.expect(record).to.equal(null)";
  const keys = JSON.stringify(requiredOf(type === "array" ? items : schema));
  const isThere = `pm.expect(one).to.include.all.keys(${keys})`;
  return type === "array" ? `for (const one of record) ${isThere}` : isThere.replace("one", "record");
}

function membersOf(schema: Schema): Map<string, Schema> {
  const { allOf = [], properties = {} } = deref<Schema>(schema);
  return new Map([...allOf.flatMap((one) => [...membersOf(one)]), ...Object.entries(properties)]);
}

function requiredOf(schema: Schema): string[] {
  const { allOf = [], required = [] } = deref<Schema>(schema);
  return [...allOf.flatMap(requiredOf), ...required];
}

function deref<T>(value: object): T {
  if (!("$ref" in value)) return value as T;
  const steps = String(value.$ref).slice(2).split("/");
  return steps.reduce<unknown>((node, step) => (node as Json)[step], service) as T;
}
