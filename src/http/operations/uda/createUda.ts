// POST /uda: the owner's universal deposit address, new (201) or already there (200) (H-30, S-267…S-277).
import { createUda as create } from "../../../domain/uda/create.ts";
import { presentUda } from "../../../present/uda.ts";
import type { Handler } from "../../handler.ts";

export const createUda: Handler<"createUda"> = ({ body, tenant }, { world, view, readings }) => {
  const { owner, destination, accepted_tokens: acceptedTokens = [] } = body;
  const { uda, created } = create(world, tenant, { owner, destination, acceptedTokens });
  const says200 = created && readings.valueOf("created_uda_status", tenant.id) === "200";
  if (says200) readings.noteMet("created_uda_status", tenant.id);
  return { status: created && !says200 ? 201 : 200, data: presentUda(view, uda) };
};
