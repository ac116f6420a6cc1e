// Whose data is shown: all tenants or one, in the URL as everything is (D-04).
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Schemas } from "../api/client.ts";
import { visibleText } from "../components/plain-text.tsx";

/** The tenant of the URL; undefined for all. */
export function useTenant(): string | undefined {
  return (useSearch({ strict: false }) as { tenant?: string }).tenant;
}

/** A native list: it works by keyboard and finger everywhere. */
export function TenantSwitch({ tenants }: { tenants: readonly Schemas["Tenant"][] }): ReactNode {
  const tenant = useTenant() ?? "";
  const navigate = useNavigate();
  return (
    <label className="flex items-center gap-1">
      <span className="hidden text-faint lg:inline">tenant</span>
      <select
        className="field max-w-32"
        aria-label="Tenant"
        value={tenant}
        onChange={({ target: { value } }) =>
          void navigate({ to: ".", search: (old: object) => ({ ...old, tenant: value === "" ? undefined : value }) })
        }
      >
        <option value="">all</option>
        {tenants.map(({ tenant_id, name }) => (
          <option key={tenant_id} value={tenant_id}>
            {visibleText(name)}
          </option>
        ))}
      </select>
    </label>
  );
}
