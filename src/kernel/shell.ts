// Words of a POSIX shell, and what is said where the system has none, as in the container image. Imports nothing.

/** A text as one word of the shell, in quotes: whatever is in it stands for itself. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The same, without quotes where the shell needs none. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : shellQuoted(text);
}

export const NO_SHELL =
  "there is no shell here, as in the container image: make an image of your own that has the npm package (docs/guides/ci.md)";

const SHELLS = /(^|\/)(sh|ash|bash|dash|zsh)$/;

/** Whether this is the error of starting a shell that is not there. */
export function isMissingShell(command: string, error: unknown): boolean {
  return SHELLS.test(command) && error instanceof Error && "code" in error && error.code === "ENOENT";
}
