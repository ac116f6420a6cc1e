// Copies clean text (D-06): what is copied is what was sent, digit for digit.
import { Check, Copy } from "lucide-react";
import { type ReactNode, useState } from "react";
import { announce } from "../shell/announcements.ts";
import { Button } from "./button.tsx";

/** `text` may be made when it is asked for. */
export function CopyButton({
  text,
  label,
  hint,
}: {
  text: string | (() => string | Promise<string>);
  label: string;
  hint?: string;
}): ReactNode {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    const what = typeof text === "string" ? text : await text();
    await copyText(what, label);
    setCopied(true);
  };
  return (
    <Button onClick={() => void copy()} onBlur={() => setCopied(false)} {...(hint === undefined ? {} : { hint })}>
      {copied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
      {copied ? "copied" : label}
    </Button>
  );
}

/** Puts a text into the clipboard and says so. */
export async function copyText(text: string, what: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  announce(`${what}: copied`);
}
