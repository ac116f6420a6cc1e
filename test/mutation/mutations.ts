// Table: mutations of one line that a developer could make by mistake, and the tests that must fail.

/** A text replacement: `find` is in the file exactly once. */
export type Edit = { file: string; find: string; replace: string };

/** `tests` are files or folders below test/. */
export type Mutation = Edit & { tests: readonly string[] };

const shapes = ["conformance", "present", "http"];
const contract = ["http", "spec", "conformance"];

export const MUTATIONS: readonly Mutation[] = [
  // Presenters
  {
    file: "src/present/deposit.ts",
    find: "block_number: String(row.block_height)",
    replace: 'block_number: "0"',
    tests: shapes,
  },
  {
    file: "src/present/deposit.ts",
    find: "is_token_transfer: !asset.native",
    replace: "is_token_transfer: true",
    tests: ["conformance", "stories/deposits/native-deposit.test.ts", "http"],
  },
  {
    file: "src/present/deposit.ts",
    find: "isoTime(row.block_time * 1_000)",
    replace: "isoTime(row.created_at)",
    tests: ["conformance", "stories/deposits/deposit.test.ts", "http", "stories/time/time.test.ts"],
  },
  {
    file: "src/present/deposit.ts",
    find: "tx_hash: row.tx_hash,\n    amount",
    replace: "tx_hash: row.id,\n    amount",
    tests: shapes,
  },
  {
    file: "src/present/amount.ts",
    find: "raw: exactNumber(raw), usd };",
    replace: "raw: Number(raw), usd };",
    tests: ["present", "conformance", "http"],
  },
  { file: "src/present/amount.ts", find: "raw: raw.toString(), usd };", replace: 'raw: "0", usd };', tests: shapes },
  {
    file: "src/present/payout.ts",
    find: "expired_at: isoTimeOrNull(row.expires_at)",
    replace: "expired_at: null",
    tests: ["http", "conformance", "stories/payments/payout-fate.test.ts"],
  },
  {
    file: "src/present/payout.ts",
    find: "rate: row.rate",
    replace: 'rate: ""',
    tests: ["http", "conformance", "stories/payments/payout.test.ts"],
  },
  {
    file: "src/present/payout.ts",
    find: "tx_id: row.tx_hash",
    replace: 'tx_id: ""',
    tests: ["conformance", "stories/payments/payout.test.ts"],
  },
  {
    file: "src/present/transaction.ts",
    find: "source_id: row.source_id",
    replace: "source_id: row.id",
    tests: ["conformance", "http", "stories/payments/payout.test.ts"],
  },
  {
    file: "src/present/transaction.ts",
    find: "return { ...facts, error: row.error };",
    replace: "return facts;",
    tests: ["present", "stories/payments/payout-fate.test.ts", "stories/chains/reorg.test.ts"],
  },
  {
    file: "src/present/transaction.ts",
    find: "exactNumber(fee, network.native.decimals), raw",
    replace: "exactNumber(fee, asset.decimals), raw",
    tests: ["conformance", "stories/payments/payout.test.ts", "stories/deposits/ledger.test.ts", "present"],
  },
  {
    file: "src/present/transaction.ts",
    find: "rejected_at: isoTimeOrNull(row.rejected_at)",
    replace: "rejected_at: null",
    tests: ["conformance", "http", "stories"],
  },
  {
    file: "src/present/settlement.ts",
    find: "fee_amount: total }",
    replace: "fee_amount: row.fee_platform }",
    tests: ["conformance", "stories/settlements/settlement.test.ts", "present"],
  },
  {
    file: "src/present/settlement.ts",
    find: "network_id: network.chainId,\n    network_name: network.name,\n    tx_hash: row.source_tx_hash",
    replace: "network_id: Number(network.id),\n    network_name: network.name,\n    tx_hash: row.source_tx_hash",
    tests: ["conformance", "stories/settlements/settlement.test.ts"],
  },
  {
    file: "src/present/settlement.ts",
    find: "row.settled_at === null ? 0 : row.settled_at - row.created_at",
    replace: "0",
    tests: ["conformance", "stories/settlements/routing.test.ts", "stories/settlements/settlement.test.ts", "present"],
  },
  {
    file: "src/present/uda.ts",
    find: "eip155_id: String(network.chainId),\n      network_name",
    replace: "eip155_id: network.id,\n      network_name",
    tests: shapes,
  },
  {
    file: "src/present/uda.ts",
    find: "asset_symbol: asset.symbol,\n    asset_address",
    replace: 'asset_symbol: "",\n    asset_address',
    tests: shapes,
  },
  {
    file: "src/present/vault.ts",
    find: "available: textBalance(holding.available",
    replace: "available: textBalance(holding.raw",
    tests: ["http", "conformance", "stories/payments/payout.test.ts"],
  },
  {
    file: "src/present/wallet.ts",
    find: "record.previous_raw), asset",
    replace: "record.raw), asset",
    tests: ["conformance", "stories/deposits/deposit.test.ts", "present"],
  },
  {
    file: "src/present/quote.ts",
    find: "protocol_fee: offer.protocolFee",
    replace: "protocol_fee: offer.gasFee",
    tests: shapes,
  },
  {
    file: "src/present/event.ts",
    find: 'String(micros).padStart(3, "0")',
    replace: "String(micros)",
    tests: ["present", "conformance"],
  },
  // Requests
  {
    file: "src/http/stages/body.ts",
    find: "if (size > MAX_BODY_BYTES) {",
    replace: "if (size > MAX_BODY_BYTES * 100) {",
    tests: contract,
  },
  {
    file: "src/http/stages/body.ts",
    find: 'if (name !== "application/json")',
    replace: 'if (name === "text/plain")',
    tests: contract,
  },
  {
    file: "src/http/stages/route.ts",
    find: "const headers = { Allow: allow.join",
    replace: 'const headers = { Allow: "GET" || allow.join',
    tests: contract,
  },
  {
    file: "src/http/json-limits.ts",
    find: 'const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);',
    replace: "const FORBIDDEN = new Set<string>();",
    tests: contract,
  },
  {
    file: "src/http/rate-limit.ts",
    find: "const exceeded = used >= limit;",
    replace: "const exceeded = used > limit;",
    tests: contract,
  },
  {
    file: "src/http/app.ts",
    find: "caller !== undefined",
    replace: "caller !== null",
    tests: contract,
  },
  {
    file: "src/spec/query.ts",
    find: "const WHOLE_NUMBER = /^(0|[1-9][0-9]*)$/;",
    replace: "const WHOLE_NUMBER = /^[0-9.e+-]+$/;",
    tests: contract,
  },
  {
    file: "src/spec/query.ts",
    find: "if (seen.has(name)) throw",
    replace: "if (seen.has(name) && name === search) throw",
    tests: contract,
  },
  {
    file: "src/spec/path-parameter.ts",
    find: "if (value === undefined || fault !== undefined)",
    replace: "if (value === undefined)",
    tests: contract,
  },
  {
    file: "src/domain/filter.ts",
    find: "} is not :",
    replace: "} = :",
    tests: ["domain/filter.test.ts", "http"],
  },
  {
    file: "src/domain/pagination.ts",
    find: "has_next: page < totalPages",
    replace: "has_next: page <= totalPages",
    tests: ["domain/pagination.test.ts", "conformance", "http"],
  },
  {
    file: "src/http/stages/run-handler.ts",
    find: '"Idempotent-Replayed": "true"',
    replace: '"Idempotent-Again": "true"',
    tests: ["http", "conformance", "stories/deposits/service-edges.test.ts"],
  },
  // Tenancy
  {
    file: "src/domain/deposit/store.ts",
    find: "where id = :id and tenant_id = :tenantId and state <> 'orphaned'",
    replace: "where id = :id and :tenantId <> '' and state <> 'orphaned'",
    tests: ["stories/worlds/tenants.test.ts", "http"],
  },
  {
    file: "src/domain/payout/store.ts",
    find: "where id = :id and tenant_id = :tenantId",
    replace: "where id = :id and :tenantId <> ''",
    tests: ["stories/worlds/tenants.test.ts", "http"],
  },
  {
    file: "src/domain/settlement/store.ts",
    find: "where id = :id and tenant_id = :tenantId",
    replace: "where id = :id and :tenantId <> ''",
    tests: ["stories/worlds/tenants.test.ts", "http"],
  },
  // Rules
  {
    file: "src/domain/payout/create.ts",
    find: "if (payoutByReference(world.db, vault.id, input.referenceId) !== undefined) {",
    replace: "if (input.referenceId === vault.id) {",
    tests: ["domain/payout.test.ts", "stories/payments/payout-refused.test.ts"],
  },
  {
    file: "src/domain/movement/hold.ts",
    find: "if (available(balance) < hold.raw) return false;",
    replace: "if (balance.confirmed < hold.raw) return false;",
    tests: ["domain/movement.test.ts", "domain/payout.test.ts"],
  },
  {
    file: "src/domain/delivery/retry-schedule.ts",
    find: "FIRST_DELAY_MS * 2 ** (number - 1)",
    replace: "FIRST_DELAY_MS * number",
    tests: ["domain/delivery.test.ts"],
  },
  {
    file: "src/domain/quote/quote.ts",
    find: "const protocolFee = divideUp(",
    replace: "const protocolFee = ((a: bigint, b: bigint) => a / b)(",
    tests: ["domain/quote.test.ts"],
  },
  {
    file: "src/domain/settlement/transitions.ts",
    find: 'if (uda === undefined || uda.status !== "active") return undefined;',
    replace: "if (uda === undefined) return undefined;",
    tests: ["domain/settlement.test.ts", "stories/settlements/settlement.test.ts"],
  },
  {
    file: "src/webhooks/sign.ts",
    find: "return mac(secret, String(timestampSeconds), body)",
    replace: 'return mac(secret, "0", body)',
    tests: ["webhooks/sign.test.ts"],
  },
  {
    file: "src/flow/indexer/apply.ts",
    find: 'if (sender !== undefined) recordMovement(world.db, { ...movement, addressId: sender.id, kind: "out" });',
    replace: "void sender;",
    tests: ["stories/deposits/ledger.test.ts", "stories/payments/payout.test.ts", "domain"],
  },
  {
    file: "src/flow/indexer/trace.ts",
    find: "if (frame.error !== undefined) return [];",
    replace: "",
    tests: ["flow/trace.test.ts"],
  },
  {
    file: "src/flow/indexer/index-blocks.ts",
    find: "if (!assigned.some((address) => blocks.some(({ parties }) => parties.has(address)))) return blocks;",
    replace: "void assigned; return blocks;",
    tests: ["flow/read.test.ts", "stories/deposits/opening-orders.test.ts"],
  },
  {
    file: "src/flow/indexer/opening-balances.ts",
    find: "const raw = held - given - (moved.get(asset) ?? 0n);",
    replace: "const raw = held - held - given;",
    tests: ["stories/deposits/opening-orders.test.ts"],
  },
  {
    file: "src/invariants/address-checks.ts",
    find: "if (balance !== expected)",
    replace: "if (balance > expected)",
    tests: ["stories/deposits/opening-orders.test.ts", "invariants/drift.test.ts"],
  },
  {
    file: "src/chains/engine/send-transaction.ts",
    find: "if (error instanceof RpcError) await demandNotTaken(engine, hash, error);",
    replace: "void demandNotTaken;",
    tests: ["chains/engine-failures.test.ts"],
  },
];
