// Actions that are more than one call: the status with the sandbox's own keys, a record by what begins like it, the next due time.
import { isObject } from "../../kernel/is-object.ts";
import { callOperation } from "../call.ts";
import { allOperations, type McpOperation } from "../operations.ts";
import { type Arguments, type Data, type Session, ToolFault } from "../tool.ts";

export function operation(id: string): McpOperation {
  return allOperations().get(id) as McpOperation;
}

/** What a client needs of a sandbox that this server started stands first; nobody else could tell (G-6). */
export async function status(_args: Arguments, { ask }: Session): Promise<Data> {
  return callOperation(operation("admin:getStatus"), {}, ask);
}

/** Candidates that are looked at, and named where several fit. */
const CANDIDATES = 5;

/** The timeline of a record, or the whole event, delivery or request, by its id or the start of one, a hash, an owner, a reference. */
export async function show({ id }: Arguments, { ask }: Session): Promise<Data> {
  if (id === undefined || id === "") throw new ToolFault({ error: "give the id, or the start of one" });
  const found = await callOperation(operation("admin:search"), { query: { q: id, limit: CANDIDATES } }, ask);
  const rows = Array.isArray(found["items"]) ? found["items"].filter(isObject) : [];
  const exact = rows.find((row) => String(row["id"]) === String(id));
  const chosen = exact ?? (rows.length === 1 ? rows[0] : undefined);
  if (rows.length === 0) throw new ToolFault({ error: "nothing has this id or begins with this text", id });
  const path = String(chosen?.["path"] ?? "");
  if (chosen === undefined || !path.startsWith("/admin/")) return { several: rows };
  const { status: code, body } = await ask("GET", path);
  if (code !== 200 || !isObject(body) || !isObject(body["data"]))
    throw new ToolFault({ status: code, error: isObject(body) ? body["error"] : "the sandbox answered without JSON" });
  return { kind: chosen["kind"], title: chosen["title"], ...body["data"] };
}

/** Moves the clock exactly to the next planned work. */
export async function advanceToNext(_args: Arguments, { ask }: Session): Promise<Data> {
  const clock = await callOperation(operation("admin:getClock"), {}, ask);
  const due = Array.isArray(clock["next_due"]) ? clock["next_due"].filter(isObject) : [];
  const [first] = due.map(({ at }) => String(at)).toSorted();
  if (first === undefined) throw new ToolFault({ error: "nothing is planned, so there is no next time" });
  if (first <= String(clock["now"])) return callOperation(operation("admin:runUntilIdle"), { body: {} }, ask);
  return callOperation(operation("admin:advanceClock"), { body: { to: first } }, ask);
}

/** Sets readings; the value null is the default. */
export async function changeReadings({ readings, tenant_id }: Arguments, { ask }: Session): Promise<Data> {
  if (!isObject(readings)) throw new ToolFault({ error: 'give `readings`, such as {"record": "top-level"}' });
  const tenant = tenant_id === undefined ? {} : { tenant_id };
  return callOperation(operation("admin:setAmbiguity"), { body: { ...readings, ...tenant } }, ask);
}

/** Grades a receiver: the cases that did not pass whole, without what was sent, which all thirty together would not leave room for. */
export async function grade(args: Arguments, { ask }: Session): Promise<Data> {
  const { results, ...report } = await callOperation(operation("admin:gradeReceiver"), { body: args }, ask);
  const rows = Array.isArray(results) ? results.filter(isObject) : [];
  const open = rows.filter(({ result }) => result !== "pass");
  return {
    ...report,
    passed: rows.filter(({ result }) => result === "pass").map((row) => row["case"]),
    results: open.map(({ sent: _sent, repeat: _repeat, ...row }) => row),
    ...(open.length === 0 ? {} : { one_case: `cpsandbox contract receiver URL --cases ${String(open[0]?.["case"])}` }),
  };
}
