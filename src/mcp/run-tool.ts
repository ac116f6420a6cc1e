// Runs one action of a tool and writes its result, errors included: a tool never throws.
import { isObject } from "../kernel/is-object.ts";
import { entriesThatFit, resultText } from "./answer.ts";
import { argumentsOf, callOperation, inputOf } from "./call.ts";
import { heldBackCalls, pageCall } from "./next-calls.ts";
import { allOperations, type McpOperation } from "./operations.ts";
import {
  type Action,
  type Arguments,
  type Data,
  type NextCall,
  type Session,
  ToolFault,
  type ToolRow,
} from "./tool.ts";
import { lossOf } from "./tools/any-operation.ts";

export type ToolResult = { content: { type: "text"; text: string }[]; isError?: true };

/** `tools`: those that are offered; what comes next names no other. */
export async function runTool(
  row: ToolRow,
  args: Arguments,
  { session, tools }: { session: Session; tools: readonly ToolRow[] },
): Promise<ToolResult> {
  const { action: name = "", ...given } = args;
  try {
    const action = row.actions[String(name)] as Action;
    const full = { ...action.defaults, ...given };
    const data = await perform(action, full, session);
    const next = [
      ...heldBackCalls(data, tools),
      ...pageCall(row.name, name === "" ? full : { action: name, ...full }, data),
      ...(action.after?.(data, full) ?? []),
    ].filter((call) => isOffered(call, tools));
    const first = row.name === "status" && session.own !== undefined ? { sandbox: session.own } : undefined;
    return { content: [{ type: "text", text: resultText({ data, next, secrets: session.secrets, first }) }] };
  } catch (error) {
    const data = error instanceof ToolFault ? error.data : { error: error instanceof Error ? error.message : "failed" };
    const text = resultText({ data, next: heldBackCalls(data, tools), secrets: session.secrets });
    return { content: [{ type: "text", text }], isError: true };
  }
}

async function perform(action: Action, args: Arguments, session: Session): Promise<Data> {
  const operation = allOperations().get(action.operation) as McpOperation;
  const takes = action.takes ?? argumentsOf(operation);
  const stray = Object.keys(args).filter((name) => !takes.includes(name));
  if (stray.length > 0) throw new ToolFault({ error: `${stray[0]} does not go with this action`, takes });
  if (action.run !== undefined) return action.run(args, session);
  const ask = async (limited: Arguments): Promise<Data> =>
    callOperation(operation, inputOf(operation, limited), session.ask);
  const lost = await lossOf(operation, session);
  const data = await ask(args);
  const { items } = data;
  // Asked again for as many as fit, so that the cursor of the answer is that of the last one shown.
  const isCut = Array.isArray(items) && operation.method === "GET" && argumentsOf(operation).includes("limit");
  const fitting = isCut ? entriesThatFit(items) : 0;
  return isCut && fitting < items.length ? ask({ ...args, limit: fitting }) : { ...lost, ...data };
}

function isOffered({ tool, arguments: args }: NextCall, tools: readonly ToolRow[]): boolean {
  const row = tools.find(({ name }) => name === tool);
  const action = isObject(args) ? (args["action"] ?? "") : "";
  return row !== undefined && Object.hasOwn(row.actions, String(action));
}
