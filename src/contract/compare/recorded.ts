// One answer or webhook as it was received, whoever received it: a call of ours, a recording, or files of a webhook.

/** What was recorded. A webhook has no operation of ours: its type names it. */
export type Subject =
  | { readonly kind: "reply"; readonly operation: string; readonly status: number }
  | { readonly kind: "webhook"; readonly type: string };

/** It holds values, and so it is never kept: it is made, reduced to a `Shape`, and forgotten (C-61). */
export type Recorded = {
  readonly subject: Subject;
  /** Headers in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Of an answer: the query text that was sent. */
  readonly search?: string;
  /** Wall ms at which it arrived, where that is known. */
  readonly at?: number;
};

/** The name of a subject in files and on the screen. */
export function nameOf(subject: Subject): string {
  return subject.kind === "reply" ? `${subject.operation} ${subject.status}` : `webhook ${subject.type}`;
}
