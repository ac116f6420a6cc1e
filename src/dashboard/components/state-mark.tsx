// States as marks that differ in form, not in colour alone (D-91), and as chips with words.
import { clsx } from "clsx";
import type { ReactNode } from "react";

export type Tone = "good" | "warn" | "bad" | "none";

const COLOURS: Readonly<Record<Tone, string>> = {
  good: "bg-good-ground text-good",
  warn: "bg-warn-ground text-warn",
  bad: "bg-bad-ground text-bad",
  none: "bg-hover text-ink",
};

const TEXT: Readonly<Record<Tone, string>> = {
  good: "text-good",
  warn: "text-warn",
  bad: "text-bad",
  none: "text-faint",
};

/** Table: states of all kinds of records. One that is not named here has no tone. */
const STATE_TONES: Readonly<Record<string, Tone>> = {
  delivered: "good",
  confirmed: "good",
  completed: "good",
  active: "good",
  passed: "good",
  due: "warn",
  sending: "warn",
  seen: "warn",
  queued: "warn",
  processing: "warn",
  created: "warn",
  routing: "warn",
  retrying: "warn",
  pending: "warn",
  sent: "warn",
  prepared: "warn",
  signed: "warn",
  broadcasted: "warn",
  dead: "bad",
  failed: "bad",
  orphaned: "bad",
  rejected: "bad",
  expired: "bad",
};

const GLYPHS: Readonly<Record<string, string>> = { delivered: "●", due: "◐", sending: "◐", dead: "✕" };

/** The tone of a state of any record. */
export function toneOf(state: string | null): Tone {
  return STATE_TONES[state ?? ""] ?? "none";
}

/** A few words on a coloured ground. */
export function Chip({ tone = "none", children }: { tone?: Tone | undefined; children: ReactNode }): ReactNode {
  return (
    <span className={clsx("inline-block rounded-full px-2 text-xs leading-5 whitespace-nowrap", COLOURS[tone])}>
      {children}
    </span>
  );
}

/** The state of a record as a chip; nothing for kinds that have none. */
export function StateChip({ state }: { state: string | null }): ReactNode {
  return state === null ? null : <Chip tone={toneOf(state)}>{state}</Chip>;
}

/** ● delivered ◐ due ✕ dead, one for each delivery; ○ where nobody listens. */
export function DeliveryMarks({ states }: { states: readonly string[] }): ReactNode {
  const words = states.length === 0 ? "nobody listens" : states.join(", ");
  return (
    <span className="font-mono tracking-widest" title={words}>
      <span className="sr-only">{words}</span>
      <span aria-hidden="true">
        {states.length === 0 ? <span className="text-faint">○</span> : states.slice(0, MAX_MARKS).map(markOf)}
        {states.length > MAX_MARKS ? `+${states.length - MAX_MARKS}` : ""}
      </span>
    </span>
  );
}

const MAX_MARKS = 6;

function markOf(state: string, at: number): ReactNode {
  return (
    <span key={at} className={TEXT[toneOf(state)]}>
      {GLYPHS[state] ?? "·"}
    </span>
  );
}
