// All mutations of one line, from the tables of their parts.
import { CORE_MUTATIONS } from "./core-mutations.ts";
import { EXPLORER_MUTATIONS } from "./explorer-mutations.ts";
import { HUNT_MUTATIONS } from "./hunt-mutations.ts";
import { MUTATIONS, type Mutation } from "./mutations.ts";
import { PAGE_MUTATIONS } from "./page-mutations.ts";

export const ALL_MUTATIONS: readonly Mutation[] = [
  ...MUTATIONS,
  ...CORE_MUTATIONS,
  ...PAGE_MUTATIONS,
  ...EXPLORER_MUTATIONS,
  ...HUNT_MUTATIONS,
];
