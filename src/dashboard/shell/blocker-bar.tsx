// The bar at the bottom: what is held back and why, each with the call that helps as a button (D-08).
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Call, callOf, makeCall, type Schemas } from "../api/client.ts";
import { Button, Key } from "../components/button.tsx";
import { Sentence } from "../components/plain-text.tsx";
import { act, ask, type More } from "./acts.ts";

type Blocker = Schemas["HeldBack"];

const MAX_SHOWN = 1;

/** Words for the calls that the API names most; others show their own path. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/clock\/resume$/, "Let it run"],
  [/clock\/advance$/, "Jump there"],
  [/\/mine$/, "Mine"],
  [/\/mining$/, "Mine at once"],
  [/deliveries\/\d+\/redeliver$/, "Redeliver now"],
  [/faucet$/, "Fill up"],
  [/\/deposits$/, "Pay it there"],
  [/\/unpause$/, "Unpause"],
  [/\/retry$/, "Retry"],
  [/\/refill$/, "Refill"],
  [/\/drop$/, "Drop it"],
  [/\/faults(\/|$)/, "Remove the fault"],
  [/run-until-idle$/, "Run"],
];

/** A button that makes exactly the call of the reason; a GET opens it. Nothing where no call helps. */
export function BlockerButton({ blocker: { next, message } }: { blocker: Blocker }): ReactNode {
  const record = /^GET \/v1\/\w+\/([0-9a-f-]{36})$/.exec(next ?? "")?.[1];
  if (record !== undefined) {
    return (
      <Link to="/ui/records/$kind/$id" params={{ kind: "record", id: record }}>
        look
      </Link>
    );
  }
  const call = callOf(next);
  if (call === undefined) return null;
  if (call.method === "GET") return <a href={call.path}>look</a>;
  const words =
    WORDS.find(([path]) => path.test(call.path))?.[1] ?? `${call.method} ${call.path.slice("/admin".length)}`;
  return (
    <Button title={next ?? ""} onClick={() => run(call, words, message)}>
      {words}
    </Button>
  );
}

function run(call: Call, words: string, message: string): void {
  const make = (more: More = {}): Promise<unknown> =>
    act(`${words}: done`, async () => ({ data: await makeCall(call) }), more);
  const isLoss = /\/(reset|restore)$/.test(call.path) || /"force":\s*true/.test(call.body ?? "");
  if (isLoss) ask({ title: `${words}?`, lost: message, yes: words, keep: words, run: make });
  else void make();
}

/** One line: the first reasons, and how many more there are. */
export function BlockerBar({ blockers }: { blockers: readonly Blocker[] }): ReactNode {
  const shown = blockers.slice(0, MAX_SHOWN);
  return (
    <div
      className="flex min-h-9 min-w-0 flex-1 items-center gap-x-4 gap-y-1 overflow-hidden px-3 py-1"
      data-blockers={blockers.length}
    >
      {blockers.length === 0 ? (
        <span className="text-faint">Nothing is held back.</span>
      ) : (
        <span className="whitespace-nowrap text-warn">held back:</span>
      )}
      {shown.map((blocker) => (
        <span
          key={`${blocker.reason} ${blocker.ref ?? ""} ${blocker.network ?? ""}`}
          className="flex min-w-0 items-center gap-2"
        >
          <span className="min-w-0 truncate">
            <Sentence text={sentenceOf(blocker)} />
          </span>
          <BlockerButton blocker={blocker} />
        </span>
      ))}
      {blockers.length > MAX_SHOWN ? (
        <Link to="/" className="shrink-0 whitespace-nowrap">
          +{blockers.length - MAX_SHOWN} more <Key>w</Key>
        </Link>
      ) : null}
    </div>
  );
}

/** The message without the call at its end, which the button makes. */
export function sentenceOf({ message, next }: Blocker): string {
  return next === null ? message : message.replace(`: ${next}`, "").replace(next, "").trim();
}
