// What a test gives to `hunt` and `playStory`: the app as functions of this process.

/** The variables that an app finds the sandbox by; `SANDBOX_RPC_BASE` and so on are there too. */
export type SandboxVariables = Readonly<
  Record<
    | "SANDBOX_URL"
    | "SANDBOX_API_BASE_URL"
    | "SANDBOX_ADMIN_URL"
    | "SANDBOX_API_KEY"
    | "SANDBOX_TENANT_ID"
    | "SANDBOX_VAULT_ID"
    | "SANDBOX_WEBHOOK_SECRET",
    string
  > &
    Record<`SANDBOX_RPC_${string}`, string>
>;

type NodeServer = { close(ended: () => void): unknown; closeAllConnections(): void };

/** How a started app is ended: a function, a server of Node, or anything with `close` or `Symbol.asyncDispose`. */
export type RunningApp =
  | undefined
  | null
  | (() => unknown)
  | NodeServer
  | { close(): unknown; closeAllConnections?: never }
  | AsyncDisposable;

/** A network and an asset, such as `base` and `USDC`. */
export type HuntPlace = { readonly network: string; readonly asset: string };
/** A withdrawal; `amount` in whole units. The same `id` again is the same order. */
export type HuntWithdrawal = HuntPlace & {
  readonly id: string;
  readonly owner: string;
  readonly amount: string;
  readonly to: string;
};

/**
 * An app of this process. All but `app` and `webhook` may be left out; what needs it is then not tried, and the result says so.
 */
export type HuntedApp = {
  /** Starts the app and resolves once it listens. It is called again for a restart, and for a new sandbox after many worlds. */
  app(env: SandboxVariables): RunningApp | Promise<RunningApp>;
  /** Where the app takes webhooks. */
  webhook: string;
  /**
   * What the app believes of an owner: a list of credits (`deposit_id`, `network`, `asset`, `amount`), sums, amounts by asset, or one
   * amount; text and numbers in whole units, a bigint in base units (it needs `network` and `asset` beside it). Undefined: an owner
   * that the app does not know. `place` is where the hunt pays first.
   */
  books?(owner: string, place: HuntPlace): unknown;
  /** Signs an owner up, and may return the address. Without it the hunt opens wallets itself. */
  open?(values: HuntPlace & { readonly owner: string }): unknown;
  withdraw?(order: HuntWithdrawal): unknown;
  /** Makes a universal deposit address: returns it, or addresses by network. */
  uda?(values: HuntPlace & { readonly owner: string }): unknown;
  /** The job that repairs the books. */
  reconcile?(): unknown;
  /** Empties the app: called before it starts. */
  reset?(): unknown;
  /** The books outlive the end of the app: it is then restarted in the middle of worlds. Default: false. */
  keeps?: boolean;
  /** What the app credits. Default: USDC on base. */
  accepts?: readonly HuntPlace[];
  /** `seen`: the app credits `deposit.new`, and takes it back if the deposit vanishes. Default: `confirmed`. */
  creditAt?: "confirmed" | "seen";
};
