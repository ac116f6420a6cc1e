// A body as it was sent: with colours where it is JSON, every digit kept, ids as links.
import type { ReactNode } from "react";
import { indented } from "../api/exact-json.ts";
import { CopyButton } from "./copy-button.tsx";
import { PlainText, visibleText } from "./plain-text.tsx";

const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|(true|false|null)/g;
/** Longer ones are shown without colours. */
const MAX_COLOURED = 60_000;

/** `text` is the body; it is copied as it was sent. */
export function BodyView({
  text,
  label = "body",
  hit,
}: {
  text: string | null;
  label?: string;
  hit?: string | undefined;
}): ReactNode {
  if (text === null || text === "") return <p className="p-3 text-faint">There is no body.</p>;
  const shown = indented(text);
  return (
    <div className="relative">
      <div className="absolute top-2 right-2">
        <CopyButton text={text} label={`Copy ${label}`} />
      </div>
      <pre className="overflow-auto p-3 pr-32 font-mono text-sm whitespace-pre-wrap breaks" data-body={label}>
        {shown.length > MAX_COLOURED ? visibleText(shown, true) : coloured(shown, hit)}
      </pre>
    </div>
  );
}

function coloured(text: string, hit: string | undefined): ReactNode[] {
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const found of text.matchAll(TOKENS)) {
    const [all, string, colon, number] = found;
    if (found.index > end) pieces.push(visibleText(text.slice(end, found.index), true));
    end = found.index + all.length;
    const colour =
      colon !== undefined
        ? "text-accent"
        : string !== undefined
          ? "text-good"
          : number !== undefined
            ? "text-warn"
            : "text-bad";
    pieces.push(
      <span key={found.index} className={colour}>
        <PlainText text={string ?? all} hit={hit} />
      </span>,
      colon ?? "",
    );
  }
  pieces.push(visibleText(text.slice(end), true));
  return pieces;
}

/** Names and values, such as headers. */
export function FactList({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }): ReactNode {
  return (
    <dl className="grid grid-cols-1 gap-x-4 px-3 py-2 sm:grid-cols-[minmax(7rem,max-content)_1fr]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-faint">{name}</dt>
          <dd className="mb-1 min-w-0 breaks sm:mb-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
