// The attempts of a delivery, oldest first, and the ladder ahead (D-15).
import { SkipForward } from "lucide-react";
import type { ReactNode } from "react";
import { client, type Schemas } from "../api/client.ts";
import { Button } from "../components/button.tsx";
import { PlainText, visibleText } from "../components/plain-text.tsx";
import { Chip } from "../components/state-mark.tsx";
import { spanWords, TimeText } from "../components/time-text.tsx";
import { act } from "../shell/acts.ts";

type Delivery = Schemas["Delivery"];
type Attempt = Schemas["DeliveryAttempt"];

/** The schedule of the service: 10, 20, 40, 80, 160 s between six attempts. */
const FIRST_DELAY_MS = 10_000;
const MAX_ATTEMPTS = 6;

/** One line an attempt; what the receiver said stands below it. */
export function AttemptsTab({ delivery }: { delivery: Delivery }): ReactNode {
  const { attempts, state, reason } = delivery;
  return (
    <div className="p-3">
      <ol className="flex flex-col gap-2" aria-label="Attempts">
        {attempts.map((attempt) => (
          <AttemptLine key={attempt.number} attempt={attempt} />
        ))}
      </ol>
      {state === "dead" ? (
        <p className="mt-3 rounded-md bg-bad-ground p-2 text-bad">
          ✕ Nobody tries it any more: <PlainText text={reason ?? "all attempts failed"} />. Redeliver starts the
          schedule again.
        </p>
      ) : null}
      <Ladder delivery={delivery} />
      {attempts.length > 1 ? (
        <p className="mt-3 text-faint">
          The body is the same in every attempt, byte for byte. What differs in the headers is marked there.
        </p>
      ) : null}
    </div>
  );
}

function toneOfAttempt({ status, error }: Attempt): "good" | "bad" | "warn" {
  if (status !== null && status >= 200 && status < 300) return "good";
  return status === null && error === "" ? "warn" : "bad";
}

const MARKS = { good: "●", bad: "✕", warn: "◐" } as const;

function AttemptLine({ attempt }: { attempt: Attempt }): ReactNode {
  const { number, at, status, duration_ms, error, response, fault, verification } = attempt;
  const tone = toneOfAttempt(attempt);
  return (
    <li className="rounded-md border border-line p-2" data-attempt={number}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-faint">#{number}</span>
        <Chip tone={tone}>
          {MARKS[tone]} {status ?? (error === "" ? "under way" : "no answer")}
        </Chip>
        <TimeText at={at} />
        {duration_ms === null ? null : <span className="tabular-nums">{duration_ms} ms</span>}
        {fault === null ? null : <Chip tone="warn">fault: {visibleText(fault)}</Chip>}
        {verification === undefined ? null : <VerdictWords verification={verification} />}
      </div>
      {error === "" ? null : (
        <p className="mt-1 text-bad breaks">
          <PlainText text={error} />
        </p>
      )}
      {response === "" ? null : (
        <pre className="mt-1 max-h-40 overflow-auto font-mono text-sm whitespace-pre-wrap breaks text-faint">
          {visibleText(response, true)}
        </pre>
      )}
    </li>
  );
}

function VerdictWords({ verification: { ok, reason } }: { verification: Schemas["AttemptVerification"] }): ReactNode {
  if (reason === "not-sent") return <span className="text-faint">not sent: a fault answered in its place</span>;
  return <span className={ok ? "text-good" : "text-bad"}>signature {ok ? "valid" : (reason ?? "not valid")}</span>;
}

/** The attempts that are planned if the ones before them fail: known for the first run of the schedule, later only the next one. */
export function rungsOf({
  state,
  next_attempt_at,
  attempts,
}: Pick<Delivery, "state" | "next_attempt_at" | "attempts">): { number: number; at: string }[] {
  if (state !== "due" || next_attempt_at === null) return [];
  const first = attempts.length + 1;
  const rungs = [{ number: first, at: next_attempt_at }];
  for (let number = first; number < MAX_ATTEMPTS && number > 1; number += 1) {
    const at = Date.parse(rungs.at(-1)?.at ?? "") + FIRST_DELAY_MS * 2 ** (number - 1);
    rungs.push({ number: number + 1, at: new Date(at).toISOString() });
  }
  return rungs;
}

function Ladder({ delivery }: { delivery: Delivery }): ReactNode {
  const rungs = rungsOf(delivery);
  if (rungs.length === 0) return null;
  const [next] = rungs;
  return (
    <section className="mt-3">
      <h3 className="mb-1 text-faint">
        Planned{delivery.held_by === null ? "" : `, held by a fault (${delivery.held_by})`}
      </h3>
      <ol className="flex flex-col gap-1">
        {rungs.map(({ number, at }) => (
          <li
            key={number}
            className="flex flex-wrap items-center gap-3 rounded-md border border-dashed border-strong px-2 py-1"
          >
            <span className="text-faint">#{number}</span>
            <TimeText at={at} />
            <span className="text-faint">
              {number === next?.number
                ? "planned"
                : `if #${number - 1} fails, ${spanWords(FIRST_DELAY_MS * 2 ** (number - 2))} later`}
            </span>
            <Button
              onClick={() =>
                void act(`The clock is at attempt ${number}`, () => client.POST("/clock/advance", { body: { to: at } }))
              }
            >
              <SkipForward size={13} aria-hidden="true" /> Jump there
            </Button>
          </li>
        ))}
      </ol>
    </section>
  );
}
