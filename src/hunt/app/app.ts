// The app under test, as worlds see it: started, asked to act, read, killed and started again.
import type { ActionName } from "../adapter.ts";
import type { Books } from "../judge/books.ts";

/** What the app answered to an action; `status` is null when it gave no answer, or the action is a command. */
export type ActAnswer = {
  readonly ok: boolean;
  readonly status: number | null;
  /** The address in the answer, if the adapter says where. */
  readonly address: string | null;
  /** Addresses by network, if the answer holds several. */
  readonly addresses: Readonly<Record<string, string>>;
  /** What the app calls the owner, if the adapter says where it names it. */
  readonly owner?: string | null;
  /** `POST /withdrawals → 201`, for the story. */
  readonly text: string;
};

/** Values of a request or command: owner, address, network, asset, amount, to, id. */
export type ActValues = Readonly<Record<string, string>>;

export interface App {
  /** Starts it with these variables and waits until it is ready. @throws AppFault */
  start(environment: Readonly<Record<string, string>>): Promise<void>;
  /** Kills it and starts it again. @throws AppFault */
  restart(): Promise<void>;
  /** Empties it, by the adapter's command. @throws AppFault */
  reset(): Promise<void>;
  stop(): Promise<void>;
  readonly canRestart: boolean;
  readonly canReset: boolean;
  readonly hasBooks: boolean;
  /** It chooses what its owners are called. */
  readonly canName?: boolean;
  can(action: ActionName): boolean;
  /** Whether orders of withdrawals say on which network, or in which asset: else the app pays where it usually does. */
  namesInOrders(what: "network" | "asset"): boolean;
  act(action: ActionName, values: ActValues): Promise<ActAnswer>;
  /** The books of an owner; null when the app does not know the owner (404). @throws BooksFault */
  books(values: ActValues): Promise<Books | null>;
  /** Why it ended by itself since it was started: how, and its last lines; null while it runs. */
  died(): string | null;
}

/** The app cannot be started, reset or reached: one sentence with the next step. */
export class AppFault extends Error {
  override readonly name = "AppFault";
}
