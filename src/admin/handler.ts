// Type of a control operation's handler: a function from a checked request to the data of the answer, typed by the document.
import type { operations } from "../spec/admin.gen.ts";
import type { AdminDependencies } from "./dependencies.ts";
import type { Client } from "./streams/event-wait.ts";

/** Operations whose answer is a stream: streams/serve-streams.ts answers them. */
export type StreamId = "streamEvents" | "streamChanges";
/** Operations whose answer is a file without the envelope: serve-files.ts answers them. */
export type FileId = "exportRequests" | "getContractReport";
/** An operation that makes calls of others: batch.ts answers it. */
export type BatchId = "runBatch";
export type AdminOperationId = Exclude<keyof operations, StreamId | FileId | BatchId>;

type BodyIn<Operation> = Operation extends { requestBody?: { content: { "application/json": infer Body } } }
  ? Body
  : undefined;
type ContentOf<Reply> = Reply extends { content: { "application/json": { data: infer Data } } } ? Data : never;
type DataIn<Operation> = Operation extends { responses: infer Replies }
  ? { [Status in keyof Replies]: Status extends 200 | 201 ? ContentOf<Replies[Status]> : never }[keyof Replies]
  : never;

/** Path, query and body as the document declares them, with its defaults. */
export type AdminRequest<Id extends AdminOperationId> = {
  path: NonNullable<operations[Id]["parameters"]["path"]>;
  query: NonNullable<operations[Id]["parameters"]["query"]>;
  body: BodyIn<operations[Id]>;
};

/** The type of `data` in the answer. */
export type AdminData<Id extends AdminOperationId> = DataIn<operations[Id]>;

/** Mistakes of the client are thrown as `Problem`. */
export type AdminHandler<Id extends AdminOperationId> = (
  dependencies: AdminDependencies,
  request: AdminRequest<Id>,
  client: Client,
) => AdminData<Id> | Promise<AdminData<Id>>;

/** One handler for every operation of the document: a missing one does not compile. */
export type AdminHandlers = { readonly [Id in AdminOperationId]: AdminHandler<Id> };
