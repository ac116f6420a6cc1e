// Strict mode: what is left out of answers and webhooks, for all tenants or for one (C-40).

import type { Part } from "../../contract/strict/catalogue.ts";
import { readSetting } from "../../contract/strict/setting.ts";
import { required } from "../../kernel/assert.ts";
import type { components } from "../../spec/admin.gen.ts";
import type { AdminDependencies } from "../dependencies.ts";
import type { AdminHandlers } from "../handler.ts";
import { tenantOfPath } from "../resolve-names.ts";

function strictView({ contract }: AdminDependencies, tenantId: string | null): components["schemas"]["StrictMode"] {
  const { strictness } = contract;
  const setting = strictness.setting(tenantId);
  return {
    tenant_id: tenantId,
    enabled: setting !== null,
    level: setting?.level ?? null,
    without: [...(setting?.without ?? [])],
    left_out: strictness.met(tenantId).map(({ part, count }) => ({ ...partView(part), count })),
  };
}

function partView({ pointer, provenance, decision }: Part): {
  pointer: string;
  provenance: "inferred" | "invented";
  decision: string;
} {
  const facts = { pointer };
  return {
    pointer,
    provenance: required(provenance === "documented" ? undefined : provenance, "a part that can be left out", facts),
    decision: required(decision, "the decision behind a part", facts),
  };
}

export const strictModeHandlers: Pick<AdminHandlers, "getStrictMode" | "setStrictMode"> = {
  getStrictMode: (dependencies, { query }) => {
    const { tenant_id: name } = query;
    const { world } = dependencies.flow;
    return strictView(dependencies, name === undefined ? null : tenantOfPath(world, name).id);
  },
  setStrictMode: (dependencies, { body: { tenant_id: name, enabled, level = null, without = null } }) => {
    const { world } = dependencies.flow;
    const tenantId = name === undefined || name === null ? null : tenantOfPath(world, name).id;
    dependencies.contract.strictness.set(tenantId, readSetting({ enabled, level, without }));
    return strictView(dependencies, tenantId);
  },
};
