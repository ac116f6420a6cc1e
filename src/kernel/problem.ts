// The errors that clients see, as a closed catalogue of statuses and texts (H-74).

/** All errors of the service: name → status and exact text of the envelope. */
export const PROBLEMS = {
  invalidRequest: [400, "Invalid request"],
  invalidRequestParameters: [400, "Invalid request parameters"],
  invalidQueryParameters: [400, "Invalid query parameters"],
  invalidAmount: [400, "Invalid amount"],
  insufficientBalance: [400, "Insufficient balance"],
  networkNotEnabled: [400, "Network not enabled"],
  payoutIsNotPending: [400, "Payout is not pending"],
  idempotencyKeyReused: [400, "Idempotency-Key already used with a different request"],
  missingOrInvalidApiKey: [401, "Missing or invalid API key"],
  missingOrInvalidAdminToken: [401, "Missing or invalid admin token"],
  forbidden: [403, "Forbidden"],
  transactionNotFound: [404, "Transaction not found"],
  tenantNetworkNotFound: [404, "Tenant network not found"],
  vaultNotFound: [404, "Vault not found"],
  walletNotFound: [404, "Wallet not found"],
  udaNotFound: [404, "UDA not found"],
  settlementNotFound: [404, "Settlement not found"],
  payoutNotFound: [404, "Payout not found"],
  networkNotFound: [404, "Network not found"],
  noAvailableWallets: [404, "No available wallets"],
  resourceNotFound: [404, "Resource not found"],
  routeNotFound: [404, "Route not found"],
  methodNotAllowed: [405, "Method not allowed"],
  waitTimedOut: [408, "No such event in time"],
  conflict: [409, "Conflict"],
  duplicateReferenceId: [409, "Duplicate reference_id"],
  payloadTooLarge: [413, "Payload too large"],
  unsupportedMediaType: [415, "Unsupported media type"],
  rateLimitExceeded: [429, "Rate limit exceeded"],
  internalServerError: [500, "Internal server error"],
  notImplemented: [501, "Not implemented"],
  noProvider: [502, "No provider could produce a quote"],
  serviceUnavailable: [503, "Service unavailable"],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemName = keyof typeof PROBLEMS;

/** Additional response data of a problem: headers such as `Allow`, and (admin API only) `details`. */
export type ProblemExtras = { headers?: Record<string, string>; details?: unknown };

/**
 * An error to report to the client. Thrown from any depth, turned into the error envelope in one place.
 * `detail` is the text of the `X-Sandbox-Error` header (K-12): what is wrong and what to do next.
 */
export class Problem extends Error {
  readonly problem: ProblemName;
  readonly status: number;
  readonly text: string;
  readonly detail: string;
  readonly headers: Record<string, string>;
  readonly details: unknown;

  constructor(problem: ProblemName, detail = "", extras: ProblemExtras = {}) {
    const [status, text] = PROBLEMS[problem];
    super(detail === "" ? text : `${text}: ${detail}`);
    this.name = "Problem";
    this.problem = problem;
    this.status = status;
    this.text = text;
    this.detail = detail;
    this.headers = extras.headers ?? {};
    this.details = extras.details;
  }
}
