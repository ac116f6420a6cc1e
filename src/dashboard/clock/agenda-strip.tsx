// The next hour as a strip: one mark for each planned work at its place; the list below says the same in words.
import type { ReactNode } from "react";
import type { Schemas } from "../api/client.ts";

type Due = Schemas["Due"];

/** Virtual ms that the strip shows. */
const SPAN_MS = 3_600_000;
const WIDTH = 720;
const HEIGHT = 36;
const STEP_MINUTES = 10;
const MINUTES = [0, 10, 20, 30, 40, 50, 60];

/** Kinds differ in height as well as in colour: blocks are low, webhooks middle, all other work high. */
const MARKS = {
  block: { top: 22, colour: "stroke-faint", words: "block" },
  webhook: { top: 12, colour: "stroke-accent", words: "webhook" },
  other: { top: 2, colour: "stroke-warn", words: "other work" },
} as const;

function kindOf(what: string): keyof typeof MARKS {
  if (what.startsWith("block")) return "block";
  return what === "deliver" ? "webhook" : "other";
}

/** `now`: virtual ms. What is late stands at its left end. */
export function AgendaStrip({ due, now }: { due: readonly Due[]; now: number }): ReactNode {
  const within = due
    .map(({ at, what, ref }) => ({
      key: `${at} ${what} ${ref}`,
      kind: kindOf(what),
      in: Math.max(0, Date.parse(at) - now),
    }))
    .filter((one) => one.in <= SPAN_MS);
  const kinds = (Object.keys(MARKS) as (keyof typeof MARKS)[]).filter((kind) =>
    within.some((one) => one.kind === kind),
  );
  return (
    <figure className="px-3 pt-2" data-strip={within.length}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="h-10 w-full" aria-hidden="true">
        {MINUTES.map((minute) => (
          <line key={minute} className="stroke-line" {...upright((minute / 60) * WIDTH, 0)} />
        ))}
        {within.map((one) => (
          <line
            key={one.key}
            className={MARKS[one.kind].colour}
            strokeWidth="2"
            {...upright((one.in / SPAN_MS) * WIDTH, MARKS[one.kind].top)}
          />
        ))}
      </svg>
      <div className="flex justify-between font-mono text-xs text-faint" aria-hidden="true">
        {MINUTES.map((minute) => (
          <span key={minute}>{minute === 0 ? "now" : minute % (2 * STEP_MINUTES) === 0 ? `+${minute} min` : ""}</span>
        ))}
      </div>
      <figcaption className="py-1 text-xs text-faint">
        {within.length} of these are due within the next hour
        {kinds.length === 0 ? "" : `: ${kinds.map((kind) => `${MARKS[kind].words} ${HEIGHTS[kind]}`).join(", ")}`}.
      </figcaption>
    </figure>
  );
}

const HEIGHTS: Readonly<Record<keyof typeof MARKS, string>> = {
  block: "(low marks)",
  webhook: "(middle marks)",
  other: "(high marks)",
};

function upright(x: number, top: number): object {
  const inside = Math.min(WIDTH - 1, Math.max(1, x));
  return { x1: inside, x2: inside, y1: top, y2: HEIGHT, vectorEffect: "non-scaling-stroke" };
}
