// Random worlds in one process, compared with a model after each step: the first half of the taste of them.
import { test } from "vitest";
import { taste } from "./taste.ts";

test(
  "R-176 I-13 I-19 I-25 I-31 I-42 random worlds are what a model of them says, seeds 1 to 25",
  () => taste(1, 25),
  600_000,
);
