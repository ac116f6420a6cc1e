// What is said when the world without trouble fails, so that nothing can be judged (U-04).
import type { Played } from "../world/play.ts";

/** Why it fails, with what the app did and the likely cause. */
export function plainAdvice(what: string, { story }: Pick<Played, "story">): string {
  const lines = story.lines.map(({ text, asked, happened }) =>
    [text, asked, ...happened].filter((one) => one !== null).join(" · "),
  );
  const webhooks = story.lines.some(({ happened }) => happened.some((one) => one.includes("→ 2")));
  const cause = webhooks
    ? "Are the amounts under another name (--adapter, books.total), does your app credit another asset (--accepts NETWORK/ASSET), or does it keep the books of an earlier hunt (--reset CMD)?"
    : "No webhook was answered with 2xx: is --webhook right, and does your app verify with SANDBOX_WEBHOOK_SECRET?";
  return `${what.replace(/[.?]$/, "")}. ${cause}\n${lines.map((line) => `  ${line}`).join("\n")}`;
}
