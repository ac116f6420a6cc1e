// A sentence of the sandbox in which the ids of records are links; links are made from ids alone (D-83).
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ShortId, visibleText } from "../components/plain-text.tsx";

const ID = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/;

/** An id leads to the record, whatever its kind. */
export function LinkedText({ text }: { text: string }): ReactNode {
  return text.split(ID).map((piece, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
      <Link key={at} to="/ui/records/$kind/$id" params={{ kind: "record", id: piece }} className="underline">
        <ShortId id={piece} />
      </Link>
    ) : (
      visibleText(piece)
    ),
  );
}
