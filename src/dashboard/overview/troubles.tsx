// What is wrong and what waits, in one list (D-07, D-08, D-22): each with the button that helps; the key `w` goes through them.
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { client, type Schemas } from "../api/client.ts";
import { Button, Key } from "../components/button.tsx";
import { PlainText, Sentence } from "../components/plain-text.tsx";
import { Chip } from "../components/state-mark.tsx";
import { Card } from "../components/views.tsx";
import { act } from "../shell/acts.ts";
import { BlockerButton, sentenceOf } from "../shell/blocker-bar.tsx";
import { focusNextTrouble, troubleIsWanted } from "../shell/next-trouble.ts";
import { countTroubles, deadDeliveries } from "../shell/places.ts";

type Status = Schemas["Status"];

const ROW = "flex items-center gap-2 px-3 py-1 border-b border-line last:border-b-0 min-w-0";

/** Broken invariants and dead deliveries first, then what is held back in the order of the API: what needs an act before what needs time. */
export function Troubles({ status }: { status: Status }): ReactNode {
  const { breaches, pending } = status;
  const dead = deadDeliveries(status);
  const count = countTroubles(status);
  useEffect(() => {
    if (!troubleIsWanted.get()) return;
    troubleIsWanted.set(false);
    focusNextTrouble();
  });
  return (
    <Card title={`What is wrong, and what waits ${count}`} aside={count === 0 ? null : <KeyHint />}>
      {count === 0 ? <p className="p-3 text-faint">Nothing is wrong, and nothing waits for anything.</p> : null}
      <ul className="max-h-80 overflow-auto" aria-label="What is wrong, and what waits">
        {breaches.map(({ id, breach }) => (
          <li key={id} className={ROW} data-trouble={id}>
            <span className="min-w-0 flex-1 breaks">
              <Chip tone="bad">✕ {id}</Chip> <PlainText text={breach} />
            </span>
            <Link to="/ui/invariants">look</Link>
          </li>
        ))}
        {dead === 0 ? null : <DeadDeliveries count={dead} />}
        {pending.held_back.map((blocker) => (
          <li key={`${blocker.reason} ${blocker.message}`} className={ROW} data-trouble={blocker.reason}>
            <span className="min-w-0 flex-1">
              <Chip tone="warn">{blocker.reason}</Chip> <Sentence text={sentenceOf(blocker)} />
            </span>
            <BlockerButton blocker={blocker} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function KeyHint(): ReactNode {
  return (
    <span className="hidden text-xs text-faint sm:inline">
      <Key>w</Key> next
    </span>
  );
}

/** At most so many are sent again by one call of the API. */
const MOST_AT_ONCE = 1_000;

/** Nobody tries them any more: the receiver has to answer again, then they are sent once more. */
function DeadDeliveries({ count }: { count: number }): ReactNode {
  const redeliver = (): void =>
    void act("The dead deliveries are sent again", () =>
      client.POST("/deliveries/redeliver", { body: { state: "dead", limit: MOST_AT_ONCE } }),
    );
  const words = count === 1 ? "1 delivery is" : `${count.toLocaleString("en-US")} deliveries are`;
  return (
    <li className={ROW} data-trouble="dead-delivery">
      <span className="min-w-0 flex-1">
        <Chip tone="bad">✕ dead-delivery</Chip> {words} dead: the receiver failed six times.{" "}
        <Link to="/ui/inbox" search={{ filter: "state:dead" }} className="underline">
          Look at {count === 1 ? "it" : "them"}
        </Link>
      </span>
      <Button onClick={redeliver}>Redeliver {count === 1 ? "it" : Math.min(count, MOST_AT_ONCE)}</Button>
    </li>
  );
}
