// Finds words that the glossary replaces, in file names and exported identifiers. The table is that of the glossary.
import { posix } from "node:path";
import ts from "typescript";
import { GLOSSARY } from "../../scripts/generate/glossary-terms.ts";
import { type Finding, lineOf, type Source } from "./sources.ts";

const files = new Map(GLOSSARY.flatMap(({ term, not }) => (not?.files ?? []).map((file) => [file, term] as const)));
const names = GLOSSARY.flatMap(({ term, not }) => (not?.names ?? []).map((name) => ({ name, term })));
const parts = new Map(names.filter(({ name }) => !name.endsWith("*")).map(({ name, term }) => [name, term]));
const beginnings = names
  .filter(({ name }) => name.endsWith("*"))
  .map(({ name, term }) => ({ name: name.slice(0, -1), term }));

/** The files with a replaced name, and the exported identifiers that contain a replaced word. */
export function wordFindings(sources: readonly Source[]): Finding[] {
  return sources.flatMap((source) => [...fileNameFindings(source), ...exportFindings(source)]);
}

/** The finding for a file with a replaced name; none otherwise. */
export function fileNameFindings({ path }: Pick<Source, "path">): Finding[] {
  const stem = posix.basename(path).replace(/(\.long)?(\.test)?\.[a-z]+$/, "");
  const term = files.get(stem);
  return term === undefined ? [] : [{ path, line: 1, says: `the file name ${stem} is not used any more: say ${term}` }];
}

function exportFindings(source: Source): Finding[] {
  return exportedNames(source).flatMap(({ name, line }) => {
    const term = termInsteadOf(name);
    return term === undefined ? [] : [{ path: source.path, line, says: `${name}: say ${term}` }];
  });
}

function termInsteadOf(name: string): string | undefined {
  const constant = beginnings.find((one) => name.startsWith(one.name));
  if (constant !== undefined) return constant.term;
  const words = name.split(/(?=[A-Z][a-z])|(?<=[a-z0-9])(?=[A-Z])|_/).map((word) => word.toLowerCase());
  const found = words.find((word) => parts.has(word));
  return found === undefined ? undefined : parts.get(found);
}

function exportedNames(source: Source): { name: string; line: number }[] {
  return source.tree.statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
    if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    const nodes = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement];
    return nodes.flatMap((node) => {
      const name = "name" in node ? node.name : undefined;
      return name !== undefined && ts.isIdentifier(name as ts.Node)
        ? [{ name: (name as ts.Identifier).text, line: lineOf(source, node) }]
        : [];
    });
  });
}
