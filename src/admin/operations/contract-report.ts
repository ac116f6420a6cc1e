// The contract report of this process: what the app used, did wrong, and never met (C-10).
import { type ContractReport, reportOf } from "../../contract/report/report.ts";
import type { components } from "../../spec/admin.gen.ts";
import type { AdminDependencies } from "../dependencies.ts";
import type { AdminHandlers } from "../handler.ts";
import { tenantOfPath } from "../resolve-names.ts";

/** The report of one tenant, or of all. @throws Problem resourceNotFound for an unknown tenant */
export function contractReport(dependencies: AdminDependencies, tenant: string | undefined): ContractReport {
  const { contract, wall } = dependencies;
  const tenantId = idOf(dependencies, tenant);
  const met = contract.readings.metSinceStart();
  return reportOf(contract.recorder, { at: wall.now(), tenantId, ...contract.setting(tenantId), met });
}

function idOf({ flow }: AdminDependencies, tenant: string | undefined): string | undefined {
  return tenant === undefined ? undefined : tenantOfPath(flow.world, tenant).id;
}

export const contractReportHandlers: Pick<AdminHandlers, "getContract" | "resetContract"> = {
  getContract: (dependencies, { query }) =>
    contractReport(dependencies, query.tenant_id) as components["schemas"]["ContractReport"],
  resetContract: (dependencies, { query }) => {
    const { contract, wall } = dependencies;
    contract.forget(wall.now(), idOf(dependencies, query.tenant_id));
    return null;
  },
};
