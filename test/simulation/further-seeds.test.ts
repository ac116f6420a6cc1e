// Random operation sequences, compared with a model after each step: the second half of the seeds of every test run.
import { test } from "vitest";
import { runSeeds } from "./run-seeds.ts";

test(
  "R-176 R-182 I-20 I-21 I-22 I-33 I-40 I-41 random operation sequences leave the state that the model predicts, seeds 26 to 50",
  () => runSeeds(26, 50),
  600_000,
);
