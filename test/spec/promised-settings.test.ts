// The decisions promise no setting that does not exist: what can be changed is named by an operation or an option, and that exists.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { adminDocument } from "../../src/admin/app.ts";
import { flagOf, OPTION_NAMES, variableOf } from "../../src/config/options.ts";
import { serviceDocument } from "../../src/spec/document.ts";
import { operationsOf } from "../../src/spec/operations.ts";

const text = readFileSync(new URL("../../spec/service-decisions.md", import.meta.url), "utf8");
const operations = new Set([
  ...[...operationsOf(adminDocument).values()].map(({ method, path }) => `${method.toUpperCase()} /admin${path}`),
  ...[...operationsOf(serviceDocument).values()].map(({ method, path }) => `${method.toUpperCase()} ${path}`),
]);
const settings = new Set([...OPTION_NAMES.map(flagOf), ...OPTION_NAMES.map(variableOf)]);

/** Words with which a text says that somebody can change something. */
const CHANGEABLE =
  /\b(settings?|settable|switch(es|ed)?|toggles?|configurable|ambiguity|fixture file|later extension|admin (can|may|call|calls)|by the admin API|the admin API (can|keeps|shows|sets))\b/i;
const NAMED = /`(--[a-z-]+|SANDBOX_[A-Z_]+|(GET|POST|PUT|PATCH|DELETE) \/admin[^`\s]*)[^`]*`/;

/** Sentences, and rows and items of lists. */
const sentences = text.split(/\n(?=[-|#\d]|\n)|(?<=[.;])\s/).map((one) => one.replaceAll(/\s+/g, " ").trim());

/** The sentences that promise a change and name nothing that does it. */
const promises = (among: readonly string[]): string[] =>
  among.filter((one) => CHANGEABLE.test(one) && !NAMED.test(one) && !/\b(no|without a?) setting\b/.test(one));

test("what can be changed is named by the operation or the option that changes it", () => {
  expect(promises(sentences)).toEqual([]);
});

test("every operation of the control API and every option that the decisions name exists", () => {
  const named = [...text.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/admin[^`\s?]*)/g)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !operations.has(name))).toEqual([]);
  const options = [...text.matchAll(/`(--[a-z-]+|SANDBOX_[A-Z_]+)/g)].map(([, name]) => name!);
  expect(options.length).toBeGreaterThan(3);
  expect(options.filter((name) => !settings.has(name))).toEqual([]);
});

test("these checks see a promise that nothing keeps", () => {
  const broken = "The literal reading can be switched by the ambiguity setting.";
  expect(promises(["Payloads are text.", broken, "`PUT /admin/rates` is the setting."])).toEqual([broken]);
  expect(operations.has("PUT /admin/ambiguity")).toBe(false);
  expect(settings.has("--webhook-amounts")).toBe(false);
});
