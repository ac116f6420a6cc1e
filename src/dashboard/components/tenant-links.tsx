// Where what a tenant got and asked is shown.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

export function TenantLinks({ tenantId }: { tenantId: string }): ReactNode {
  return (
    <>
      <Link to="/ui/inbox" search={{ tenant: tenantId }}>
        Inbox
      </Link>
      <Link to="/ui/requests" search={{ tenant: tenantId }}>
        Requests
      </Link>
    </>
  );
}
