// Source files as syntax trees and the findings of the house tests.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix, relative } from "node:path";
import ts from "typescript";

export type Source = { readonly path: string; readonly text: string; readonly tree: ts.SourceFile };
export type Finding = { readonly path: string; readonly line: number; readonly says: string };
export type Import = { readonly line: number; readonly from: string; readonly target: string | undefined };

const root = join(import.meta.dirname, "..", "..");

/** A source from its text; `path` is relative to the repository, with slashes. */
export function source(path: string, text: string): Source {
  return { path, text, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) };
}

/** The paths of all files below a folder of the repository; none where there is no such folder. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
}

/** Every TypeScript and JavaScript file below a folder of the repository, sorted by path. */
export function sourcesBelow(folder: string): Source[] {
  const code = filesBelow(folder).filter((path) => /\.(ts|tsx|mts|mjs|js)$/.test(path));
  return code.sort().map((path) => source(path, readFileSync(join(root, path), "utf8")));
}

/** Visits every node of a source, parents before children. */
export function visit({ tree }: Source, look: (node: ts.Node) => void): void {
  const step = (node: ts.Node): void => {
    look(node);
    ts.forEachChild(node, step);
  };
  step(tree);
}

/** The line on which a node starts, counted from 1. */
export function lineOf({ tree }: Source, node: ts.Node): number {
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
}

/** Every import of a source: static, re-exported, dynamic, and of types alone. `target` is the file a relative one names. */
export function importsOf(from: Source): Import[] {
  const found: Import[] = [];
  visit(from, (node) => {
    const specifier = specifierOf(node);
    if (specifier === undefined) return;
    const target = specifier.startsWith(".") ? posix.join(posix.dirname(from.path), specifier) : undefined;
    found.push({ line: lineOf(from, node), from: specifier, target });
  });
  return found;
}

function specifierOf(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return literal(node.moduleSpecifier);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return literal(node.argument.literal);
  if (ts.isCallExpression(node) && isImporter(node.expression)) return literal(node.arguments[0]);
  return undefined;
}

function isImporter(callee: ts.Expression): boolean {
  return callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === "require");
}

function literal(node: ts.Node | undefined): string | undefined {
  return node && ts.isStringLiteralLike(node) ? node.text : undefined;
}

/** Findings as lines that an editor can jump to. */
export function lines(findings: readonly Finding[]): string[] {
  return findings.map(({ path, line, says }) => `${path}:${line} ${says}`);
}
