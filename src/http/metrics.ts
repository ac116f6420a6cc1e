// What the pipelines count: answers, and bodies that differ from the document (our own mistakes).

/** Where counts go; the numbers are shown on /metrics. */
export type Metrics = {
  /** One answer of an operation ("" when the request reached none). */
  answered(operation: string, status: number): void;
  /** A reply or webhook body that is not what the document promises. */
  mismatch(what: string): void;
};
