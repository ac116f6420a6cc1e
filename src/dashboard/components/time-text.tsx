// Virtual times (D-05): short in rows, with a popover that says whose time it is, how long ago, and the wall time where it is known.
import { Popover } from "@base-ui/react/popover";
import type { ReactNode } from "react";
import { useConnection } from "../api/live.ts";
import { useNow } from "../shell/status.ts";
import { FactList } from "./json-view.tsx";

/** `2026-01-01 12:00:06.123`; whole seconds without the fraction. */
export function timeWords(iso: string): string {
  return iso.replace("T", " ").replace(/(\.000)?Z$/, "");
}

/** The time in a row: of day for today, else month, day and time. The title says the whole of it, and whose. */
export function RowTime({ at, whose = "sandbox time" }: { at: string; whose?: string }): ReactNode {
  const { clock } = useConnection();
  const isToday = clock === undefined || clock.now.slice(0, 10) === at.slice(0, 10);
  return (
    <time
      dateTime={at}
      title={`${timeWords(at)} UTC, ${whose}`}
      className="font-mono text-[0.92em] whitespace-nowrap tabular-nums"
    >
      {isToday ? at.slice(11, 19) : at.slice(5, 16).replace("T", " ")}
    </time>
  );
}

/** A time with its popover. `wall`: the same instant on the machine's clock. */
export function TimeText({ at, wall }: { at: string; wall?: string | undefined }): ReactNode {
  return (
    <Popover.Root>
      <Popover.Trigger className="min-h-6 border-b border-dotted border-strong font-mono text-[0.92em] tabular-nums">
        {timeWords(at)}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} className="z-50">
          <Popover.Popup className="popup py-1">
            <Times at={at} wall={wall} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Times({ at, wall }: { at: string; wall: string | undefined }): ReactNode {
  const { now } = useNow();
  const facts: (readonly [string, ReactNode])[] = [
    ["Sandbox time (UTC)", timeWords(at)],
    ["The same in your zone", new Date(at).toLocaleString()],
    ["From the sandbox's now", now === undefined ? "unknown" : relativeWords(Date.parse(at) - now)],
    ["Real time", wall === undefined ? "not known" : `${timeWords(wall)} UTC`],
  ];
  return <FactList facts={facts} />;
}

const UNITS: readonly (readonly [ms: number, name: string])[] = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1_000, "s"],
];

/** `in 20 s`, `3 h ago`; the two largest units. */
export function relativeWords(ms: number): string {
  const words = spanWords(Math.abs(ms));
  if (Math.abs(ms) < 1_000) return "now";
  return ms > 0 ? `in ${words}` : `${words} ago`;
}

/** `1 h 20 min`: the two largest units of a length of time. */
export function spanWords(ms: number): string {
  let rest = Math.round(ms / 1_000) * 1_000;
  const found: string[] = [];
  for (const [unit, name] of UNITS) {
    const count = Math.floor(rest / unit);
    if (count > 0 && found.length < 2) found.push(`${count} ${name}`);
    rest -= count * unit;
  }
  return found.length === 0 ? `${ms} ms` : found.join(" ");
}
