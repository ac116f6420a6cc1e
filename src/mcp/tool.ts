// What a tool is: a name, and for each of its actions the operation behind it (G-3, G-4).
import { LOSSES } from "./loss.ts";
import type { McpOperation } from "./operations.ts";

export type Arguments = Readonly<Record<string, unknown>>;
export type Data = Record<string, unknown>;

/** What a call does to the world: nothing, it changes it, or it loses something that nobody gets back. */
export type Effect = "reads" | "writes" | "destroys";

/** A call of a tool that helps now, with the reason. */
export type NextCall = { tool: string; arguments: Arguments; why: string };

/** Sends a request to the sandbox: `path` from the origin on, `body` as JSON. */
export type Ask = (method: string, path: string, body?: unknown) => Promise<Reply>;

/** `body` is the parsed JSON, with every digit of its numbers; undefined for an answer that is none. */
export type Reply = {
  status: number;
  body: unknown;
  /** The headers in which the sandbox explains a refusal, or names what it did not read. */
  explained: string | undefined;
  warned: string | undefined;
};

export type Session = {
  ask: Ask;
  /** Only what reads is offered. */
  readOnly: boolean;
  /** The facts of a sandbox that this server started, keys included; undefined for one that ran before. */
  own: Data | undefined;
  /** Keys and secrets that no result may hold. */
  secrets: readonly string[];
};

export type Action = {
  /** The id of the operation behind it: `admin:listEvents`. */
  operation: string;
  /** What it does, where the method does not say it: GET reads, anything else writes. */
  effect?: Effect;
  /** Doing it again changes nothing more. */
  again?: true;
  /** The arguments that it takes, where not all of the operation's. */
  takes?: readonly string[];
  /** The arguments without which it cannot be called, where they are not those of the operation. */
  needs?: readonly string[];
  /** Values of arguments that are left out. */
  defaults?: Arguments;
  /** Calls that are worth making after it. */
  after?: (data: Data, args: Arguments) => NextCall[];
  /** Instead of the one call of the operation. */
  run?: (args: Arguments, session: Session) => Promise<Data>;
};

export type ToolRow = {
  name: string;
  about: string;
  /** By the value of the argument `action`; a tool of one action has it under "". */
  actions: Readonly<Record<string, Action>>;
  /** Arguments that no operation has: JSON Schemas by name. */
  more?: Readonly<Record<string, object>>;
};

/** A call that cannot be made, or that the sandbox refused: an error of the tool, in the words of the sandbox (G-7). */
export class ToolFault extends Error {
  override readonly name = "ToolFault";
  readonly data: Data;

  constructor(data: Data) {
    super(String(data["error"] ?? ""));
    this.data = data;
  }
}

/** What an action does to the world. */
export function effectOf(action: Pick<Action, "effect">, { id, method }: Pick<McpOperation, "id" | "method">): Effect {
  if (action.effect !== undefined) return action.effect;
  if (id in LOSSES || method === "DELETE") return "destroys";
  return method === "GET" ? "reads" : "writes";
}
