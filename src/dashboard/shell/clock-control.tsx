// The virtual clock in the header: what time it is, freeze and run, and later (D-40, D-90).
import { Link } from "@tanstack/react-router";
import { ChevronDown, Pause, Play, SkipForward, Snowflake } from "lucide-react";
import type { ReactNode } from "react";
import { client, type Schemas } from "../api/client.ts";
import { useConnection } from "../api/live.ts";
import { BarMenu, BarMenuItem } from "../components/bar-menu.tsx";
import { Button, IconButton } from "../components/button.tsx";
import { relativeWords, timeWords } from "../components/time-text.tsx";
import { act } from "./acts.ts";
import { advance, runUntilIdle } from "./jumps.ts";
import { useNow } from "./status.ts";

type Due = Schemas["Due"];

/** Freezes a running clock, and the other way round. */
export async function toggleClock(mode: "running" | "frozen" | undefined): Promise<void> {
  if (mode === "running") await act("The clock is frozen", () => client.POST("/clock/freeze"));
  else await act("The clock runs", () => client.POST("/clock/resume"));
}

/** Moves the clock by a duration such as `1m`. */
export async function advanceBy(by: string): Promise<void> {
  await advance(`Advanced by ${by}`, { by });
}

/** Moves the clock to the next planned work. */
export async function advanceToNext(due: Due | undefined): Promise<void> {
  if (due === undefined) return;
  await advance(`Jumped to ${timeWords(due.at)}: ${due.title}`, { to: due.at });
}

const STEPS = ["1s", "1m", "1h", "1d"] as const;

/** Time, mode and the buttons that move it. */
export function ClockControl({ due }: { due: readonly Due[] }): ReactNode {
  const { now, mode } = useNow();
  const { state } = useConnection();
  const [next] = due;
  if (now === undefined) return <span className="text-faint">{state === "lost" ? "no time" : "…"}</span>;
  const iso = new Date(now).toISOString();
  return (
    <div className="flex items-center gap-1" data-clock={mode}>
      <Link to="/ui/clock" className="flex min-h-6 items-center text-ink!" title="Sandbox time (UTC): the agenda">
        <time dateTime={iso} className="font-mono tabular-nums">
          <span className="hidden lg:inline">{iso.slice(0, 10)} </span>
          {iso.slice(11, 19)}
        </time>
      </Link>
      {mode === "frozen" ? (
        <span className="text-accent" title="The clock is frozen">
          <Snowflake size={14} aria-label="frozen" />
        </span>
      ) : null}
      <IconButton
        label={mode === "running" ? "Freeze the clock (.)" : "Let the clock run (.)"}
        onClick={() => void toggleClock(mode)}
      >
        {mode === "running" ? <Pause size={14} aria-hidden="true" /> : <Play size={14} aria-hidden="true" />}
      </IconButton>
      <StepMenu />
      {next === undefined ? null : (
        <Button
          tone="quiet"
          className="hidden! lg:inline-flex!"
          hint="n"
          title={`To ${timeWords(next.at)}: ${next.title}`}
          onClick={() => void advanceToNext(next)}
        >
          <SkipForward size={14} aria-hidden="true" />
          next: <span className="hidden max-w-48 truncate 2xl:inline">{next.title}</span>{" "}
          {relativeWords(Date.parse(next.at) - now).replace(/^in /, "")}
        </Button>
      )}
    </div>
  );
}

function StepMenu(): ReactNode {
  return (
    <BarMenu
      label="+1m and more: advance the clock"
      face={
        <>
          +1m <ChevronDown size={12} aria-hidden="true" />
        </>
      }
    >
      {STEPS.map((by) => (
        <BarMenuItem key={by} onClick={() => void advanceBy(by)}>
          Advance by {by}
        </BarMenuItem>
      ))}
      <BarMenuItem onClick={() => void runUntilIdle("1h")}>Run until nothing is due (1 h at most)</BarMenuItem>
    </BarMenu>
  );
}
