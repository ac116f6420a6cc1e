// What stands where there is no data: why it is empty and what fills it (D-07), what went wrong and the next step, and that it is coming.
import type { ReactNode } from "react";
import { wordsOf } from "../api/client.ts";
import { visibleText } from "./plain-text.tsx";

/** An empty list: why, and with a button or a command what fills it. */
export function EmptyView({ why, children }: { why: string; children?: ReactNode }): ReactNode {
  return (
    <div className="mx-auto max-w-xl p-6 text-center text-faint">
      <p>{why}</p>
      {children === undefined ? null : (
        <div className="mt-3 flex flex-wrap justify-center gap-2 text-ink">{children}</div>
      )}
    </div>
  );
}

/** The words of an error, which say the next step. */
export function ErrorView({ error }: { error: unknown }): ReactNode {
  return (
    <p role="alert" className="m-3 rounded-md bg-bad-ground p-3 text-bad breaks">
      {visibleText(wordsOf(error))}
    </p>
  );
}

/** Shown while the first answer is on its way. */
export function Loading(): ReactNode {
  return (
    <p className="p-6 text-center text-faint" role="status">
      Loading …
    </p>
  );
}

/** What an answer of the API is shown as: its data, its error, or that it is on its way. */
export function Loaded<Data>({
  query: { data, error },
  children,
}: {
  query: { data: Data | undefined; error: unknown };
  children: (data: Data) => ReactNode;
}): ReactNode {
  if (data !== undefined) return children(data);
  return error === null ? <Loading /> : <ErrorView error={error} />;
}

/** A command that can be copied. */
export function Command({ children }: { children: string }): ReactNode {
  return <code className="rounded bg-hover px-2 py-1 font-mono text-sm breaks select-all">{children}</code>;
}

/** A titled part of a screen. */
export function Card({
  title,
  aside,
  children,
}: {
  title: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <section className="min-w-0 rounded-lg border border-line bg-card">
      <header className="flex min-h-9 flex-wrap items-center justify-between gap-2 border-b border-line px-3 py-1">
        <h2 className="font-semibold">{title}</h2>
        {aside}
      </header>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
