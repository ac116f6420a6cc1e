// What strict mode leaves out of bodies, compared with a document from which the same members are deleted (C-40).
import { describe, expect, test } from "vitest";
import { answers, landed, type Part, strictCatalogue } from "../../../src/contract/strict/catalogue.ts";
import { KEPT } from "../../../src/contract/strict/kept.ts";
import { cutOf, leaveOut } from "../../../src/contract/strict/leave-out.ts";
import { isOfLevel, LEVELS, leftOutBy } from "../../../src/contract/strict/setting.ts";
import type { EventType } from "../../../src/domain/outbox.ts";
import { exactJson } from "../../../src/kernel/exact-json.ts";
import { testEventText } from "../../../src/present/test-event.ts";
import { type OpenApiDocument, type Schema, serviceDocument } from "../../../src/spec/document.ts";
import { operationsOf } from "../../../src/spec/operations.ts";
import { Validators } from "../../../src/spec/validators.ts";

const parts = strictCatalogue();
const members = [...parts.values()].filter(({ kind }) => kind === "member");

/** The document without some members: neither declared nor required any more. */
function documentWithout(left: ReadonlySet<string>): OpenApiDocument {
  const copy = structuredClone(serviceDocument) as unknown as Record<string, unknown>;
  for (const pointer of left) {
    const steps = pointer
      .slice(1)
      .split("/")
      .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    const name = steps.at(-1) ?? "";
    const owner = steps.slice(0, -2).reduce((node, step) => node?.[step] as Record<string, unknown>, copy);
    // A member that stands inside of another one that was deleted.
    if (owner === undefined) continue;
    delete (owner["properties"] as Record<string, unknown>)[name];
    if (Array.isArray(owner["required"])) owner["required"] = owner["required"].filter((one) => one !== name);
  }
  return copy as unknown as OpenApiDocument;
}

/** Every reply and every webhook with its example. */
const examples = answers().flatMap((answer) => {
  const example = "event" in answer.of ? sampleOf(answer.of.event) : landed(answer.at, answer.schema).schema.example;
  return example === undefined ? [] : [{ ...answer, example }];
});

function sampleOf(type: string): unknown {
  return JSON.parse(
    testEventText({ id: "0197a3c2-7b1e-7c55-9d0a-1f2e3d4c5b6a", type: type as EventType, time: 0, micros: 0 }),
  );
}

function checkOf(document: OpenApiDocument, of: (typeof examples)[number]["of"]): (value: unknown) => unknown[] {
  const validators = new Validators(document);
  if ("event" in of) return validators.webhook(of.event);
  const operation = operationsOf(document).get(of.operation);
  const status = operation?.statuses.find((one) => one < 300) ?? 0;
  if (operation === undefined) throw new Error(`there is no operation ${of.operation}`);
  return (value) => validators.reply(operation, status)?.(value) ?? ["no check"];
}

describe("leaving members out", () => {
  test("every reply and every webhook has an example to test with", () => {
    expect(examples.length).toBe(answers().length);
  });

  test.each([...LEVELS])("level %s: what is left is what the document without these members describes", (level) => {
    const left = new Set(
      [...leftOutBy({ level, without: [] }).values()].filter(isMember).map(({ pointer }) => pointer),
    );
    const document = documentWithout(left);
    for (const { of, at, schema, example } of examples) {
      const cut = cutOf({ at, schema }, left);
      const value = cut === undefined ? example : leaveOut(cut, example, () => {});
      expect(checkOf(document, of)(value), JSON.stringify(of)).toEqual([]);
    }
  });

  test("a single member is left out wherever it stands, and nothing else is", () => {
    for (const { pointer, name } of members) {
      for (const { of, at, schema, example } of examples.filter(({ of }) => holds(parts.get(pointer), of))) {
        const met: string[] = [];
        const cut = cutOf({ at, schema }, new Set([pointer]));
        const value = cut === undefined ? example : leaveOut(cut, example, (one) => met.push(one));
        const lost = leaves(example).length - leaves(value).length;
        expect(new Set(met).size, `${pointer} in ${JSON.stringify(of)}`).toBeLessThanOrEqual(1);
        if (met.length === 0) expect(value).toEqual(example);
        else
          expect(
            lost > 0 ||
              JSON.stringify(example).split(`"${name}":`).length > JSON.stringify(value).split(`"${name}":`).length,
          ).toBe(true);
      }
    }
  });

  test("members that stay keep their order and every digit", () => {
    const pointer = "/components/schemas/NumberBalance/properties/usd";
    const schema: Schema = { $ref: "#/components/schemas/Deposit" };
    const text = '{"id":"a","balance":{"amount":1.50,"raw":150000000000000000001,"usd":"1.00"},"time":"t"}';
    const cut = cutOf({ at: "/x", schema }, new Set([pointer]));
    if (cut === undefined) throw new Error("nothing is left out");
    expect(JSON.stringify(leaveOut(cut, exactJson(text), () => {}))).toBe(
      '{"id":"a","balance":{"amount":1.50,"raw":150000000000000000001},"time":"t"}',
    );
  });
});

describe("the parts of the document", () => {
  test("every part says how sure it is, and names a decision when it is not documented", () => {
    for (const part of parts.values()) {
      expect(["documented", "inferred", "invented"], part.pointer).toContain(part.provenance);
      if (part.provenance !== "documented") expect(part.decision, part.pointer).toMatch(/^[HK]-[0-9]+$/);
      expect(part.operations.length + part.events.length, part.pointer).toBeGreaterThan(0);
    }
  });

  test("a member that a level keeps exists, is no documented one, and is named once", () => {
    const kept = KEPT.flatMap((row) => row.members);
    expect(new Set(kept).size).toBe(kept.length);
    for (const pointer of kept) {
      expect(parts.get(pointer)?.kind, pointer).toBe("member");
      expect(parts.get(pointer)?.provenance, pointer).not.toBe("documented");
    }
  });

  test("what holds a whole answer is never left out by a level", () => {
    for (const { pointer, name } of members.filter(isMember)) {
      const holdsAll = /(Reply|Event)\/properties\/(data|payload)$/.test(pointer);
      if (holdsAll)
        expect(
          LEVELS.map((level) => isOfLevel(parts.get(pointer) as Part, level)),
          name,
        ).toEqual([false, false]);
    }
  });

  test("every id that a documented operation is called with still comes with some answer of a documented operation", () => {
    const left = leftOutBy({ level: "inferred", without: [] });
    const remaining = members.filter(({ pointer, operations, events }) => {
      const answered = operations.some(
        (id) => ![...left.values()].some((part) => part.kind === "operation" && part.name === id),
      );
      return !left.has(pointer) && (answered || events.length > 0);
    });
    const sources: Record<string, RegExp> = {
      depositTxId: /Deposit(Confirmed)?(Payload)?\/properties\/tx_id$/,
      gasStationAddress: /GasStation\/properties\/address$/,
      gasStationId: /GasStation\/properties\/id$/,
      payoutId: /Payout\/properties\/id$/,
      queuedPayoutId: /Payout\/properties\/id$/,
      settlementId: /Settlement(Fields)?\/properties\/id$/,
      settlementTxId: /(Leg|Settlement\w*|Deposit|Transaction)\/properties\/(tx_id|\w*tx\w*)$/,
      transactionId: /Transaction\w*\/properties\/id$/,
      udaId: /Uda\w*\/properties\/id$/,
      vaultId: /Vault\/properties\/vault_id$/,
      walletAddress: /Wallet\/properties\/address$/,
      walletId: /Wallet\/properties\/id$/,
      walletOwner: /WalletDetails\/properties\/owner$/,
    };
    const needed = [...operationsOf(serviceDocument).values()]
      .filter(({ path, method }) => provenanceOf(path, method) === "documented")
      .flatMap(({ path, method }) => serviceDocument.paths[path]?.[method]?.parameters ?? [])
      .flatMap((parameter) => parameter["x-example-of"] ?? []);
    expect(needed.length).toBeGreaterThan(10);
    for (const fact of needed) {
      const source = sources[fact];
      expect(source, fact).toBeDefined();
      expect(
        remaining.some(({ pointer }) => source?.test(pointer)),
        fact,
      ).toBe(true);
    }
  });
});

function isMember({ kind }: Part): boolean {
  return kind === "member";
}

function provenanceOf(path: string, method: string): string | undefined {
  return [...parts.values()].find(
    (part) => part.kind === "operation" && serviceDocument.paths[path]?.[method]?.operationId === part.name,
  )?.provenance;
}

function holds(part: Part | undefined, of: (typeof examples)[number]["of"]): boolean {
  if (part === undefined) return false;
  return "event" in of ? part.events.includes(of.event) : part.operations.includes(of.operation);
}

/** Every value of a tree that is neither object nor list. */
function leaves(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [value];
  return Object.values(value).flatMap(leaves);
}
