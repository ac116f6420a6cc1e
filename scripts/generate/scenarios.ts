// Generates the page of scenarios: the purpose and steps of each, from the scenario files that the tests run.
import schema from "../../spec/scenario.schema.json" with { type: "json" };
import { builtIn, builtInNames } from "../../src/scenario/built-in.ts";
import { targetOf } from "../../src/scenario/requests.ts";
import {
  type Balance,
  type CallStep,
  kindOf,
  type Scenario,
  STEP_KINDS,
  type Step,
} from "../../src/scenario/scenario.ts";

const INTRO = `Scenarios are files with steps and checks. Run one with \`cpsandbox run happy-path\`. The built-in ones are in
[\`fixtures/scenarios\`](../fixtures/scenarios); [\`spec/scenario.schema.json\`](../spec/scenario.schema.json) is the schema of such a file. Run your own in the same
way: \`cpsandbox run my-story.json\`. \`POST /admin/scenarios/run\` runs one in a running sandbox, and
\`start --record FILE\` records one from what you do by hand or with your client.`;

/** One section for each scenario, sorted by name. */
export async function scenariosDocument(): Promise<string> {
  const names = builtInNames();
  const first = names.filter((name) => name.includes("happy"));
  const stories = [...first, ...names.filter((name) => !first.includes(name))].map((name) => ({
    name,
    story: builtIn(name),
  }));
  const contents = stories.map(({ name, story }) => `- [${story?.title}](#${name})`).join("\n");
  const sections = stories.map(({ name, story }) => (story === undefined ? "" : sectionOf(name, story)));
  const note = "<!-- Written by `npm run generate`, never by hand. -->";
  return `${[note, "# Scenarios", INTRO, contents, howToWrite(), ...sections].join("\n\n")}\n`;
}

function lower(text = ""): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

type Described = { description?: string; properties?: Record<string, Described>; required?: string[]; $ref?: string };

/** The kinds of steps, described by the schema. */
function howToWrite(): string {
  const defs = schema.$defs as unknown as Record<string, Described>;
  const rows = STEP_KINDS.map((kind) => {
    const { description = "", properties = {}, required = [] } = defs[kind] ?? {};
    const inner = properties[kind]?.properties;
    const members =
      inner === undefined ? Object.keys(properties).filter((name) => name !== "title") : Object.keys(inner);
    const needed = inner === undefined ? required : ((properties[kind] as { required?: string[] }).required ?? []);
    const words = members.map((name) => `\`${name}\`${needed.includes(name) ? "" : " (optional)"}`);
    return `| \`${kind}\` | ${description} | ${words.join(", ")} |`;
  });
  const looks = Object.entries(defs["expect"]?.properties?.["expect"]?.properties ?? {}).map(
    ([name, { description = "" }]) => `- \`expect.${name}\`: ${lower(description)}`,
  );
  return [
    "## How to write one",
    "A scenario has a `title`, an `about` that says what it shows, and `steps`. Each step has a `title` and one of these members. An editor with JSON Schema support completes and checks them.",
    ["| Step | What it does | Members |", "|---|---|---|", ...rows].join("\n"),
    looks.join("\n"),
    `**Names.** ${schema.description.replace("A scenario consists of steps. ", "")} A call saves with \`save\`: ${lower(defs["save"]?.description)}.`,
    `**Expectations.** ${defs["matcher"]?.description}.`,
    `**Options.** ${defs["options"]?.description}: \`${Object.keys(defs["options"]?.properties ?? {}).join("`, `")}\`.`,
  ].join("\n\n");
}

function sectionOf(name: string, { title, about, options = {}, steps }: Scenario): string {
  const needs = Object.entries(options).map(([key, value]) => `${key.replace("_", " ")} \`${value}\``);
  const facts = [`\`${name}\``, ...needs].join(" · ");
  const lines = steps.map((step, index) => `${index + 1}. ${step.title} · ${inWords(step)}`);
  return [`<a id="${name}"></a>`, `## ${title}`, facts, about, lines.join("\n")].join("\n\n");
}

function inWords(step: Step): string {
  return (WORDS[kindOf(step)] as (step: Step) => string)(step);
}

const WORDS = {
  call: (step: CallStep) => {
    const target = targetOf(step);
    const place = typeof target === "string" ? step.call : `${target.method} ${target.path}`;
    const caller =
      step.as === undefined ? "" : ` by ${step.as === "nobody" ? "a caller without a key" : "another caller"}`;
    return `\`${place}\`${caller} → ${step.status === "lost" ? "no response" : step.status}`;
  },
  pay: ({ pay: { network, asset, amount, from, legs = [] } }: Extract<Step, { pay: unknown }>) => {
    const paid = legs.length === 0 ? `${amount} ${asset}` : legs.map((leg) => `${leg.amount} ${leg.asset ?? asset}`);
    return `${String(paid)} on ${network}${from === undefined ? "" : ` from \`${from}\``}`;
  },
  travel: ({ travel: { by, to, until_idle } }: Extract<Step, { travel: unknown }>) =>
    by === undefined
      ? to === undefined
        ? `until no work is planned, at most ${until_idle}`
        : `to ${to}`
      : `forward by ${by}`,
  mine: ({ mine: { network, blocks = 1 } }: Extract<Step, { mine: unknown }>) =>
    `${blocks === 1 ? "one block" : `${blocks} blocks`} on ${network}`,
  reorg: ({ reorg: { network, depth, transactions = "keep" } }: Extract<Step, { reorg: unknown }>) =>
    `the last ${depth === 1 ? "block" : `${depth} blocks`} of ${network}, their transactions: ${transactions}`,
  fault: ({ fault: { gate, effect, after = 0, times = 1 } }: Extract<Step, { fault: unknown }>) => {
    const count = times === null ? "from now on" : times === 1 ? "once" : `${times} times`;
    return `fault \`${gate}\` × \`${effect}\`, ${count}${after === 0 ? "" : ` after ${after} that succeed`}`;
  },
  heal: () => "the fault is removed",
  act: ({ act: { name } }: Extract<Step, { act: unknown }>) => `the app's action \`${name}\``,
  restart: () => "the app is killed and started again",
  replay: ({ replay: { type } }: Extract<Step, { replay: unknown }>) => `the last \`${type}\` comes again`,
  together: ({ together }: Extract<Step, { together: unknown }>): string =>
    `at once: ${together.map((step) => inWords(step)).join("; ")}`,
  receiver: ({ receiver: { answers } }: Extract<Step, { receiver: unknown }>) =>
    answers === "hang up" ? "it closes connections without a response" : `it answers ${answers}`,
  expect: ({ expect: { events, webhooks, deliveries, balances, books = [] } }: Extract<Step, { expect: unknown }>) =>
    [
      ...(events === undefined ? [] : [`events ${typesOf(events)}`]),
      ...(webhooks === undefined ? [] : [`webhooks ${typesOf(webhooks)}`]),
      ...(deliveries === undefined ? [] : [`deliveries ${typesOf(deliveries)}`]),
      ...(balances ?? []).map(balanceInWords),
      ...books.map(({ owner, amount }) => `the books of \`${owner}\` hold ${String(amount)}`),
    ].join("; "),
};

function typesOf(expected: readonly unknown[]): string {
  const words = expected.map((one) => {
    if (one === "...") return "…";
    const { type, duplicate, verified, state } = one as Record<string, unknown>;
    const facts = [state, duplicate === true ? "again" : "", typeof verified === "string" ? verified : ""];
    const more = facts.filter((fact) => typeof fact === "string" && fact !== "").join(", ");
    return `${type === undefined ? "any" : `\`${String(type)}\``}${more === "" ? "" : ` (${more})`}`;
  });
  return words.length === 0 ? "none" : words.join(", ");
}

function balanceInWords({ network, asset, address, amount }: Balance): string {
  const words = typeof amount === "string" ? amount : "some";
  return `\`${address}\` holds ${words} ${asset} on ${network}`;
}
