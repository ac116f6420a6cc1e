// C-81: every reading breaks at least one planted client, which passes with the defaults. Driven by the table of readings.
import { describe, expect, test } from "vitest";
import { type Choices, READING_NAMES, rowOf, valuesOf } from "../../../src/contract/readings/table.ts";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import type { Habits, SceneName } from "./a-hardened-client.ts";
import { PLANTED, type PlantedReader } from "./planted-readers.ts";
import { playAs } from "./play.ts";

const shared = sharedSandbox();

/** Every value but the defaults, with its planted client. */
const VALUES = READING_NAMES.flatMap((name) =>
  valuesOf(name)
    .slice(1)
    .map((value) => ({ name, value, of: `${name}=${value}`, planted: PLANTED[name]?.[value] })),
);

const play = (choices: Choices, scenes: readonly SceneName[], habits?: Partial<Habits>) =>
  playAs(shared(), choices, scenes, habits);

test("every value of the table but the defaults has a planted client, and no other has", () => {
  expect(VALUES.filter(({ planted }) => planted === undefined).map(({ of }) => of)).toEqual([]);
  const known = new Set(VALUES.map(({ of }) => of));
  const named = Object.entries(PLANTED).flatMap(([name, values]) =>
    Object.keys(values).map((value) => `${name}=${value}`),
  );
  expect(named.filter((of) => !known.has(of))).toEqual([]);
  expect(VALUES).toHaveLength(39);
  expect(new Set(READING_NAMES.map((name) => rowOf(name).class)).size).toBe(3);
});

describe("with the defaults", () => {
  const clients = new Set(Object.values(PLANTED).flatMap((values) => Object.values(values)));
  test.each([...clients].map((one: PlantedReader) => [one.mistake, one] as const))(
    "a client that %s passes",
    async (_mistake, { scene, habits }) => {
      expect((await play({}, [scene], habits)).broke).toBeUndefined();
    },
  );
});

test.each(VALUES.map((one) => [`${one.of} breaks a client that ${one.planted?.mistake}`, one] as const))(
  "%s",
  async (_title, { name, value, of, planted }) => {
    const { scene, habits } = planted as PlantedReader;
    const { broke, met } = await play({ [name]: value }, [scene], habits);
    expect(broke, "nothing broke").toBeInstanceOf(Error);
    expect(met).toEqual([of]);
  },
);
