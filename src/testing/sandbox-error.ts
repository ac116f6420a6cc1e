// The error of the test library: the call, the status, what the sandbox said, and what to do next.

/** What a sandbox said about a call that it refused. */
type Refusal = { status: number; message: string; details?: unknown; nextStep?: string | undefined };

/** A call that a sandbox refused or that none answered: the message names the call, the status, the reason and the next step. */
export class SandboxError extends Error {
  /** Method and path, for example `POST /admin/faults`. */
  readonly call: string;
  /** The HTTP status, which the envelope repeats as `code`; 0 when no sandbox answered. */
  readonly status: number;
  /** The `details` of an error of the control API. */
  readonly details: unknown;

  constructor(call: string, { status, message, details, nextStep }: Refusal, options?: ErrorOptions) {
    const more = details === undefined || details === null ? "" : `\n${JSON.stringify(details, null, 2)}`;
    const hint = nextStep === undefined || nextStep === "" ? "" : ` (${nextStep})`;
    super(`${call}: ${status === 0 ? "" : `${status} `}${message}${hint}${more}`, options);
    this.name = "SandboxError";
    this.call = call;
    this.status = status;
    this.details = details;
  }
}

/** The error of a connection that failed: names the address and the system's code. */
export function unreachable(call: string, origin: string, error: unknown): SandboxError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  const code = cause !== undefined && "code" in cause ? ` (${String(cause.code)})` : "";
  const message = `no sandbox answers at ${origin}${code}: was it stopped?`;
  return new SandboxError(call, { status: 0, message }, { cause: error });
}
