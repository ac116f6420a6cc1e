// Random operation sequences, compared with a model after each step: the first half of the seeds of every test run.
import { test } from "vitest";
import { runSeeds } from "./run-seeds.ts";

test(
  "R-176 I-13 I-19 I-25 I-31 I-42 random operation sequences leave the state that the model predicts, seeds 1 to 25",
  () => runSeeds(1, 25),
  600_000,
);
