// Buttons of every kind: with words, with an icon alone, and for acts that throw something away.
import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";

type Tone = "plain" | "main" | "bad" | "quiet";

const TONES: Readonly<Record<Tone, string>> = {
  plain: "border-strong bg-card hover:bg-hover",
  main: "border-accent bg-accent text-on-accent hover:opacity-90",
  bad: "border-bad text-bad bg-card hover:bg-bad-ground",
  quiet: "border-transparent hover:bg-hover",
};

/** `hint`: the key that does the same, shown beside the words. */
export function Button({
  tone = "plain",
  hint,
  children,
  className,
  ...others
}: ComponentProps<"button"> & { tone?: Tone; hint?: string }): ReactNode {
  return (
    <button
      type="button"
      className={clsx(
        "inline-flex items-center gap-1.5 rounded-md border px-2 py-0.5 whitespace-nowrap disabled:opacity-50",
        TONES[tone],
        className,
      )}
      {...others}
    >
      {children}
      {hint === undefined ? null : <Key>{hint}</Key>}
    </button>
  );
}

/** A button with an icon alone; `label` is its name. */
export function IconButton({
  label,
  ...others
}: Omit<ComponentProps<"button">, "aria-label" | "title"> & { label: string }): ReactNode {
  return (
    <Button tone="quiet" aria-label={label} title={label} {...others} className={clsx("px-1!", others.className)} />
  );
}

/** A key of the keyboard. */
export function Key({ children }: { children: ReactNode }): ReactNode {
  return (
    <span
      className="hidden rounded border border-current/40 px-1 font-mono text-[0.6875rem] leading-4 opacity-80 sm:inline"
      aria-hidden="true"
    >
      {children}
    </span>
  );
}
