// Random worlds in one process, compared with a model after each step: the second half of the taste of them.
import { test } from "vitest";
import { taste } from "./taste.ts";

test(
  "R-176 R-182 I-20 I-21 I-22 I-33 I-40 I-41 random worlds are what a model of them says, seeds 26 to 50",
  () => taste(26, 50),
  600_000,
);
