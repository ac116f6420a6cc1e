// Planned and finished work in words, as a link to what it is about; links are made from ids alone (D-83).
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Schemas } from "../api/client.ts";
import { ShortId, visibleText } from "../components/plain-text.tsx";

type Due = Schemas["Due"];

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

/** High enough for a finger beside its neighbours. */
const LINK = "inline-flex min-h-6 flex-wrap items-center gap-x-1";

/** `deliver a webhook`, `event deposit.new`, `block`, with what it is about. */
export function DueLink({ due: { what, title, ref } }: { due: Due }): ReactNode {
  const words = visibleText(title);
  if (what === "deliver") {
    return (
      <Link to="/ui/deliveries/$id" params={{ id: ref }} className={LINK}>
        {words} ({visibleText(ref)})
      </Link>
    );
  }
  if (what.startsWith("event ")) {
    return (
      <Link to="/ui/events/$id" params={{ id: ref }} className={LINK}>
        {words}
      </Link>
    );
  }
  if (what.startsWith("block")) {
    return (
      <>
        <Link to="/ui/chains" className={LINK}>
          {words}
        </Link>{" "}
        of {visibleText(ref)}
      </>
    );
  }
  const id = UUID.exec(ref)?.[0];
  if (id === undefined) return `${words} (${visibleText(ref)})`;
  return (
    <>
      <Link to="/ui/records/$kind/$id" params={{ kind: "record", id }} className={LINK}>
        {words} <ShortId id={id} />
      </Link>
      {visibleText(ref.slice(id.length).replace("/", " on "))}
    </>
  );
}
