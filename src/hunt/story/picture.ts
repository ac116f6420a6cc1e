// A finding as one HTML file: the story, what is proven, and the lanes of app, service, chain, webhook and books over virtual time (U-60).
import { pageOf } from "../../contract/outputs/page.ts";
import { type Html, html } from "../../kernel/html.ts";
import { decimalOf, minus, textOf } from "../judge/decimal.ts";
import type { BooksDifference, Finding, StoryEvent } from "../report.ts";
import { ADVICE } from "./advice.ts";
import { PICTURE_STYLE } from "./picture-style.ts";

const LANES = ["app", "service", "chain", "webhook", "books"] as const;
const LANE_TITLES: Readonly<Record<StoryEvent["lane"], string>> = {
  app: "Your app",
  service: "Service",
  chain: "Chain",
  webhook: "Webhooks",
  books: "Books",
};

export type PictureFacts = {
  readonly seed: number;
  readonly version: string;
  /** The command that plays the story again. */
  readonly again: string;
};

/** The page: no script, nothing loaded from anywhere, light and dark, readable on a phone. */
export function pictureOf(finding: Finding, { seed, version, again }: PictureFacts): string {
  const { rule, title, what, rate, certificate, story, level } = finding;
  const main = html`<h1><span class="badge ${level === "error" ? "fail" : "warning"}">${rule}</span> ${title}</h1>
<p class="summary">${what}</p>
${story.differences.map(difference)}
<dl class="facts">
<div><dt>What to do</dt><dd>${ADVICE[rule]}</dd></div>
<div><dt>Seen in</dt><dd>${rate.failed} of ${rate.of} runs</dd></div>
<div><dt>Proof</dt><dd>${proofText(finding)}</dd></div>
<div><dt>Again</dt><dd><code>${again}</code></dd></div>
<div><dt>From</dt><dd>seed ${seed}, ${certificate.without.length} of ${finding.drawn_steps} steps left, version ${version}</dd></div>
</dl>
<h2>The story</h2>
<ol class="steps">${story.lines.map(({ text, asked }) => html`<li>${text}${asked === null ? "" : html` · <span class="title">${asked}</span>`}</li>`)}</ol>
<h2>What happened</h2>
${lanes(story.events, story.differences)}`;
  return pageOf(`${rule} ${title}`, main, PICTURE_STYLE);
}

function proofText({ certificate: { kind, without, why } }: Finding): string {
  if (kind === "not proven") return `not proven minimal: ${why}`;
  const runs = without.reduce((sum, { of }) => sum + of, 0);
  const subset = kind === "smallest" ? "and in every smaller selection of them " : "";
  return `without any one of its steps ${subset}the books are right (${runs} worlds)`;
}

function difference(one: BooksDifference): Html {
  return html`<p class="difference">The books of ${one.owner}${place(one)} say <strong>${one.credited}</strong>, the chain holds <strong>${one.held}</strong>: ${surplusText(one)}.</p>`;
}

function place({ network, asset }: BooksDifference): string {
  return `${asset === null ? "" : ` in ${asset}`}${network === null ? "" : ` on ${network}`}`;
}

/** `25.5 too much`, `3 missing`. */
export function surplusText({ credited, held }: Pick<BooksDifference, "credited" | "held">): string {
  const [has, holds] = [decimalOf(credited), decimalOf(held)];
  if (has === null || holds === null) return "they differ";
  const distance = minus(has, holds);
  return distance.units < 0n
    ? `${textOf({ ...distance, units: -distance.units })} missing`
    : `${textOf(distance)} too much`;
}

/** A table row for each event, in the order of time; the last rows are the books at rest. */
function lanes(events: readonly StoryEvent[], differences: readonly BooksDifference[]): Html {
  const begin = events[0]?.at ?? 0;
  const last = events.at(-1)?.at ?? 0;
  const rest = differences.map(
    (one): StoryEvent => ({
      lane: "books",
      at: last,
      step: null,
      text: `${one.owner}: ${one.credited}${one.asset === null ? "" : ` ${one.asset}`}, ${surplusText(one)}`,
      isWrong: true,
    }),
  );
  const all = [...events, ...rest];
  const rows = all.map((event, index) => row(event, all[index - 1], begin));
  const heads = LANES.map((lane) => html`<th scope="col">${LANE_TITLES[lane]}</th>`);
  return html`<table class="lanes"><thead><tr><th scope="col">Time</th>${heads}</tr></thead><tbody>${rows}</tbody></table>`;
}

/** Virtual time since the first event; "at rest" for what was looked at in the end. */
function timeText(event: StoryEvent | undefined, begin: number): string {
  if (event === undefined) return "";
  if (event.step === null) return "at rest";
  return `+${((event.at - begin) / 1_000).toLocaleString("en", { maximumFractionDigits: 3 })} s`;
}

/** A step is named where it begins, and the time where it is another than the one before. */
function row(event: StoryEvent, before: StoryEvent | undefined, begin: number): Html {
  const time = timeText(event, begin);
  const begins = event.step !== before?.step;
  const step = begins && event.step !== null ? html`<span class="step">${event.step + 1}</span> ` : "";
  const lane = html`<span class="lane">${LANE_TITLES[event.lane]}: </span>`;
  const card = html`<span class="event${event.isWrong ? " wrong" : ""}">${lane}${event.text}</span>`;
  const cells = LANES.map((one) => (one === event.lane ? html`<td class="of-${one}">${card}</td>` : html`<td></td>`));
  const shown = time === timeText(before, begin) ? "" : time;
  return html`<tr class="${begins ? "begins" : "goes-on"}"><td>${step}${shown}</td>${cells}</tr>
`;
}
