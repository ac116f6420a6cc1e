// Rules for files: length, opening comment, name, re-exports, unfinished work and disabled tests.
import { posix } from "node:path";
import ts from "typescript";
import { type Finding, lineOf, type Source, visit } from "./sources.ts";

const maxFileLines = 199;
const maxFunctionLines = 49;

// A table may be longer: its first line marks it. Generated files are not written by hand, migrations are never edited.
const longByNature = /\.gen\.ts$|^src\/db\/migrations\//;
const tableMark = /^(#!.*\n)?\/\/ Table: /;

const unfinished = new RegExp(`\\b(${["TO" + "DO", "FIX" + "ME", "XX" + "X"].join("|")})\\b`);
const switches = ["only", "skip", "todo", "skipIf", "runIf", "fails"];
const runners = ["test", "it", "describe", "suite", "bench"];

/** Violations of the rules for files in src/. */
export function fileFindings(sources: readonly Source[]): Finding[] {
  return sources.flatMap((source) => [
    ...nameFindings(source),
    ...openingFindings(source),
    ...fileLengthFindings(source),
    ...functionLengthFindings(source),
    ...reexportFindings(source),
  ]);
}

function nameFindings({ path }: Source): Finding[] {
  const parts = path.replace(/\.[a-z]+$/, "").split("/");
  const homeless = parts.find((part) => /^(utils?|helpers?|misc|common|shared)$/.test(part));
  const stem = posix.basename(path).replace(/\.(ts|tsx|mts|mjs|js)$/, "");
  if (homeless !== undefined) return [{ path, line: 1, says: `${homeless} is no name for a room or a file` }];
  if (stem === "types" || stem === "index") return [{ path, line: 1, says: `${stem} is no name for a file` }];
  return [];
}

function openingFindings({ path, text }: Source): Finding[] {
  const comment = /^(?:#!.*\n)?((?:\/\/.*\n)+)/.exec(text)?.[1] ?? "";
  const sentence = comment.replaceAll(/^\/\/ ?/gm, "").trim();
  const says = sentence.split(/\s+/).length >= 3 && /[.…]\)?$/.test(sentence);
  return says ? [] : [{ path, line: 1, says: "does not open with a sentence that says what lives here" }];
}

function fileLengthFindings({ path, text }: Source): Finding[] {
  const count = text.trimEnd().split("\n").length;
  if (count <= maxFileLines || longByNature.test(path) || tableMark.test(text)) return [];
  return [{ path, line: 1, says: `has ${count} lines: under 200, or a table that opens with "// Table: "` }];
}

function functionLengthFindings(source: Source): Finding[] {
  const findings: Finding[] = [];
  if (longByNature.test(source.path)) return findings;
  visit(source, (node) => {
    if (!ts.isFunctionLike(node) || !("body" in node) || node.body === undefined) return;
    const line = lineOf(source, node);
    const count = source.tree.getLineAndCharacterOfPosition(node.getEnd()).line + 2 - line;
    if (count > maxFunctionLines)
      findings.push({ path: source.path, line, says: `a function of ${count} lines: under 50` });
  });
  return findings;
}

// The entry point of the package has to be one file.
const ENTRY_POINTS = ["src/testing/testing.ts"];

function reexportFindings(source: Source): Finding[] {
  if (ENTRY_POINTS.includes(source.path)) return [];
  return source.tree.statements
    .filter((statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined)
    .map((statement) => ({ path: source.path, line: lineOf(source, statement), says: "re-exports: no barrels" }));
}

/** Notes of unfinished work, and tests that are disabled or exclusive. */
export function unfinishedFindings(sources: readonly Source[]): Finding[] {
  return sources.flatMap((source) => [...noteFindings(source), ...switchFindings(source)]);
}

function noteFindings({ path, text }: Source): Finding[] {
  return text.split("\n").flatMap((content, at) => {
    const note = unfinished.exec(content)?.[0];
    return note === undefined ? [] : [{ path, line: at + 1, says: `${note}: finish it or write an issue` }];
  });
}

function switchFindings(source: Source): Finding[] {
  const findings: Finding[] = [];
  visit(source, (node) => {
    if (!ts.isPropertyAccessExpression(node) || !switches.includes(node.name.text)) return;
    const runner = node.expression.getText().split(".")[0] ?? "";
    if (!runners.includes(runner)) return;
    findings.push({
      path: source.path,
      line: lineOf(source, node),
      says: `${runner}.${node.name.text}: every test runs`,
    });
  });
  return findings;
}
