// The header X-Sandbox-Warning: what a request got wrong without being refused for it (H-87, H-91).

import { wordsFor } from "../domain/network/nearest-network.ts";
import type { Network } from "../domain/network/network.ts";
import type { RequestContext } from "./request-context.ts";

const HEADER = "X-Sandbox-Warning";
const MAX_NAMES = 5;
const MAX_NAME_LENGTH = 64;

/** Adds a warning to the header of the reply, whatever its status will be. `text` is printable ASCII. */
export function warn({ replyHeaders }: Pick<RequestContext, "replyHeaders">, text: string): void {
  const former = replyHeaders[HEADER];
  replyHeaders[HEADER] = former === undefined ? text : `${former}; ${text}`;
}

/** Warns of names that were ignored, and keeps them; at most five are listed in the header. */
export function warnOfIgnored(
  context: Pick<RequestContext, "replyHeaders" | "ignored">,
  names: readonly string[],
): void {
  if (names.length === 0) return;
  context.ignored = [...(context.ignored ?? []), ...names];
  warn(context, `ignored: ${names.slice(0, MAX_NAMES).map(encoded).join(", ")}`);
}

/** Warns of networks that do not exist, with the one that may be meant; at most five are listed. */
export function warnOfNetworks(
  context: Pick<RequestContext, "replyHeaders">,
  names: readonly { name: string; meant: Network | undefined }[],
): void {
  const said = names
    .slice(0, MAX_NAMES)
    .map(({ name, meant }) => `${encoded(name)}${meant === undefined ? "" : ` (did you mean ${wordsFor(meant)}?)`}`);
  if (said.length > 0) warn(context, `unknown network: ${said.join(", ")}`);
}

/** Percent-encoded, and cut between two characters at 64. */
function encoded(name: string): string {
  let text = "";
  for (const character of name.toWellFormed()) {
    const next = encodeURIComponent(character);
    if (text.length + next.length > MAX_NAME_LENGTH) break;
    text += next;
  }
  return text;
}
