// "Fail the next one like this" (D-41): opens the form of a fault, filled in from a delivery or a request.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { filterWord } from "../lists/filter-words.ts";

/** `match`: values of the gate's conditions; those that are undefined are left out. */
export function FailNext({
  gate,
  effect,
  match,
}: {
  gate: string;
  effect: string;
  match: Readonly<Record<string, string | undefined>>;
}): ReactNode {
  const words = Object.entries(match).flatMap(([name, value]) =>
    value === undefined ? [] : [filterWord(name, value)],
  );
  return (
    <Link
      to="/ui/faults"
      search={{ selected: gate, tab: effect, filter: words.join(" ") }}
      className="rounded-md border border-strong px-2 py-0.5"
    >
      fail the next one
    </Link>
  );
}
