// Prints how much of the heap a comparison of 60 shapes holds (C-82). Run with `node --expose-gc`: only then a heap can be weighed.
import { samplesOf } from "../../../src/contract/compare/samples.ts";
import { Session } from "../../../src/contract/compare/session.ts";
import { resolve, serviceDocument } from "../../../src/spec/document.ts";
import { operationsOf } from "../../../src/spec/operations.ts";

const SHAPES = 60;

/** Megabytes of the heap that are in use. */
function used(): number {
  const { gc } = globalThis as unknown as { gc: () => void };
  gc();
  gc();
  return process.memoryUsage().heapUsed / 1_000_000;
}

/** Sixty answers, one after the other: one of each operation, then errors. `extend` adds what a host may answer beside it. */
function* answers(extend: (body: Record<string, unknown>, number: number) => void) {
  const all = [...operationsOf(serviceDocument).values()].flatMap((operation) =>
    operation.statuses.flatMap((status) => {
      const declared = serviceDocument.paths[operation.path]?.[operation.method]?.responses[String(status)];
      const schema = declared && resolve(serviceDocument, declared).content?.["application/json"]?.schema;
      return schema === undefined ? [] : [{ operation: operation.id, status, schema }];
    }),
  );
  const first = [...all.filter(({ status }) => status < 300), ...all.filter(({ status }) => status >= 300)];
  for (const [number, { operation, status, schema }] of first.slice(0, SHAPES).entries()) {
    const body = samplesOf(serviceDocument, schema)[0] as Record<string, unknown>;
    extend(body, number);
    yield { subject: { kind: "reply", operation, status } as const, headers: {}, body: JSON.stringify(body) };
  }
}

const kinds: Record<string, Parameters<typeof answers>[0]> = {
  plain: () => {},
  hostile: (body, number) => {
    for (let at = 0; at < 1_500; at += 1)
      body[`member_${number}_${at}_${"x".repeat(60)}`] = { value: [String(at), at] };
  },
};

const kind = process.argv[2] ?? "plain";

/** In a function of its own, so that nothing of the answers is left when it ends. */
function compared(): Session {
  const session = new Session({});
  for (const answer of answers(kinds[kind] ?? (() => {}))) session.add(answer);
  return session;
}

const before = used();
const session = compared();
const result = session.result();
const megabytes = used() - before;
process.stdout.write(`${JSON.stringify({ shapes: session.shapes.length, megabytes, verdicts: result.counts })}\n`);
