// The type of a handler: a synchronous function from checked input to a reply, typed by the OpenAPI document.
import type { Readings } from "../contract/readings/readings.ts";
import type { ListRules } from "../domain/filter.ts";
import type { TenantRow } from "../domain/tenant/tenant.ts";
import type { World } from "../domain/world.ts";
import type { View } from "../present/view.ts";
import type { OperationId } from "../spec/operations.ts";
import type { operations } from "../spec/service.gen.ts";

/** The two operations without a key (S-450, S-451); the document says the same, a test compares. */
export const PUBLIC_OPERATIONS = ["getQuote", "listSupportedAssets"] as const;
type PublicOperation = (typeof PUBLIC_OPERATIONS)[number];

/** The dependencies of handlers. After a reset `world` is another one, so it is read with every request. */
export type HandlerDependencies = {
  readonly world: World;
  readonly view: View;
  readonly lists: Lists;
  /** How the specification is read where it leaves something open. */
  readonly readings: Readings;
};

/** The fields by which each paginated list can be filtered and sorted. */
export type Lists = {
  readonly deposits: ListRules;
  readonly wallets: ListRules;
  readonly assignedWallets: ListRules;
  readonly payouts: ListRules;
  readonly transactions: ListRules;
  readonly gasStations: ListRules;
};

type Parameters<K extends OperationId> = operations[K]["parameters"];
type PathOf<K extends OperationId> = Parameters<K> extends { path: infer Path } ? Path : Record<never, string>;

/** Query parameters with a default are always set; `filter[]` and `sort[]` come as `filter` and `sort`. */
type QueryOf<K extends OperationId> =
  Parameters<K> extends { query?: infer Query } ? (Query extends object ? Plain<NonNullable<Query>> : object) : object;
type Plain<Query> = {
  [Name in keyof Query as Name extends Defaulted ? Name : never]-?: NonNullable<Query[Name]>;
} & {
  [Name in keyof Query as Name extends Defaulted | `${string}[]` ? never : Name]: Query[Name];
} & {
  [Name in keyof Query as Name extends `${infer List}[]` ? List : never]-?: NonNullable<Query[Name]>;
};
type Defaulted = "page" | "limit" | "offset" | "non_zero";

/** Null counts as absent and is removed before the handler runs (K-14). */
type BodyOf<K extends OperationId> = operations[K] extends { requestBody: Json<infer Body> }
  ? Clean<Body>
  : [NonNullable<operations[K]["requestBody"]>] extends [never]
    ? undefined
    : NonNullable<operations[K]["requestBody"]> extends Json<infer Optional>
      ? Clean<Optional> | undefined
      : undefined;
type Json<Body> = { content: { "application/json": Body } };
type Clean<Body> = { [Name in keyof Body]: Exclude<Body[Name], null> };

export type Input<K extends OperationId> = {
  path: PathOf<K>;
  query: QueryOf<K>;
  body: BodyOf<K>;
  tenant: K extends PublicOperation ? TenantRow | null : TenantRow;
  /** Virtual ms of this request. */
  now: number;
};

type Completed = "operation completed successfully";
type ReplyWith<Status, Body> = Body extends { message: infer Message }
  ? { status: Status; headers?: Readonly<Record<string, string>> } & Omit<Body, "success" | "message"> &
      (Message extends Completed ? { message?: never } : { message: Message })
  : never;
type Replies<Responses> = {
  [Status in Extract<keyof Responses, 200 | 201>]: Responses[Status] extends {
    content: { "application/json": infer Body };
  }
    ? ReplyWith<Status, Body>
    : never;
}[Extract<keyof Responses, 200 | 201>];

/** A reply of an operation: one of its 2xx statuses with the members of that response. */
export type ReplyOf<K extends OperationId> = Replies<operations[K]["responses"]>;

export type Handler<K extends OperationId> = (input: Input<K>, dependencies: HandlerDependencies) => ReplyOf<K>;

/** One handler for every operation of the document: a missing one does not compile. */
export type Handlers = { readonly [K in OperationId]: Handler<K> };
