// The closed catalogue of errors: statuses and texts as the service writes them (H-74).
import { expect, test } from "vitest";
import { AssertionFailure, assert, required, unreachable } from "../../src/kernel/assert.ts";
import { PROBLEMS, Problem, type ProblemName } from "../../src/kernel/problem.ts";

test.each<[ProblemName, number, string]>([
  ["invalidRequest", 400, "Invalid request"], // S-546
  ["invalidRequestParameters", 400, "Invalid request parameters"], // S-547
  ["invalidQueryParameters", 400, "Invalid query parameters"], // S-548
  ["invalidAmount", 400, "Invalid amount"],
  ["insufficientBalance", 400, "Insufficient balance"],
  ["networkNotEnabled", 400, "Network not enabled"],
  ["payoutIsNotPending", 400, "Payout is not pending"],
  ["idempotencyKeyReused", 400, "Idempotency-Key already used with a different request"],
  ["missingOrInvalidApiKey", 401, "Missing or invalid API key"],
  ["transactionNotFound", 404, "Transaction not found"], // S-549
  ["tenantNetworkNotFound", 404, "Tenant network not found"], // S-550
  ["vaultNotFound", 404, "Vault not found"], // S-551
  ["walletNotFound", 404, "Wallet not found"], // S-552
  ["udaNotFound", 404, "UDA not found"],
  ["settlementNotFound", 404, "Settlement not found"],
  ["payoutNotFound", 404, "Payout not found"],
  ["networkNotFound", 404, "Network not found"],
  ["noAvailableWallets", 404, "No available wallets"],
  ["routeNotFound", 404, "Route not found"],
  ["methodNotAllowed", 405, "Method not allowed"],
  ["duplicateReferenceId", 409, "Duplicate reference_id"], // S-553
  ["payloadTooLarge", 413, "Payload too large"],
  ["unsupportedMediaType", 415, "Unsupported media type"],
  ["rateLimitExceeded", 429, "Rate limit exceeded"],
  ["internalServerError", 500, "Internal server error"], // S-555
  ["noProvider", 502, "No provider could produce a quote"], // S-554
])("%s answers %i %j", (name, status, text) => {
  const problem = new Problem(name, "why");
  expect([problem.status, problem.text, problem.detail]).toEqual([status, text, "why"]);
});

test("every problem has a status of an error and a text", () => {
  for (const [status, text] of Object.values(PROBLEMS)) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).not.toBe("");
  }
});

test("our own mistakes are loud and carry their facts, money included", () => {
  expect(() => assert(false, "held never falls below zero", { held: -1n })).toThrow(
    'held never falls below zero {"held":"-1"}',
  );
  expect(() => required(undefined, "vault")).toThrow(AssertionFailure);
  expect(() => unreachable("x" as never)).toThrow(AssertionFailure);
});

test("what is there is given back, zero and empty text included", () => {
  expect([required(0, "count"), required("", "text"), required(false, "flag")]).toEqual([0, "", false]);
});
