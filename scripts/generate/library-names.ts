// Types of the test library that follow from tables: networks, assets, and the gates of faults with their effects and parameters.
import { readFileSync } from "node:fs";
import { EVENT_TYPES } from "../../src/domain/outbox.ts";
import { GATES, type Param } from "../../src/faults/catalogue.ts";

type CatalogueRow = { symbol: string; native: { symbol: string }; tokens: readonly { symbol: string }[] };

const PARAM_TYPES: Readonly<Record<Param, string>> = {
  status: "number",
  by: "string | number",
  code: "number",
  message: "string",
};

/** `src/cli/names.gen.ts`: what the shell completes. */
export function commandLineNames(): string {
  const { networks, assets } = catalogueNames();
  const effects = Object.entries(GATES).map(
    ([gate, row]) => `  ${JSON.stringify(gate)}: ${JSON.stringify(Object.keys(row.effects)).replaceAll(",", ", ")},`,
  );
  const list = (names: readonly string[]): string => JSON.stringify(names).replaceAll(",", ", ");
  return [
    "// Names that the shell completes, from chain/catalogue.json, src/faults/catalogue.ts and src/domain/outbox.ts: written by `npm run generate`, never by hand.",
    "",
    `export const NETWORKS: readonly string[] = ${list(networks)};`,
    "",
    `export const ASSETS: readonly string[] = ${list(assets)};`,
    "",
    `export const EVENT_TYPES: readonly string[] = ${list([...EVENT_TYPES].toSorted())};`,
    "",
    "/** The effects at each gate. */",
    "export const EFFECTS: Readonly<Record<string, readonly string[]>> = {",
    ...effects,
    "};",
    "",
  ].join("\n");
}

/** Symbols of the networks, and of the assets of all of them. */
export function catalogueNames(): { networks: string[]; assets: string[] } {
  const path = new URL("../../chain/catalogue.json", import.meta.url);
  const catalogue = JSON.parse(readFileSync(path, "utf8")) as readonly CatalogueRow[];
  const assets = catalogue.flatMap(({ native, tokens }) => [native, ...tokens].map(({ symbol }) => symbol));
  return { networks: catalogue.map(({ symbol }) => symbol), assets: [...new Set(assets)].toSorted() };
}

/** `src/testing/names.gen.ts`. */
export function libraryNames(): string {
  const { networks, assets } = catalogueNames();
  return [
    "// Names of networks, assets, gates and effects, from chain/catalogue.json and src/faults/catalogue.ts: written by `npm run generate`, never by hand.",
    "",
    "/** Symbol of a network. */",
    `export type NetworkSymbol = ${union(networks)};`,
    "",
    "/** Symbol of a native coin or token on at least one network. */",
    `export type AssetSymbol = ${union(assets)};`,
    "",
    "/** The gates: the keys that `match` may have, and the parameters of each effect. */",
    "export type Gates = {",
    ...Object.entries(GATES).map(([gate, { match, effects }]) => gateType(gate, match, effects)),
    "};",
    "",
  ].join("\n");
}

type EffectRow = { about: string; needs?: readonly Param[]; may?: readonly Param[] };

function gateType(gate: string, match: readonly string[], effects: Readonly<Record<string, EffectRow>>): string {
  const rows = Object.entries(effects).map(([effect, { needs = [], may = [] }]) => {
    const params = [
      ...needs.map((name) => `${name}: ${PARAM_TYPES[name]}`),
      ...may.map((name) => `${name}?: ${PARAM_TYPES[name]}`),
    ];
    const type = params.length === 0 ? "Record<never, never>" : `{ ${params.join("; ")} }`;
    return `      ${JSON.stringify(effect)}: ${type};`;
  });
  return [
    `  ${JSON.stringify(gate)}: {`,
    `    match: ${union(match)};`,
    "    effects: {",
    ...rows,
    "    };",
    "  };",
  ].join("\n");
}

function union(names: readonly string[]): string {
  return [...new Set(names)]
    .toSorted()
    .map((name) => JSON.stringify(name))
    .join(" | ");
}
