// A step that calls the service, the control surface or a node, and looks at the answer.

import { type Answer, ask, HostFault, type Request } from "../http-client.ts";
import { type Difference, differences, isObject } from "../match.ts";
import { replaced, replacedText } from "../references.ts";
import { targetOf } from "../requests.ts";
import type { RunContext, StepResult } from "../run-context.ts";
import type { CallStep } from "../scenario.ts";

/** The word for a caller without a key. */
const NOBODY = "nobody";

export async function performCall(story: RunContext, step: CallStep): Promise<StepResult> {
  const answer = await ask(story.host, requestOf(story, step));
  if (answer === "lost") {
    return {
      differences: step.status === "lost" ? [] : [{ at: "status", expected: String(step.status), seen: "lost" }],
    };
  }
  if (step.call === "POST /admin/faults" || step.call === "createFault") noteFault(story, answer);
  return { answer, differences: differencesOf(answer, replaced(step, story.names)) };
}

/** It goes at the end of the story like any other. */
function noteFault({ faults }: RunContext, { body }: Answer): void {
  const data = isObject(body) ? body["data"] : undefined;
  if (isObject(data)) faults.push(String(data["id"]));
}

function requestOf(story: RunContext, step: CallStep): Request {
  const target = targetOf(step);
  if (typeof target === "string") throw new HostFault(target);
  const path = replacedText(target.path, story.names, (value) => encodeURIComponent(String(value)));
  const search = queryOf(replaced(step.query ?? {}, story.names));
  return {
    method: target.method,
    path: search === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${search}`,
    headers: { ...keyOf(story, target.path, step.as), ...replaced(step.headers ?? {}, story.names) },
    ...(step.body === undefined ? {} : { body: replaced(step.body, story.names) }),
  };
}

function keyOf(story: RunContext, path: string, as: string | undefined): Record<string, string> {
  if (!path.startsWith("/v1/") || as === NOBODY) return {};
  return { "x-api-key": as === undefined ? story.apiKey : String(replaced(as, story.names)) };
}

function queryOf(query: Required<CallStep>["query"]): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) parameters.append(name, String(one));
  }
  return parameters.toString();
}

function differencesOf({ status, body, headers }: Answer, step: CallStep): Difference[] {
  // Another status makes the rest meaningless, and the body then says why.
  const wrongStatus = differences(step.status, status, "status");
  if (wrongStatus.length > 0) return [...wrongStatus, { at: "answer", expected: "", seen: JSON.stringify(body) }];
  return [
    ...(step.answer === undefined ? [] : differences(step.answer, body, "answer")),
    ...differences(step.answer_headers ?? {}, headers, "answer_headers"),
  ];
}
