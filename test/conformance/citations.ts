// Reads from the sources of the tests which test cites which statement, so that no test has to register itself.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { type Source, sourcesBelow, visit } from "../house/sources.ts";

/** A test in the source: `line` is where a test run reports it (the bracket before its title), `operations` are typed-client calls in it as `GET /uda/{id}`. */
export type CitingTest = {
  readonly file: string;
  readonly line: number;
  readonly title: string;
  readonly statements: readonly string[];
  /** The requirements (R) and invariants (I) of spec/reliability-requirements.md it cites. */
  readonly requirements: readonly string[];
  readonly operations: readonly string[];
};

const root = join(import.meta.dirname, "..", "..");
const runners = ["test", "it"];
// A disabled test proves nothing.
const switchedOff = ["skip", "todo", "fails"];

/** The ids of spec/statements.md in order, with their texts; a duplicate id is returned twice. */
export function statements(): { readonly id: string; readonly text: string }[] {
  const text = readFileSync(join(root, "spec/statements.md"), "utf8");
  return [...text.matchAll(/^- (S-\d{3}) (.+)$/gm)].map(([, id, says]) => ({ id: id ?? "", text: says ?? "" }));
}

/** The statements a text names, each once; `S-556…S-562` and `S-556…562` name all from the first to the last. */
export function cited(text: string): string[] {
  return namedIds(text, /\b(S)-(\d{3})(?:…(?:S-)?(\d{3})\b)?/g);
}

/** The requirements and invariants that a text names, with the same notation. */
export function requirementsIn(text: string): string[] {
  return namedIds(text, /\b(R)-(\d{3})\b(?:…(?:R-)?(\d{3})\b)?|\b(I)-(\d{2})\b(?:…(?:I-)?(\d{2})\b)?/g);
}

function namedIds(text: string, pattern: RegExp): string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(pattern)) {
    const [letter, first = "", last = first] = match.slice(1).filter((part) => part !== undefined);
    for (let at = Number(first); at <= Number(last); at++)
      found.add(`${letter}-${String(at).padStart(first.length, "0")}`);
  }
  return [...found];
}

/** Every test below test/ that cites a statement or calls an operation, in the order of files and lines. */
export function citingTests(sources: readonly Source[] = sourcesBelow("test")): CitingTest[] {
  return sources
    .filter(({ path }) => path.endsWith(".test.ts"))
    .flatMap((source) => testsOf(source))
    .filter((one) => one.statements.length + one.requirements.length + one.operations.length > 0);
}

/** Statement → the tests that cite it; statements without a citation have no entry. */
export function citations(tests: readonly CitingTest[] = citingTests()): Map<string, CitingTest[]> {
  const found = new Map<string, CitingTest[]>();
  for (const one of tests) {
    for (const id of one.statements) found.set(id, [...(found.get(id) ?? []), one]);
  }
  return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function testsOf(source: Source): CitingTest[] {
  const tests: CitingTest[] = [];
  visit(source, (node) => {
    if (!ts.isCallExpression(node) || !isTest(node)) return;
    const title = node.arguments[0];
    if (title === undefined) return;
    const written = ts.isStringLiteralLike(title) ? title.text : title.getText(source.tree);
    const inside = node.getText(source.tree);
    const words = [
      written,
      ...rowTexts(source, node),
      ...commentsBefore(source, node),
      ...commentsInside(source, node),
    ];
    const calls = inside.matchAll(/\b(GET|POST|PUT|PATCH|DELETE)\(\s*"(\/[^"]*)"/g);
    tests.push({
      file: source.path,
      line: source.tree.getLineAndCharacterOfPosition(node.expression.getEnd()).line + 1,
      title: written,
      statements: cited(words.join("\n")).toSorted(),
      requirements: requirementsIn(words.join("\n")).toSorted(),
      operations: [...new Set(calls.map(([, method, path]) => `${method} ${path}`))].toSorted(),
    });
  });
  return tests;
}

/** Whether a call defines a test (`test(…)`, `test.each(…)(…)`): the last call of its chain, which has the title. */
function isTest(node: ts.CallExpression): boolean {
  const { parent } = node;
  const goesOn = (ts.isCallExpression(parent) || ts.isPropertyAccessExpression(parent)) && parent.expression === node;
  if (goesOn) return false;
  let callee: ts.Expression = node.expression;
  while (!ts.isIdentifier(callee)) {
    if (ts.isPropertyAccessExpression(callee)) {
      if (switchedOff.includes(callee.name.text)) return false;
      callee = callee.expression;
    } else if (ts.isCallExpression(callee)) callee = callee.expression;
    else if (ts.isTaggedTemplateExpression(callee)) callee = callee.tag;
    else return false;
  }
  return runners.includes(callee.text);
}

/** The string literals in the rows of `test.each`, also of a table declared above it: they become part of titles. */
function rowTexts(source: Source, node: ts.CallExpression): string[] {
  const texts: string[] = [];
  const look = (inner: ts.Node): void => {
    if (ts.isStringLiteralLike(inner)) texts.push(inner.text);
    ts.forEachChild(inner, look);
  };
  if (ts.isCallExpression(node.expression))
    for (const rows of node.expression.arguments) look(ts.isIdentifier(rows) ? tableNamed(source, rows.text) : rows);
  return texts;
}

/** The initializer of a constant of the file. */
function tableNamed({ tree }: Source, name: string): ts.Node {
  const declared = tree.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations]);
  return (
    declared.find((one) => ts.isIdentifier(one.name) && one.name.text === name)?.initializer ?? tree.endOfFileToken
  );
}

/** The comments on the lines directly above the test. */
function commentsBefore({ text, tree }: Source, node: ts.CallExpression): string[] {
  let statement: ts.Node = node;
  while (!ts.isStatement(statement)) statement = statement.parent;
  const near: string[] = [];
  let below = statement.getStart(tree);
  for (const range of (ts.getLeadingCommentRanges(text, statement.getFullStart()) ?? []).toReversed()) {
    if (/\n\s*\n/.test(text.slice(range.end, below))) break;
    near.push(text.slice(range.pos, range.end));
    below = range.pos;
  }
  return near;
}

function commentsInside({ text, tree }: Source, node: ts.CallExpression): string[] {
  const ranges = new Map<number, string>();
  const keep = (found: readonly ts.CommentRange[] | undefined): void => {
    for (const { pos, end } of found ?? [])
      if (pos > node.getStart(tree) && end <= node.getEnd()) ranges.set(pos, text.slice(pos, end));
  };
  const look = (inner: ts.Node): void => {
    const children = inner.getChildren(tree);
    if (children.length > 0) return void children.forEach(look);
    keep(ts.getLeadingCommentRanges(text, inner.getFullStart()));
    keep(ts.getTrailingCommentRanges(text, inner.getEnd()));
  };
  // Reading the tokens costs more than a search, and most tests contain no comment with a citation.
  if (/\/[/*].*\b[SRI]-\d{2}/s.test(node.getText(tree))) look(node);
  return [...ranges.values()];
}
