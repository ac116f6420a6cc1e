// C-81: no reading breaks the hardened client; each is met, and all invariants hold under it (C-21). Driven by the table of readings.
import { expect, test } from "vitest";
import { type Choices, READING_NAMES, valuesOf } from "../../../src/contract/readings/table.ts";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { SCENE_NAMES } from "./a-hardened-client.ts";
import { brokenInvariants, playAs } from "./play.ts";

const shared = sharedSandbox();

/** All 70; the defaults, which are the same 31 times, are played once. */
const VALUES = READING_NAMES.flatMap((name) =>
  valuesOf(name).map((value, index) => ({ name, value, isDefault: index === 0 })),
);

test("the table has 70 values, and the hardened client passes under the defaults", async () => {
  expect(VALUES).toHaveLength(70);
  const defaults = Object.fromEntries(
    VALUES.filter(({ isDefault }) => isDefault).map(({ name, value }) => [name, value]),
  );
  const { broke, met } = await playAs(shared(), defaults as Choices, SCENE_NAMES);
  expect([broke, met, await brokenInvariants(shared())]).toEqual([undefined, [], []]);
});

test.each(VALUES.filter(({ isDefault }) => !isDefault))(
  "$name=$value: the hardened client passes, the value is met, and all invariants hold",
  async ({ name, value }) => {
    const { broke, met } = await playAs(shared(), { [name]: value }, SCENE_NAMES);
    expect(broke).toBeUndefined();
    expect(met).toEqual([`${name}=${value}`]);
    expect(await brokenInvariants(shared())).toEqual([]);
  },
);
