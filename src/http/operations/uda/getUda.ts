// GET /uda/{id}: one universal deposit address with its delegation status (H-18, H-52, S-406).
import { delegationStatus } from "../../../domain/uda/delegation.ts";
import { delegationsOf } from "../../../domain/uda/store.ts";
import { presentUdaDetails } from "../../../present/uda.ts";
import type { Handler } from "../../handler.ts";
import { udaOfPath } from "./uda-of-path.ts";

export const getUda: Handler<"getUda"> = ({ path, tenant }, { world, view }) => {
  const uda = udaOfPath(world, tenant, path.id);
  return { status: 200, data: presentUdaDetails(view, uda, delegationStatus(delegationsOf(world.db, uda.id))) };
};
