// Text of clients is text (D-83): control and direction characters are shown as marks, what a search hit is highlighted.
import { Fragment, type ReactNode } from "react";

const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** The same text with what cannot be seen as `\uXXXX`; line breaks and tabs stay where `lines` is true. */
export function visibleText(text: string, lines = false): string {
  return text.replace(HIDDEN, (found) =>
    lines && (found === "\n" || found === "\t" || found === "\r")
      ? found
      : `\\u${(found.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}

/** A text of anybody on one line. `hit`: what is highlighted in it, in any case. */
export function PlainText({ text, hit = "" }: { text: string; hit?: string | undefined }): ReactNode {
  const shown = visibleText(text);
  const pieces = hit === "" ? [shown] : shown.split(new RegExp(`(${hit.replace(SPECIAL, "\\$&")})`, "gi"));
  return (
    <bdi>
      {pieces.map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
        <Fragment key={at}>{at % 2 === 1 ? <mark>{piece}</mark> : piece}</Fragment>
      ))}
    </bdi>
  );
}

const CODE = /`([^`]+)`/;

/** A text of the sandbox in which names stand between backticks, as in its documents. */
export function CodeText({ text }: { text: string }): ReactNode {
  return visibleText(text)
    .split(CODE)
    .map((piece, at) =>
      at % 2 === 1 ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
        <code key={at} className="font-mono text-[0.92em]">
          {piece}
        </code>
      ) : (
        piece
      ),
    );
}

const LONG_ID = /(0x[0-9a-f]{40,64}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/gi;

/** A sentence of the sandbox: its ids are shortened, the title has all of them. */
export function Sentence({ text }: { text: string }): ReactNode {
  const shown = visibleText(text);
  return (
    <span title={shown} className="breaks">
      {shown.replace(LONG_ID, (id) => `${id.slice(0, 10)}…${id.slice(-4)}`)}
    </span>
  );
}

/** An id or hash, shortened in the middle; the title has all of it. */
export function ShortId({ id }: { id: string }): ReactNode {
  const shown = visibleText(id);
  return (
    <span className="font-mono text-[0.92em]" title={shown}>
      {shown.length <= 18 ? shown : `${shown.slice(0, 10)}…${shown.slice(-4)}`}
    </span>
  );
}
