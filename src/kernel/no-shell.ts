// What is said where a command needs a shell and the system has none, as in the container image.

export const NO_SHELL =
  "there is no shell here, as in the container image: make an image of your own that has the npm package (docs/guides/ci.md)";

const SHELLS = /(^|\/)(sh|ash|bash|dash|zsh)$/;

/** Whether this is the error of starting a shell that is not there. */
export function isMissingShell(command: string, error: unknown): boolean {
  return SHELLS.test(command) && error instanceof Error && "code" in error && error.code === "ENOENT";
}
