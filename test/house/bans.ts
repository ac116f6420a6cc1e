// What may not be written in a room: time, chance, the process, waiting, and engine calls that break chains.
import ts from "typescript";
import { type Finding, importsOf, lineOf, type Source, visit } from "./sources.ts";

type Ban = {
  readonly says: string;
  /** Where the ban holds; every file of src/ unless said otherwise. */
  readonly within?: RegExp;
  /** Its door: the files that exist to do just this. */
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

const bans: readonly Ban[] = [
  { says: "Date.now", except: time, found: (node) => isMember(node, "Date", "now") },
  {
    // What a text says about time is read in one place and counted in whole milliseconds from there on.
    says: "a date made from a text",
    except: /^src\/(kernel\/clock\.ts$|dashboard\/)/,
    found: (node) => isMember(node, "Date", "parse") || isDateOfText(node),
  },
  { says: "a date of now", except: time, found: isDateOfNow },
  ...timers.map((name) => ({ says: name, except: time, found: (node: ts.Node) => isGlobal(node, name) })),
  { says: "Math.random", except: chance, found: (node) => isMember(node, "Math", "random") },
  ...randoms.map((name) => ({ says: name, except: chance, found: (node: ts.Node) => isNamed(node, name) })),
  {
    // The test library is started by a caller, not by the command line: where its mistakes are told is its own.
    // The owner of a folder is a process, and is named by its id.
    says: "process",
    except: /^src\/(main\.ts$|db\/owner-lock\.ts$|testing\/start\.ts$|dashboard\/)/,
    found: (node) => isGlobal(node, "process") && !isEngineSwitch(node),
  },
  // Money and its prices never go through a float.
  ...["parseFloat", "toFixed", "toPrecision"].map((name) => ({
    says: name,
    within: money,
    found: (node: ts.Node) => ts.isIdentifier(node) && node.text === name,
  })),
  // Those who speak to a running sandbox from outside (command line, scenarios, test library) are its clients.
  { says: "fetch", within: server, found: (node) => isGlobal(node, "fetch") },
  { says: "async in a room that does not wait", within: sync, found: isWaiting },
  // Blocks mined by it have no parent hash; a guard may name it in order to refuse it.
  { says: "hardhat_mine", found: (node) => isSent(node, "hardhat_mine") },
  // The engine answers both with its head; the RPC front gives them their meaning.
  { says: "the block tag safe", except: /^src\/rpc\//, found: (node) => isText(node, "safe") },
  { says: "the block tag finalized", except: /^src\/rpc\//, found: (node) => isText(node, "finalized") },
];

const bannedModules: readonly { readonly pattern: RegExp; readonly within?: RegExp; readonly except?: RegExp }[] = [
  { pattern: /^(node:)?timers(\/|$)/, except: time },
  { pattern: /^(node:)?process$/, except: /^src\/main\.ts$/ },
  // One room speaks to the outside, and to receivers alone; one file starts processes; the heart knows no files.
  { pattern: /^(node:)?(dns|https|tls|dgram|http2)(\/|$)/, except: /^src\/webhooks\// },
  { pattern: /^(node:)?child_process$/, except: /^src\/main\.ts$/ },
  { pattern: /^(node:)?fs(\/|$)/, within: /^src\/(kernel|domain|present|faults|flow|http|rpc|invariants|webhooks)\// },
];

/** Every banned word of the given sources. */
export function banFindings(sources: readonly Source[]): Finding[] {
  return sources.flatMap((source) => [...wordFindings(source), ...moduleFindings(source)]);
}

function wordFindings(source: Source): Finding[] {
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

/** `new Date(x)` where x is written as a text. */
function isDateOfText(node: ts.Node): boolean {
  if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== "Date") return false;
  const [first] = node.arguments ?? [];
  return first !== undefined && (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first));
}

function isDateOfNow(node: ts.Node): boolean {
  const isDate = (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === "Date";
  return isDate && (node.arguments?.length ?? 0) === 0;
}

/** A name used as a value: not the name of a member, unless of globalThis. */
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

/** The one variable that Hardhat reads when it is imported; it is set where Hardhat is imported. */
function isEngineSwitch(node: ts.Node): boolean {
  const inEngine = node.getSourceFile().fileName === "src/chains/simulated.ts";
  return inEngine && node.parent.parent.getText() === "process.env.HARDHAT_DISABLE_TELEMETRY";
}

/** A text that is sent or kept, as against one that is compared with or stands in a list of refusals. */
function isSent(node: ts.Node, text: string): boolean {
  if (!isText(node, text)) return false;
  const { parent } = node;
  return !ts.isArrayLiteralExpression(parent) && !ts.isCaseClause(parent) && !ts.isBinaryExpression(parent);
}

/** A name wherever it is written: imported, destructured or as a member. */
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
