// The clock and its agenda (D-40): freeze and run, jumps of every kind, what is planned as a strip and as a list, and what the last jump did.
import type { ReactNode } from "react";
import { api, type Schemas } from "../api/client.ts";
import { useConnection } from "../api/live.ts";
import { Button } from "../components/button.tsx";
import { visibleText } from "../components/plain-text.tsx";
import { RowTime, relativeWords, timeWords } from "../components/time-text.tsx";
import { Card, EmptyView, Loaded } from "../components/views.tsx";
import { toggleClock } from "../shell/clock-control.tsx";
import { advance, lastJump } from "../shell/jumps.ts";
import { useNow, useStatus } from "../shell/status.ts";
import { AgendaStrip } from "./agenda-strip.tsx";
import { DueLink } from "./due-link.tsx";
import { JumpForms } from "./jump-forms.tsx";
import { JumpResult } from "./jump-result.tsx";

type Due = Schemas["Due"];

/** The most that the API names. */
const MAX_DUE = 200;

/** `/ui/clock`. */
export function ClockScreen(): ReactNode {
  const clock = api.useQuery("get", "/clock", { params: { query: { limit: MAX_DUE } } });
  const jump = lastJump.use();
  const { world } = useConnection();
  return (
    <div className="grid min-h-0 flex-1 auto-rows-min gap-3 overflow-auto p-3 lg:grid-cols-2">
      <h1 className="sr-only">Clock</h1>
      <NowCard />
      <Card title="Jump">
        <JumpForms />
      </Card>
      <div className="grid min-w-0 auto-rows-min gap-3 lg:col-span-2">
        {jump === undefined || jump.world !== world ? null : <JumpResult key={jump.to} jump={jump} />}
        <Loaded query={clock}>{({ data: { next_due } }) => <Agenda due={next_due} />}</Loaded>
      </div>
    </div>
  );
}

/** Whose time it is, and whether it runs. */
function NowCard(): ReactNode {
  const { now, mode } = useNow();
  return (
    <Card
      title="Sandbox time (UTC)"
      aside={
        <Button onClick={() => void toggleClock(mode)} hint=".">
          {mode === "running" ? "Freeze the clock" : "Let the clock run"}
        </Button>
      }
    >
      <div className="p-3">
        <p className="font-mono text-lg tabular-nums">
          {now === undefined ? "…" : timeWords(new Date(Math.floor(now / 1_000) * 1_000).toISOString())}
        </p>
        <p className="text-faint">
          {mode === "running"
            ? "It runs: what is planned happens by itself."
            : "It is frozen: what is planned waits until you jump or let it run. What is due at once is done at once."}
        </p>
      </div>
    </Card>
  );
}

function Agenda({ due }: { due: readonly Due[] }): ReactNode {
  const { now } = useNow();
  const planned = Object.values(useStatus()?.pending.planned ?? {}).reduce((sum, count) => sum + count, 0);
  return (
    <Card title={`Agenda ${Math.max(planned, due.length)}`}>
      {due.length === 0 ? (
        <EmptyView why="Nothing is planned. A webhook that fails, a payout that may expire, a route under way or a network that is mined by time plans work for later." />
      ) : (
        <>
          {now === undefined ? null : <AgendaStrip due={due} now={now} />}
          <ol aria-label="Agenda">
            {due.map((one) => (
              <AgendaRow key={`${one.at} ${one.what} ${one.ref}`} due={one} now={now} />
            ))}
          </ol>
          {due.length < MAX_DUE ? null : (
            <p className="border-t border-line p-3 text-faint">These are the next {MAX_DUE}: jump to see more.</p>
          )}
        </>
      )}
    </Card>
  );
}

function AgendaRow({ due, now }: { due: Due; now: number | undefined }): ReactNode {
  const { at, what, title, ref } = due;
  const words = `Jumped to ${timeWords(at)}`;
  return (
    <li
      className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-3 py-1"
      data-due={`${what} ${ref}`}
    >
      <span className="w-24">
        <RowTime at={at} />
      </span>
      <span className="w-28 text-xs text-faint">{now === undefined ? "" : relativeWords(Date.parse(at) - now)}</span>
      {/* Below the time where the page is narrow: beside it there is no room for words. */}
      <span className="order-last min-w-0 grow basis-full breaks sm:order-none sm:basis-0">
        <DueLink due={due} />
      </span>
      <Button
        className="ml-auto"
        aria-label={`Jump there: ${visibleText(title)} at ${timeWords(at)}`}
        onClick={() => void advance(words, { to: at })}
      >
        Jump there
      </Button>
    </li>
  );
}
