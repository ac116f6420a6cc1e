// Whose contract is shown: that of all tenants, or of the one that the header chooses.
import { useTenant } from "../shell/tenant-switch.tsx";

/** The query of a call about the chosen tenant; empty for all. */
export function useTenantQuery(): { tenant_id?: string } {
  const tenant = useTenant();
  return tenant === undefined ? {} : { tenant_id: tenant };
}
