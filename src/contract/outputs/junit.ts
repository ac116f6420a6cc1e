// Writes JUnit XML: the one place that does, for result documents and for scenarios (C-70).
import { escapeControl } from "../../kernel/escape-control.ts";
import { type ResultCase, wordOf } from "./document.ts";
import type { SealedDocument } from "./seal.ts";

export type JUnitCase = {
  readonly name: string;
  readonly classname: string;
  readonly failures?: readonly { readonly type: string; readonly message: string; readonly details?: string }[];
  /** Present when it was not run or not judged; the text is the reason. */
  readonly skipped?: { readonly message?: string };
  readonly output?: string;
  readonly seconds?: number;
};

export type JUnitSuite = {
  readonly name: string;
  readonly cases: readonly JUnitCase[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
};

/** The document as JUnit: a suite for each section, with the facts as its properties. A warning passes, with its text as output; `not_judged` is skipped with the reason. */
export function junitOf({ title, facts, sections }: SealedDocument): string {
  const suites = sections.map(({ title: name, cases }) => ({
    name,
    properties: facts,
    cases: cases.map((one) => caseOf(name, one)),
  }));
  return junitXml(title, suites);
}

/** These suites as one XML document. Characters that XML does not allow are written as escapes. */
export function junitXml(name: string, suites: readonly JUnitSuite[]): string {
  const written = suites.map(({ name: suite, cases, properties = [] }) => {
    const facts = properties.map(({ name: fact, value }) => element("property", { name: fact, value })).join("");
    const content = `${facts === "" ? "" : element("properties", {}, facts)}${cases.map(testCase).join("")}`;
    return element("testsuite", { name: suite, ...counts(cases) }, content);
  });
  const root = element("testsuites", { name, ...counts(suites.flatMap(({ cases }) => cases)) }, written.join(""));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function caseOf(section: string, one: ResultCase): JUnitCase {
  const { name, title, result, why, what_to_do, evidence = [], decision, seconds } = one;
  const details = [
    what_to_do === undefined ? "" : `what to do: ${what_to_do}`,
    ...evidence.map(({ label, text }) => `${label}: ${text}`),
    decision === undefined ? "" : `decision: ${decision}`,
  ].filter((line) => line !== "");
  const common = {
    name: title === undefined ? name : `${name} ${title}`,
    classname: section,
    ...(seconds !== undefined && { seconds }),
  };
  const text = details.join("\n");
  if (result === "fail") return { ...common, failures: [{ type: wordOf(one), message: why ?? name, details: text }] };
  if (result === "not_judged") return { ...common, skipped: { message: why ?? wordOf(one) }, output: text };
  const said = result === "ok" && why === undefined ? [] : [`${wordOf(one)}${why === undefined ? "" : `: ${why}`}`];
  return { ...common, output: [...said, ...details].join("\n") };
}

function counts(cases: readonly JUnitCase[]): Record<string, string> {
  const failed = cases.filter(({ failures = [] }) => failures.length > 0).length;
  const skipped = cases.filter((one) => one.skipped !== undefined).length;
  return { tests: String(cases.length), failures: String(failed), errors: "0", skipped: String(skipped) };
}

function testCase({ name, classname, failures = [], skipped, output = "", seconds }: JUnitCase): string {
  const time = seconds === undefined ? {} : { time: seconds.toFixed(3) };
  const content = [
    skipped === undefined ? "" : element("skipped", skipped.message === undefined ? {} : { message: skipped.message }),
    ...failures.map(({ type, message, details = "" }) => element("failure", { type, message }, contentOf(details))),
    output === "" ? "" : element("system-out", {}, contentOf(output)),
  ];
  return element("testcase", { name, classname, ...time }, content.join(""));
}

function element(name: string, attributes: Readonly<Record<string, string>>, content = ""): string {
  const all = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${all.join("")}${content === "" ? "/>" : `>${content}</${name}>`}`;
}

/** Text between tags: line breaks stay, other control characters are escaped. */
function contentOf(text: string): string {
  return text.split("\n").map(escaped).join("\n");
}

/** Text of an attribute; what XML does not allow (control characters, halves of a pair, two code points) is escaped or replaced. */
function escaped(text: string): string {
  const plain = escapeControl(text.toWellFormed().replace(/[\ufffe\uffff]/g, "\ufffd")).replaceAll("&", "&amp;");
  return plain.replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
