// Incidents: what has happened that a person should know, recorded once.
import { expect, test } from "vitest";
import { incidentsOf, incidentsOnNetwork, raiseIncident } from "../../../src/domain/incident.ts";
import { Clock } from "../../../src/kernel/clock.ts";
import { anEmptyDatabase } from "../../support/worlds/an-empty-database.ts";

test("whoever looks at a kind often gets the newest fifty, oldest first; those of a network are found whole", () => {
  const world = { db: anEmptyDatabase(), clock: Clock.startingAt(() => 0, 0, "frozen") };
  world.db.transaction(() => {
    for (let number = 1; number <= 60; number += 1)
      for (const kind of ["wrong-network", "shortage"] as const)
        raiseIncident(world, { kind, network: number % 2 === 0 ? "base" : "bsc", ref: `${number}`, detail: "" });
  });
  expect(incidentsOf(world.db, "wrong-network").map(({ ref }) => Number(ref))).toEqual(
    Array.from({ length: 50 }, (_, at) => at + 11),
  );
  expect(incidentsOnNetwork(world.db, "wrong-network", "base").map(({ ref }) => Number(ref))).toEqual(
    Array.from({ length: 30 }, (_, at) => 2 * at + 2),
  );
});
