// A request as a line for a POSIX shell: run, it sends the same bytes (T-10).

export type Sent = {
  method: string;
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: string | null;
};

/** A word that the shell takes literally. */
export function quoted(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A header of which the value is a variable of the environment, such as `$SANDBOX_API_KEY`. */
const VARIABLE = /^\$[A-Z_]+$/;

/** Headers that curl makes itself. */
const OWN = new Set(["host", "content-length", "connection", "transfer-encoding", "accept-encoding", "expect"]);

/** One header or the body a line. */
export function curlOf({ method, url, headers, body }: Sent): string {
  const kept = headers.filter(([name]) => !OWN.has(name.toLowerCase()));
  const words = [
    ...(method === "GET" && body === null ? [] : [`-X ${quoted(method)}`]),
    ...kept.map(([name, value]) => `-H ${headerWord(name, value)}`),
    // Without it curl adds one of a form.
    ...(body === null || kept.some(([name]) => name.toLowerCase() === "content-type") ? [] : ["-H 'content-type:'"]),
    ...(body === null ? [] : [`--data-raw ${quoted(body)}`]),
  ];
  return [`curl ${quoted(url)}`, ...words].join(" \\\n  ");
}

function headerWord(name: string, value: string): string {
  if (VARIABLE.test(value)) return `"${name}: ${value}"`;
  // curl takes a header without a value for one that is to be left out.
  return quoted(value === "" ? `${name};` : `${name}: ${value}`);
}
