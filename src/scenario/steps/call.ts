// The step `call`: calls the service, the control API or a node, and checks the response.

import { type Answer, ask, HostFault, type Request } from "../http-client.ts";
import { type Difference, differences, isObject } from "../match.ts";
import { replaced, replacedText } from "../references.ts";
import { targetOf } from "../requests.ts";
import type { RunContext, StepResult } from "../run-context.ts";
import type { CallStep } from "../scenario.ts";

/** Value of `as` for a call without an API key. */
const NO_KEY = "nobody";

export async function performCall(context: RunContext, step: CallStep): Promise<StepResult> {
  const answer = await ask(context.host, requestOf(context, step));
  if (answer === "lost") {
    return {
      differences: step.status === "lost" ? [] : [{ at: "status", expected: String(step.status), seen: "lost" }],
    };
  }
  if (step.call === "POST /admin/faults" || step.call === "createFault") rememberFault(context, answer);
  return { answer, differences: differencesOf(answer, replaced(step, context.names)) };
}

/** Remembers a fault armed by a plain call, so that it is removed at the end of the run. */
function rememberFault({ faults }: RunContext, { body }: Answer): void {
  const data = isObject(body) ? body["data"] : undefined;
  if (isObject(data)) faults.push(String(data["id"]));
}

function requestOf(context: RunContext, step: CallStep): Request {
  const target = targetOf(step);
  if (typeof target === "string") throw new HostFault(target);
  const path = replacedText(target.path, context.names, (value) => encodeURIComponent(String(value)));
  const search = queryOf(replaced(step.query ?? {}, context.names));
  return {
    method: target.method,
    path: search === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${search}`,
    headers: { ...keyOf(context, target.path, step.as), ...replaced(step.headers ?? {}, context.names) },
    ...(step.body === undefined ? {} : { body: replaced(step.body, context.names) }),
  };
}

function keyOf(context: RunContext, path: string, as: string | undefined): Record<string, string> {
  if (!path.startsWith("/v1/") || as === NO_KEY) return {};
  return { "x-api-key": as === undefined ? context.apiKey : String(replaced(as, context.names)) };
}

function queryOf(query: Required<CallStep>["query"]): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) parameters.append(name, String(one));
  }
  return parameters.toString();
}

function differencesOf({ status, body, headers }: Answer, step: CallStep): Difference[] {
  // With a wrong status only the body is of interest: it says why.
  const wrongStatus = differences(step.status, status, "status");
  if (wrongStatus.length > 0) return [...wrongStatus, { at: "answer", expected: "", seen: JSON.stringify(body) }];
  return [
    ...(step.answer === undefined ? [] : differences(step.answer, body, "answer")),
    ...differences(step.answer_headers ?? {}, headers, "answer_headers"),
  ];
}
