// Which operations a request to an unknown path was probably meant for (H-91).
import { editDistance } from "../kernel/edit-distance.ts";
import type { OpenApiDocument } from "../spec/document.ts";
import { operationsOf } from "../spec/operations.ts";

const MOST_NAMED = 3;
const MOST_SEGMENTS = 8;
const MISTAKES = 2;
/** Costs of making a path of a template, segment by segment: a parameter filled is nearly free, so that a literal wins over it. */
const COST = { filled: 0.1, missing: 0.3, mistake: 0.25, extra: 1, other: 2 };
/** One misspelt segment and one too few or too many. */
const FARTHEST = 1.6;

type Template = { readonly path: string; readonly segments: readonly string[]; readonly methods: readonly string[] };

/** Names at most three operations near a path of the document, those of the method first, such as `GET /wallets`; none when all are far. */
export function nearestOperations(document: OpenApiDocument): (path: string, method: string) => string[] {
  const templates = templatesOf(document);
  return (path, method) => {
    const wanted = segmentsOf(path);
    if (wanted.length === 0 || wanted.length > MOST_SEGMENTS) return [];
    const found = templates.map((template) => ({ template, cost: distance(template.segments, wanted) }));
    const least = Math.min(...found.map(({ cost }) => cost));
    if (least > FARTHEST) return [];
    const names = found
      .filter(({ cost }) => cost === least)
      .flatMap(({ template }) => template.methods.map((taken) => ({ taken, path: template.path })));
    return names
      .toSorted((a, b) => Number(b.taken === method) - Number(a.taken === method))
      .slice(0, MOST_NAMED)
      .map((one) => `${one.taken} ${one.path}`);
  };
}

function templatesOf(document: OpenApiDocument): Template[] {
  const methods = Map.groupBy(operationsOf(document).values(), ({ path }) => path);
  return [...methods].map(([path, operations]) => ({
    path,
    segments: segmentsOf(path),
    methods: operations.map(({ method }) => method.toUpperCase()),
  }));
}

const segmentsOf = (path: string): string[] =>
  path
    .toLowerCase()
    .split("/")
    .filter((segment) => segment !== "");

/** The least cost of changing a template into a path; infinite when no literal segment of it is there at least nearly. */
function distance(template: readonly string[], path: readonly string[]): number {
  const isNear = (segment: string): boolean =>
    template.some((one) => !isParameter(one) && likeness(one, segment) < COST.other);
  if (!path.some(isNear)) return Number.POSITIVE_INFINITY;
  let above = [0, ...path.map((_, index) => (index + 1) * COST.extra)];
  for (const wanted of template) {
    const left = isParameter(wanted) ? COST.missing : COST.extra;
    const line = [(above[0] ?? 0) + left];
    for (const [column, segment] of path.entries()) {
      const replaced = (above[column] ?? 0) + likeness(wanted, segment);
      line.push(Math.min(replaced, (above[column + 1] ?? 0) + left, (line[column] ?? 0) + COST.extra));
    }
    above = line;
  }
  return above.at(-1) ?? Number.POSITIVE_INFINITY;
}

function likeness(wanted: string, segment: string): number {
  if (isParameter(wanted)) return COST.filled;
  if (wanted === segment) return 0;
  const allowed = Math.min(MISTAKES, Math.floor(wanted.length / 2));
  const mistakes = editDistance(wanted, segment, allowed);
  return mistakes <= allowed ? mistakes * COST.mistake : COST.other;
}

const isParameter = (segment: string): boolean => segment.startsWith("{");
