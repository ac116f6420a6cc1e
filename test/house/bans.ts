// Table and check of banned APIs by folder: clock, random numbers, `process`, async code, and engine calls that break chains.
import ts from "typescript";
import { type Finding, importsOf, lineOf, type Source, visit } from "./sources.ts";

type Ban = {
  readonly says: string;
  /** Where the ban applies; default: every file of src/. */
  readonly within?: RegExp;
  /** The files that exist for exactly this. */
  readonly except?: RegExp;
  readonly found: (node: ts.Node) => boolean;
};

const time = /^src\/(kernel\/wall-clock\.ts$|dashboard\/)/;
const chance = /^src\/(kernel\/(random|ids)\.ts$|dashboard\/)/;
const sync = /^src\/(kernel|db|domain|present|faults)\//;
const server =
  /^src\/(kernel|db|spec|webhooks|chains|faults|domain|present|flow|http|rpc|admin|web|storage|runtime|invariants)\//;
const money = /^src\/(kernel|db|domain|present|flow|chains|faults|http|invariants)\//;
const timers = ["setTimeout", "setInterval", "setImmediate"];
const randoms = ["randomUUID", "randomBytes", "randomInt", "getRandomValues"];

const TAG_NAMES = /^src\/(rpc\/|admin\/operations\/networks\.ts)/;

const bans: readonly Ban[] = [
  { says: "Date.now", except: time, found: (node) => isMember(node, "Date", "now") },
  {
    // Times in text are parsed in one place and are whole milliseconds from there on.
    says: "a date made from a text",
    except: /^src\/(kernel\/clock\.ts$|dashboard\/)/,
    found: (node) => isMember(node, "Date", "parse") || isDateOfText(node),
  },
  { says: "a date of now", except: time, found: isDateOfNow },
  ...timers.map((name) => ({ says: name, except: time, found: (node: ts.Node) => isGlobal(node, name) })),
  { says: "Math.random", except: chance, found: (node) => isMember(node, "Math", "random") },
  ...randoms.map((name) => ({ says: name, except: chance, found: (node: ts.Node) => isNamed(node, name) })),
  {
    // The test library is started by a caller, not by the command line: it decides itself where errors are printed.
    // The owner of a data folder is identified by its process id.
    says: "process",
    except: /^src\/(main\.ts$|cli\/child-processes\.ts$|db\/owner-lock\.ts$|testing\/start\.ts$|dashboard\/)/,
    found: (node) => isGlobal(node, "process"),
  },
  // Amounts and prices are never floats.
  ...["parseFloat", "toFixed", "toPrecision"].map((name) => ({
    says: name,
    within: money,
    found: (node: ts.Node) => ts.isIdentifier(node) && node.text === name,
  })),
  // Command line, scenarios and test library are clients of a running sandbox: they may use fetch.
  { says: "fetch", within: server, found: (node) => isGlobal(node, "fetch") },
  { says: "async in a synchronous folder", within: sync, found: isWaiting },
  // Blocks mined by it have no parent hash; a guard may name it to refuse it.
  { says: "hardhat_mine", found: (node) => isSent(node, "hardhat_mine") },
  // The engine answers both with its head; the RPC server gives them their meaning, and the control API has members of these names.
  { says: "the block tag safe", except: TAG_NAMES, found: (node) => isText(node, "safe") },
  { says: "the block tag finalized", except: TAG_NAMES, found: (node) => isText(node, "finalized") },
];

const bannedModules: readonly { readonly pattern: RegExp; readonly within?: RegExp; readonly except?: RegExp }[] = [
  { pattern: /^(node:)?timers(\/|$)/, except: time },
  { pattern: /^(node:)?process$/, except: /^src\/main\.ts$/ },
  // Only src/webhooks opens outgoing connections; only one file starts processes; the core uses no files.
  { pattern: /^(node:)?(dns|https|tls|dgram|http2)(\/|$)/, except: /^src\/webhooks\// },
  { pattern: /^((node:)?child_process|cross-spawn)$/, except: /^src\/cli\/child-processes\.ts$/ },
  { pattern: /^(node:)?fs(\/|$)/, within: /^src\/(kernel|domain|present|faults|flow|http|rpc|invariants|webhooks)\// },
];

/** Every use of a banned API in the given sources. */
export function banFindings(sources: readonly Source[]): Finding[] {
  return sources.flatMap((source) => [...usageFindings(source), ...moduleFindings(source)]);
}

function usageFindings(source: Source): Finding[] {
  const holding = bans.filter(
    ({ within, except }) => (within?.test(source.path) ?? true) && !except?.test(source.path),
  );
  const findings: Finding[] = [];
  visit(source, (node) => {
    for (const { says, found } of holding) {
      if (found(node)) findings.push({ path: source.path, line: lineOf(source, node), says });
    }
  });
  return findings;
}

function moduleFindings(source: Source): Finding[] {
  const holding = bannedModules.filter(
    ({ within, except }) => (within?.test(source.path) ?? true) && !except?.test(source.path),
  );
  return importsOf(source)
    .filter(({ from }) => holding.some(({ pattern }) => pattern.test(from)))
    .map(({ from, line }) => ({ path: source.path, line, says: `import of ${from}` }));
}

function isMember(node: ts.Node, object: string, member: string): boolean {
  return ts.isPropertyAccessExpression(node) && node.name.text === member && node.expression.getText() === object;
}

/** `new Date(x)` where x is a string literal or template. */
function isDateOfText(node: ts.Node): boolean {
  if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== "Date") return false;
  const [first] = node.arguments ?? [];
  return first !== undefined && (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first));
}

function isDateOfNow(node: ts.Node): boolean {
  const isDate = (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === "Date";
  return isDate && (node.arguments?.length ?? 0) === 0;
}

/** An identifier used as a value: not a member name, unless of globalThis. */
function isGlobal(node: ts.Node, name: string): boolean {
  if (isMember(node, "globalThis", name)) return true;
  return ts.isIdentifier(node) && node.text === name && !isMemberName(node);
}

function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isQualifiedName(parent)) return parent.right === node;
  const isNamedMember =
    ts.isPropertyAccessExpression(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isMethodDeclaration(parent);
  return isNamedMember && parent.name === node;
}

/** A string that is sent or stored, not one that is compared or listed to be refused. */
function isSent(node: ts.Node, text: string): boolean {
  if (!isText(node, text)) return false;
  const { parent } = node;
  return !ts.isArrayLiteralExpression(parent) && !ts.isCaseClause(parent) && !ts.isBinaryExpression(parent);
}

/** An identifier in any position: imported, destructured or a member. */
function isNamed(node: ts.Node, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name;
}

function isWaiting(node: ts.Node): boolean {
  return (
    ts.isAwaitExpression(node) ||
    node.kind === ts.SyntaxKind.AsyncKeyword ||
    (ts.isForOfStatement(node) && node.awaitModifier !== undefined)
  );
}

function isText(node: ts.Node, text: string): boolean {
  return ts.isStringLiteralLike(node) && node.text === text;
}
