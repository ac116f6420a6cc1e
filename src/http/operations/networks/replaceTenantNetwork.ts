// PUT /networks/{network_id}/{asset}: another spelling of PATCH (H-51).
import type { Handler } from "../../handler.ts";
import { updateTenantNetwork } from "./updateTenantNetwork.ts";

export const replaceTenantNetwork: Handler<"replaceTenantNetwork"> = (input, dependencies) =>
  updateTenantNetwork({ ...input }, dependencies);
