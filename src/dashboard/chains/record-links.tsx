// The records that a transaction is about, each a link to its timeline.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Schemas } from "../api/client.ts";
import { PlainText } from "../components/plain-text.tsx";
import { StateChip } from "../components/state-mark.tsx";

/** In their present state: after a reorg a record may be in another block. */
export function RecordLinks({ records }: { records: readonly Schemas["BlockRecord"][] }): ReactNode {
  if (records.length === 0) return null;
  return (
    <ul className="flex flex-col">
      {records.map(({ kind, id, title, state, tx_id }) => (
        <li key={`${kind} ${id} ${tx_id}`} className="flex min-w-0 items-center gap-2">
          <Link to="/ui/records/$kind/$id" params={{ kind, id }} className="min-h-6 min-w-0 truncate leading-6">
            <PlainText text={title} />
          </Link>
          <StateChip state={state} />
        </li>
      ))}
    </ul>
  );
}
