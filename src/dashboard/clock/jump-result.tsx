// What a jump of the clock did, in due order, each a link (D-40).
import { type ReactNode, useState } from "react";
import { Button } from "../components/button.tsx";
import { RowTime, spanWords, timeWords } from "../components/time-text.tsx";
import { Card } from "../components/views.tsx";
import { type Jump, lastJump, summaryWords } from "../shell/jumps.ts";
import { DueLink } from "./due-link.tsx";

/** So many rows are added at a time. */
const ROWS = 100;

export function JumpResult({ jump: { from, to, ran, steps, summary } }: { jump: Jump }): ReactNode {
  const [shown, setShown] = useState(ROWS);
  const all = ran ?? [];
  return (
    <section aria-label="What the last jump did" data-jump={steps}>
      <Card
        title={`What the last jump did: ${steps.toLocaleString("en-US")} ${steps === 1 ? "step" : "steps"}`}
        aside={<Button onClick={() => lastJump.set(undefined)}>Close</Button>}
      >
        <p className="p-3">
          {from === undefined
            ? `Until ${timeWords(to)}`
            : `From ${timeWords(from)} to ${timeWords(to)}, ${spanWords(Date.parse(to) - Date.parse(from))}`}
          : {summaryWords(summary, steps)}.
        </p>
        {all.length === 0 ? null : (
          <ol aria-label="Work that was done, in due order">
            {all.slice(0, shown).map((due, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: what was done never moves, and the same work may stand there twice
              <li key={at} className="flex min-w-0 gap-3 border-t border-line px-3 py-1" data-ran={due.what}>
                <RowTime at={due.at} />
                <span className="min-w-0 flex-1 breaks">
                  <DueLink due={due} />
                </span>
              </li>
            ))}
          </ol>
        )}
        {all.length <= shown ? null : (
          <p className="flex items-center gap-3 border-t border-line p-3 text-faint">
            The first {shown} of {all.length.toLocaleString("en-US")}.
            <Button onClick={() => setShown(shown + ROWS)}>Show {ROWS} more</Button>
          </p>
        )}
      </Card>
    </section>
  );
}
