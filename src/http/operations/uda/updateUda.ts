// PATCH /uda/{id}: changes destination, accepted tokens or status, all of it or nothing (H-24, H-53, S-407…S-410).
import { delegationStatus } from "../../../domain/uda/delegation.ts";
import { delegationsOf } from "../../../domain/uda/store.ts";
import { checkUdaChange, updateUda as update } from "../../../domain/uda/update.ts";
import { presentUdaDetails } from "../../../present/uda.ts";
import type { Handler } from "../../handler.ts";
import { udaOfPath } from "./uda-of-path.ts";

export const updateUda: Handler<"updateUda"> = ({ path, body, tenant }, { world, view }) => {
  const { owner, destination, accepted_tokens: acceptedTokens, status } = body;
  const change = { owner, destination, acceptedTokens, status };
  // A malformed body is refused before an unknown id (K-13).
  const terms = checkUdaChange(world, change);
  const uda = update(world, udaOfPath(world, tenant, path.id), change, terms);
  return { status: 200, data: presentUdaDetails(view, uda, delegationStatus(delegationsOf(world.db, uda.id))) };
};
