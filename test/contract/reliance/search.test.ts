// The search for what a client leans on, with planted culprits (C-41).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { confidenceOf, lineOf, whatToDo } from "../../../src/contract/reliance/advice.ts";
import { findReliance, inQuestion } from "../../../src/contract/reliance/reliance.ts";
import { type Part, strictCatalogue } from "../../../src/contract/strict/catalogue.ts";
import { LEVELS, type Level, settingOfFile } from "../../../src/contract/strict/setting.ts";

/** A client that fails when all parts of one of these sets are left out; it ends after `most` runs. */
function clientThatNeeds(culprits: readonly (readonly string[])[], most = 10_000) {
  const runs: (readonly string[])[] = [];
  const play = async (without: readonly string[]) => {
    if (runs.length >= most) return undefined;
    runs.push(without);
    return { failed: culprits.some((set) => set.every((part) => without.includes(part))) };
  };
  return { play, runs };
}

const pointersOf = (level: Level): string[] => inQuestion(level).map(({ pointer }) => pointer);
const sorted = (sets: readonly (readonly { pointer: string }[])[]): string[] =>
  sets
    .map((set) =>
      set
        .map(({ pointer }) => pointer)
        .toSorted()
        .join(" + "),
    )
    .toSorted();
const texts = (sets: readonly (readonly string[])[]): string[] =>
  sets.map((set) => set.toSorted().join(" + ")).toSorted();

/** Without those that hold another one: they are no smallest sets. */
const smallestOf = (sets: readonly (readonly string[])[]): (readonly string[])[] =>
  sets.filter(
    (set) =>
      !sets.some((other) => other !== set && other.length < set.length && other.every((part) => set.includes(part))),
  );

/** What nothing but this operation answers. */
const membersOf = (parts: readonly Part[], id: string | undefined): Part[] =>
  parts.filter(({ kind, operations, events }) => {
    return kind === "member" && events.length === 0 && operations.length === 1 && operations[0] === id;
  });

/** The operations that are planted alone, and whether a set holds a member that nothing but these answer. */
const hasMemberOfNamed = (set: readonly string[], sets: readonly (readonly string[])[]): boolean => {
  const named = sets.flatMap((one) => (one.length === 1 && one[0]?.startsWith("/paths/") ? one : []));
  const ids = named.flatMap((pointer) => strictCatalogue().get(pointer)?.operations ?? []);
  return set.some((pointer) => {
    const part = strictCatalogue().get(pointer);
    if (part?.kind !== "member" || part.events.length > 0) return false;
    return part.operations.every((id) => ids.includes(id));
  });
};

describe("what a client leans on", () => {
  test.each([...LEVELS])("level %s: the parts of one operation stand beside each other, each once", (level) => {
    const parts = inQuestion(level);
    expect(new Set(parts).size).toBe(parts.length);
    const homes = parts.map(({ operations, events }) => operations[0] ?? events[0]);
    expect(homes.filter((home, index) => home !== homes[index - 1]).length).toBe(new Set(homes).size);
  });

  test("one run is enough where nothing is missed", async () => {
    const { play, runs } = clientThatNeeds([]);
    const { judged, sets, unfinished } = await findReliance("invented", play, 1);
    expect([sets, unfinished, runs.length]).toEqual([[], [], 1]);
    expect(runs[0]).toHaveLength(judged);
    expect(judged).toBeGreaterThan(30);
  });

  test("exactly the planted sets are found, single parts and combinations (property)", async () => {
    const all = pointersOf("inferred");
    const part = fc.nat(all.length - 1).map((index) => all[index] ?? "");
    const planted = fc.uniqueArray(fc.uniqueArray(part, { minLength: 1, maxLength: 3 }), {
      maxLength: 3,
      selector: (set) => set.toSorted().join(),
    });
    await fc.assert(
      fc.asyncProperty(planted, async (sets) => {
        const found = await findReliance("inferred", clientThatNeeds(sets).play, 0);
        expect(sorted(found.sets)).toEqual(texts(smallestOf(sets).filter((set) => !hasMemberOfNamed(set, sets))));
      }),
      { numRuns: 25 },
    );
  });

  test.each([...LEVELS])(
    "level %s: an operation that is named as a whole is named without its members",
    async (level) => {
      const all = inQuestion(level);
      const whole = all.filter(({ kind, operations: [id] }) => kind === "operation" && membersOf(all, id).length > 0);
      expect(whole.length).toBeGreaterThan(0);
      for (const { pointer, operations } of whole) {
        const members = membersOf(all, operations[0]).map((one) => one.pointer);
        const { play, runs } = clientThatNeeds([[pointer], ...members.map((one) => [one])]);
        expect(sorted((await findReliance(level, play, 0)).sets)).toEqual([pointer]);
        expect(runs.length).toBeLessThanOrEqual(4 * Math.ceil(Math.log2(all.length)) + 3);
      }
    },
  );

  test("a member that a webhook or another operation has too is named beside the operation", async () => {
    const all = inQuestion("inferred");
    const shared = all.flatMap((member) => {
      const elsewhere = member.operations.length + member.events.length > 1;
      const whole = all.find(({ kind, name }) => kind === "operation" && member.operations[0] === name);
      return member.kind === "member" && elsewhere && whole !== undefined ? [[whole.pointer, member.pointer]] : [];
    });
    expect(shared.length).toBeGreaterThan(0);
    for (const [whole = "", member = ""] of shared.slice(0, 5)) {
      const found = await findReliance("inferred", clientThatNeeds([[whole], [member]]).play, 0);
      expect(sorted(found.sets)).toEqual([whole, member].toSorted());
    }
  });

  test("one culprit among all costs about two runs for each halving (property)", async () => {
    const all = pointersOf("inferred");
    await fc.assert(
      fc.asyncProperty(fc.nat(all.length - 1), async (index) => {
        const culprit = all[index] ?? "";
        const { play, runs } = clientThatNeeds([[culprit]]);
        expect(sorted((await findReliance("inferred", play, 0)).sets)).toEqual([culprit]);
        expect(runs.length).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(all.length)) + 3);
      }),
    );
  });

  test("the search ends with the runs, and says what it did not take apart", async () => {
    const all = pointersOf("invented");
    const { play, runs } = clientThatNeeds([[all[1] ?? ""], [all[20] ?? ""]], 5);
    const found = await findReliance("invented", play, 0);
    expect(runs).toHaveLength(5);
    expect(found.unfinished.length).toBeGreaterThan(0);
  });
});

describe("the words about it", () => {
  const part = (pointer: string) => {
    const found = strictCatalogue().get(pointer);
    if (found === undefined) throw new Error(`there is nothing at ${pointer}`);
    return found;
  };

  test("name the place, the decision, how sure it is, and the next step", () => {
    const label = part("/components/schemas/Vault/properties/label");
    expect(lineOf(label)).toBe("label of GET /vault, inferred, H-14 (high)");
    const assets = part("/paths/~1blockchain~1assets/get");
    expect(lineOf(assets)).toBe("GET /blockchain/assets, invented, H-47 (free choice)");
    expect(whatToDo([label])).toContain("ask the service whether it has it, or do without");
    expect(whatToDo([label, assets])).toContain("one of them");
  });

  test("every part has a confidence, and what repeats a run is a file that strict mode takes", () => {
    const parts = inQuestion("inferred");
    for (const one of parts) expect(["high", "medium", "low", "free choice"]).toContain(confidenceOf(one));
    expect(new Set(parts.map(confidenceOf)).size).toBe(4);
    const file = /with (\{.*\}) repeats/.exec(whatToDo(parts))?.[1] ?? "";
    expect(settingOfFile(file)?.without).toHaveLength(parts.length);
  });
});
