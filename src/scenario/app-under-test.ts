// What a story about the user's app needs of it: actions, a restart, its books. The runner gets it handed in and starts no program itself.

/** Values that an action of the adapter may name: `${owner}`, `${network}`, … (U-01). */
export const ACTION_VALUES = ["owner", "network", "asset", "amount", "to", "id"] as const;
export type ActionValues = Readonly<Partial<Record<(typeof ACTION_VALUES)[number], string>>>;

/** What the books hold of an owner: a sum, or one of several credits, which are added up. Null: the books do not tell. */
export type Booked = {
  readonly network: string | null;
  readonly asset: string | null;
  /** Exact decimal, such as `25.5`; never with an exponent. */
  readonly amount: string;
};

/** The default tenant of the sandbox in which the app runs; `endpointId` is the endpoint to which the app listens. */
export type AppTenant = {
  readonly id: string;
  readonly vaultId: string;
  readonly apiKey: string;
  readonly endpointId: string;
  /** The secret of that endpoint. */
  readonly secret: string;
  /** Its URL. */
  readonly url: string;
};

/** A running app with its adapter. Its methods reject with a HostFault when the app cannot be asked at all: the step then fails. */
export type AppUnderTest = {
  readonly tenant: AppTenant;
  /**
   * Performs an action of the adapter. `status`: of the answer, or the exit code of a command; "lost" when no answer came.
   * `body`: the parsed JSON or the text, and `address` in it where the adapter says where the address is. `refused`: what came instead of what
   * was asked for: an error, no answer, or a wallet without an address.
   */
  act(name: string, values: ActionValues): Promise<{ status: number | "lost"; body: unknown; refused?: string }>;
  /** Kills the app and starts it again; resolves when it is ready. */
  restart(): Promise<void>;
  books(owner: string): Promise<readonly Booked[]>;
  /**
   * Ends faults, lets everything happen that is planned, and judges what the story did by these rules of the hunt (`B-03`, …). Resolves with
   * a sentence for each breach, and for what could not be judged: empty when the app did all of it right.
   */
  judge(rules: readonly string[]): Promise<readonly string[]>;
};
