// Table: how test runners print a failure, and the one line that says what failed first.
import { stripVTControlCharacters } from "node:util";

/** Characters of the line that are kept. */
const MAX_LINE = 240;
/** Characters of a line that are looked at: a dump on one line would keep the patterns busy for hours. */
const MAX_LOOKED_AT = 2_000;
/** Lines after a heading in which its message is looked for. */
const REACH = 40;

type Finder = { readonly runner: string; readonly find: (lines: readonly string[]) => string | undefined };

const ERROR =
  /^\s*(?:E\s+)?((?:[\w$.]*\.)?(?:[A-Z]\w*(?:Error|Exception|Failure|Failed)\b|(?:Error|Exception)(?= \[\w+\]:|:)).*)/;

const FINDERS: readonly Finder[] = [
  {
    // ` FAIL  test/payments.test.ts > a payout is created`, then `TypeError: …`.
    runner: "vitest",
    find: (lines) =>
      headed(lines, /^\s*FAIL\s+(\S+\.[cm]?[jt]sx?.*\s>\s.*)$/, (line) => (/^\s*(\w*Error\b.*)/.exec(line) ?? [])[1]),
  },
  {
    // `  ● payments › a payout is created`, a blank line, the message.
    runner: "jest",
    find: (lines) => headed(lines, /^\s*●\s+(.+)$/, (line) => line.trim() || undefined),
  },
  {
    runner: "pytest",
    find: (lines) => matched(lines, /^(?:FAILED|ERROR)\s+(\S+::.+)$/)?.replace(" - ", ": "),
  },
  {
    // `ERROR: test_payout (payments.Payments.test_payout)`, a traceback, its last line.
    runner: "unittest",
    find: (lines) => headed(lines, /^(?:FAIL|ERROR):\s+(\w+ \(.+\))$/, (line) => ERROR.exec(line)?.[1]),
  },
  {
    // `--- FAIL: TestPayout (0.00s)`, then `    payout_test.go:12: message`; Go prints the message before it with -v.
    runner: "go test",
    find: (lines) =>
      headed(lines, /^\s*--- FAIL:\s+(\S+)/, (line) => (/^\s+(\S+\.go:\d+:.*)/.exec(line) ?? [])[1]) ??
      matched(lines, /^(panic:.*)$/),
  },
  {
    // Gradle, Maven, the console launcher.
    runner: "JUnit 5",
    find: (lines) =>
      headed(lines, /^\s*(\S.* > \S.*\(.*\)) FAILED$/, (line) => ERROR.exec(line)?.[1]) ??
      matched(lines, /^\[ERROR\]\s+(\w+\.\w+:\d+.*)$/) ??
      headed(lines, /^\s*(?:JUnit Jupiter:)(\S.*)$/, (line) => (/=>\s*(.*)/.exec(line) ?? [])[1]),
  },
  {
    // node:test: `✖ a payout is created (1.2ms)`, then the error; TAP: `not ok 1 - name`, then `error: '…'`.
    runner: "node:test",
    find: (lines) =>
      headed(afterLast(lines, /failing tests:/), /^\s*✖\s+(.+?)(?: \([\d.]+ms\))?$/, (line) => ERROR.exec(line)?.[1]) ??
      headed(
        lines,
        /^\s*not ok \d+ - (.+?)(?: #.*)?$/,
        (line) => (/^\s*error: (?:'|\|-)?(.+?)'?$/.exec(line) ?? [])[1],
      ),
  },
  {
    // `  1) payments a payout is created:`, then the error. Mocha, RSpec.
    runner: "mocha",
    find: (lines) =>
      headed(afterLast(lines, /^\s*\d+ failing/), /^\s*\d+\)\s+(.+?):?$/, (line) => ERROR.exec(line)?.[1]),
  },
  {
    runner: "any",
    find: (lines) =>
      lines.map((line) => ERROR.exec(line)?.[1]).find((found) => found !== undefined) ??
      matched(lines, /^(.*\b(?:FAIL|FAILED|failed|panic|fatal)\b.*)$/) ??
      lines.findLast((line) => line.trim() !== ""),
  },
];

/** The line that says what failed first in the output of a client's tests; undefined when there is none. */
export function failingLine(output: string): string | undefined {
  const lines = stripVTControlCharacters(output)
    .split(/\r?\n/)
    .map((line) => line.slice(0, MAX_LOOKED_AT));
  for (const { find } of FINDERS) {
    const found = find(lines)?.replace(/\s+/g, " ").trim();
    if (found) return found.length <= MAX_LINE ? found : `${found.slice(0, MAX_LINE)}…`;
  }
  return undefined;
}

function matched(lines: readonly string[], pattern: RegExp): string | undefined {
  return lines.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined);
}

/** The first heading with the first message below it. */
function headed(
  lines: readonly string[],
  heading: RegExp,
  messageOf: (line: string) => string | undefined,
): string | undefined {
  const at = lines.findIndex((line) => heading.test(line));
  const name = heading.exec(lines[at] ?? "")?.[1];
  if (name === undefined) return undefined;
  const message = lines
    .slice(at + 1, at + REACH)
    .map(messageOf)
    .find((found) => found !== undefined);
  return message === undefined ? name : `${name.trim()}: ${message}`;
}

/** The lines after the last that matches; all without one. */
function afterLast(lines: readonly string[], pattern: RegExp): readonly string[] {
  const at = lines.findLastIndex((line) => pattern.test(line));
  return at < 0 ? lines : lines.slice(at + 1);
}
