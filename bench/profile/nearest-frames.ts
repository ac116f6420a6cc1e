// Sums a CPU profile: what each function took itself, and what it took together with the libraries and built-in functions that it called.

type Frame = { functionName: string; url: string; lineNumber: number };
type Node = { id: number; callFrame: Frame; children?: number[] };
/** A `.cpuprofile` as V8 writes it. Times in µs. */
export type Profile = { nodes: Node[]; samples: number[]; timeDeltas: number[] };

/** ms by function; `own` counts a sample for the nearest frame above it that lies in our folders. */
export type Sums = { self: Map<string, number>; own: Map<string, number>; total: number };

/** Samples without work. */
const IDLE = "(idle)";

/** `isOurs`: whether the file of a frame is in our folders. Idle time is left out. */
export function sumProfile({ nodes, samples, timeDeltas }: Profile, isOurs: (url: string) => boolean): Sums {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const nearest = (node: Node): Node => {
    for (let at: Node | undefined = node; at !== undefined; at = byId.get(parents.get(at.id) ?? -1))
      if (isOurs(at.callFrame.url)) return at;
    return node;
  };
  const sums: Sums = { self: new Map(), own: new Map(), total: 0 };
  for (const [index, id] of samples.entries()) {
    const node = byId.get(id);
    // The delta of a sample is the time since the one before: it belongs to that function, to which this is close enough.
    const ms = Math.max(0, timeDeltas[index] ?? 0) / 1_000;
    if (node === undefined || node.callFrame.functionName === IDLE) continue;
    sums.total += ms;
    add(sums.self, nameOf(node), ms);
    add(sums.own, nameOf(nearest(node)), ms);
  }
  return sums;
}

function add(sums: Map<string, number>, name: string, ms: number): void {
  sums.set(name, (sums.get(name) ?? 0) + ms);
}

/** `function file:line`, the file from the last `src`, `dist` or `node_modules` on. */
function nameOf({ callFrame: { functionName, url, lineNumber } }: Node): string {
  const file = url.replace(/^.*\/(?=(src|dist|node_modules)\/)/, "").replace(/^file:\/\//, "");
  return `${functionName || "(anonymous)"}${file === "" ? "" : ` ${file}:${lineNumber + 1}`}`;
}

/** The greatest sums first. */
export function greatest(sums: ReadonlyMap<string, number>, count: number): [name: string, ms: number][] {
  return [...sums].toSorted(([, a], [, b]) => b - a).slice(0, count);
}
