// Jumps of every kind (D-40): by a length of time, to an instant, to the Nth planned instant, and until nothing is planned.
import { type ReactNode, useState } from "react";
import { Button } from "../components/button.tsx";
import { ActForm, TextField } from "../components/field.tsx";
import { timeWords } from "../components/time-text.tsx";
import { advanceBy } from "../shell/clock-control.tsx";
import { advance, runUntilIdle } from "../shell/jumps.ts";

const ROW = "flex flex-wrap items-end gap-2";
const STEPS = ["1s", "1m", "1h", "1d"] as const;
/** The API takes no more. */
const MAX_NEXT = 100;

/** What the API refuses, such as the past, it says itself. */
export function JumpForms(): ReactNode {
  return (
    <div className="flex flex-col gap-3 p-3">
      <ByForm />
      <ToForm />
      <div className="flex flex-wrap gap-3">
        <NextForm />
        <IdleForm />
      </div>
    </div>
  );
}

function ByForm(): ReactNode {
  const [by, setBy] = useState("");
  return (
    <ActForm className={ROW} onAct={() => void advanceBy(by.trim())}>
      <div className="w-36">
        <TextField label="By" placeholder="90s, 2h30m, 3d" required value={by} onValue={setBy} />
      </div>
      <Button type="submit">Advance</Button>
      {STEPS.map((step) => (
        <Button key={step} tone="quiet" onClick={() => void advanceBy(step)}>
          +{step}
        </Button>
      ))}
    </ActForm>
  );
}

/** A local date and time of the form is a UTC one of the sandbox. */
function ToForm(): ReactNode {
  const [at, setAt] = useState("");
  const go = (): void => {
    // A browser leaves out seconds that are 0.
    const to = `${at.length === 16 ? `${at}:00` : at}Z`;
    void advance(`Jumped to ${timeWords(to)}`, { to });
  };
  return (
    <ActForm className={ROW} onAct={go}>
      <TextField label="To (sandbox time, UTC)" type="datetime-local" step={1} required value={at} onValue={setAt} />
      <Button type="submit">Jump</Button>
    </ActForm>
  );
}

function NextForm(): ReactNode {
  const [count, setCount] = useState("1");
  const go = (): void =>
    void advance(count === "1" ? "To what was due next" : `To the ${count}. planned instant`, { next: Number(count) });
  return (
    <ActForm className={ROW} onAct={go}>
      <div className="w-40">
        <TextField
          label="Next planned instants"
          type="number"
          min={1}
          max={MAX_NEXT}
          required
          value={count}
          onValue={setCount}
        />
      </div>
      <Button type="submit">To there</Button>
    </ActForm>
  );
}

function IdleForm(): ReactNode {
  const [limit, setLimit] = useState("1h");
  return (
    <ActForm className={ROW} onAct={() => void runUntilIdle(limit.trim())}>
      <div className="w-32">
        <TextField label="Until idle, at most" placeholder="1h" required value={limit} onValue={setLimit} />
      </div>
      <Button type="submit">Run until idle</Button>
    </ActForm>
  );
}
