// One run of a story as text: its steps with what followed each, and the books at rest. Every output writes it in the same way.
import type { StoryRun } from "../report.ts";

const INDENT = "     ";

export function runLines({ lines, differences }: Pick<StoryRun, "lines" | "differences">): string[] {
  return [
    ...lines.flatMap(({ text, asked, happened }, index) => [
      `${String(index + 1).padStart(3)}  ${text}`,
      ...[asked, ...happened].filter((one) => one !== null).map((one) => `${INDENT}${one}`),
    ]),
    ...differences.map(({ owner, credited, held, asset, network }) => {
      const place = `${asset === null ? "" : ` ${asset}`}${network === null ? "" : ` on ${network}`}`;
      return `  at rest  the books of ${owner}: ${credited}${place}, the chain: ${held}`;
    }),
  ];
}
