// The values that the form of a fault offers for what it matches on (D-41): those that exist in this world now.
import { useQueries } from "@tanstack/react-query";
import { api } from "../api/client.ts";
import { useStatus } from "../shell/status.ts";
import { FAULT_VALUES } from "./fault-values.gen.ts";

/** Endpoints of so many tenants are offered; of others their id can be typed in the command. */
const MAX_TENANTS = 50;

export type Choice = readonly [value: string, words: string];

/** By key of `match`. A key that is not there takes any text. */
export function useMatchValues(): Readonly<Record<string, readonly Choice[]>> {
  const status = useStatus();
  const tenants = status?.tenants ?? [];
  const networks = (status?.networks ?? []).map(({ network, name }): Choice => [network, name]);
  const endpoints = useQueries({
    queries: tenants
      .slice(0, MAX_TENANTS)
      .map(({ tenant_id }) =>
        api.queryOptions("get", "/tenants/{tenant_id}/webhook-endpoints", { params: { path: { tenant_id } } }),
      ),
  });
  return {
    ...Object.fromEntries(
      Object.entries(FAULT_VALUES).map(([key, values]) => [key, values.map((value): Choice => [value, value])]),
    ),
    ...{ network: networks, from: networks, to: networks },
    tenant_id: tenants.map(({ tenant_id, name }) => [tenant_id, name]),
    endpoint_id: endpoints.flatMap(({ data }) => (data?.data.items ?? []).map(({ id, url }): Choice => [id, url])),
  };
}
