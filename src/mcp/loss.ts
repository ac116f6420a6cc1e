// Table: what a call takes away that nobody gets back, in the words of its result (G-6). A world is shared by all tenants.

export const LOSSES: Readonly<Record<string, string>> = {
  "admin:resetWorld": "everything since the start, of all tenants: records, blocks, events, faults; snapshots stay",
  "admin:restoreSnapshot": "everything since the snapshot, of all tenants: records, blocks, events, faults",
  "admin:deleteSnapshot": "the snapshot",
  "admin:deleteTenant": "the tenant with its keys and endpoints",
  "admin:deleteTenantKey": "the key: requests with it get 401",
  "admin:deleteWebhookEndpoint": "the endpoint and its pending retries",
  "admin:rotateWebhookSecret": "the secret of the endpoint, once its time of grace is over",
  "admin:reorgNetwork": "the last blocks of the network, for all tenants: what they held may not come back",
  "admin:dropTransaction": "the transaction: it leaves the pool",
  "admin:deleteFaults": "all faults, of all tenants",
  "admin:deleteFault": "the fault",
  "admin:clearRequests": "the log of requests",
  "admin:resetContract": "what the contract report has seen",
  "v1:retireUda": "the universal deposit address: it no longer settles",
};
