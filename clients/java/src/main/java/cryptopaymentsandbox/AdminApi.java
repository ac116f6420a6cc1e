// Written by `npm run generate` from spec/admin.yaml, never by hand.
package cryptopaymentsandbox;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Map;

/** The control API, a method for each operation. Each returns the member `data` and throws SandboxException for a refusal. */
public final class AdminApi {
  private final String base;
  private final Map<String, String> headers;

  AdminApi(String base, String token) {
    this.base = base;
    this.headers = token == null || token.isEmpty() ? Map.of() : Map.of("Authorization", "Bearer " + token);
  }

  private JsonElement call(String method, String path, Map<String, String> query, JsonObject body) {
    return Http.data(method + " /admin" + path, Http.send(method, base + path + Http.query(query), body, headers));
  }

  /** Show the status of the sandbox. */
  public JsonElement getStatus() {
    return call("GET", "/status", Map.of(), null);
  }

  /** Check the invariants now. */
  public JsonElement getInvariants() {
    return call("GET", "/invariants", Map.of(), null);
  }

  /** Do all work that is due. */
  public JsonElement runUntilIdle(JsonObject body) {
    return call("POST", "/run-until-idle", Map.of(), body);
  }

  /** Make several calls of this API in one request. */
  public JsonElement runBatch(JsonObject body) {
    return call("POST", "/batch", Map.of(), body);
  }

  /** Reset to the initial world. */
  public JsonElement resetWorld() {
    return call("POST", "/reset", Map.of(), new JsonObject());
  }

  /** List the snapshots. */
  public JsonElement listSnapshots() {
    return call("GET", "/snapshots", Map.of(), null);
  }

  /** Create a snapshot of the whole world. */
  public JsonElement createSnapshot(JsonObject body) {
    return call("POST", "/snapshots", Map.of(), body);
  }

  /** Delete a snapshot. */
  public JsonElement deleteSnapshot(String id) {
    return call("DELETE", "/snapshots/" + Http.part(id), Map.of(), null);
  }

  /** Restore a snapshot. */
  public JsonElement restoreSnapshot(String id) {
    return call("POST", "/snapshots/" + Http.part(id) + "/restore", Map.of(), new JsonObject());
  }

  /** Export the world of a snapshot as one JSON file. */
  public JsonElement exportSnapshot(String id) {
    return call("GET", "/snapshots/" + Http.part(id) + "/export", Map.of(), null);
  }

  /** Export the whole world as one JSON file. */
  public JsonElement exportWorld() {
    return call("GET", "/export", Map.of(), null);
  }

  /** Show the time and the work that is due next. */
  public JsonElement getClock(Map<String, String> query) {
    return call("GET", "/clock", query, null);
  }

  /** Advance the clock. */
  public JsonElement advanceClock(JsonObject body) {
    return call("POST", "/clock/advance", Map.of(), body);
  }

  /** Stop the clock. */
  public JsonElement freezeClock() {
    return call("POST", "/clock/freeze", Map.of(), new JsonObject());
  }

  /** Let the clock run from its current time. */
  public JsonElement resumeClock() {
    return call("POST", "/clock/resume", Map.of(), new JsonObject());
  }

  /** List the tenants. */
  public JsonElement listTenants() {
    return call("GET", "/tenants", Map.of(), null);
  }

  /** Create a tenant with key, vault, gas stations and wallet pools. */
  public JsonElement createTenant(JsonObject body) {
    return call("POST", "/tenants", Map.of(), body);
  }

  /** Show a tenant with its money, pools, endpoints and keys. */
  public JsonElement getTenant(String tenantId) {
    return call("GET", "/tenants/" + Http.part(tenantId), Map.of(), null);
  }

  /** Change name, tier or rate limit of a tenant. */
  public JsonElement updateTenant(String tenantId, JsonObject body) {
    return call("PATCH", "/tenants/" + Http.part(tenantId), Map.of(), body);
  }

  /** Delete a tenant. */
  public JsonElement deleteTenant(String tenantId) {
    return call("DELETE", "/tenants/" + Http.part(tenantId), Map.of(), null);
  }

  /** List the API keys, without the keys themselves. */
  public JsonElement listTenantKeys(String tenantId) {
    return call("GET", "/tenants/" + Http.part(tenantId) + "/keys", Map.of(), null);
  }

  /** Issue another API key. */
  public JsonElement createTenantKey(String tenantId) {
    return call("POST", "/tenants/" + Http.part(tenantId) + "/keys", Map.of(), new JsonObject());
  }

  /** Revoke an API key, from the next request on. */
  public JsonElement deleteTenantKey(String tenantId, String keyId) {
    return call("DELETE", "/tenants/" + Http.part(tenantId) + "/keys/" + Http.part(keyId), Map.of(), null);
  }

  /** Set how many wallets can still be assigned on a network. */
  public JsonElement setWalletPool(String tenantId, JsonObject body) {
    return call("PUT", "/tenants/" + Http.part(tenantId) + "/wallet-pool", Map.of(), body);
  }

  /** Reset the tenant's rate-limit window. */
  public JsonElement resetRateLimit(String tenantId) {
    return call("POST", "/tenants/" + Http.part(tenantId) + "/rate-limit/reset", Map.of(), new JsonObject());
  }

  /** Reset all rate-limit windows. */
  public JsonElement resetAllRateLimits() {
    return call("POST", "/rate-limit/reset", Map.of(), new JsonObject());
  }

  /** List the webhook endpoints, without their secrets. */
  public JsonElement listWebhookEndpoints(String tenantId) {
    return call("GET", "/tenants/" + Http.part(tenantId) + "/webhook-endpoints", Map.of(), null);
  }

  /** Register a webhook endpoint. */
  public JsonElement createWebhookEndpoint(String tenantId, JsonObject body) {
    return call("POST", "/tenants/" + Http.part(tenantId) + "/webhook-endpoints", Map.of(), body);
  }

  /** Change a webhook endpoint. */
  public JsonElement updateWebhookEndpoint(String tenantId, String id, JsonObject body) {
    return call("PATCH", "/tenants/" + Http.part(tenantId) + "/webhook-endpoints/" + Http.part(id), Map.of(), body);
  }

  /** Delete a webhook endpoint and end its pending retries. */
  public JsonElement deleteWebhookEndpoint(String tenantId, String id) {
    return call("DELETE", "/tenants/" + Http.part(tenantId) + "/webhook-endpoints/" + Http.part(id), Map.of(), null);
  }

  /** Rotate the signing secret of a webhook endpoint. */
  public JsonElement rotateWebhookSecret(String tenantId, String id, JsonObject body) {
    return call("POST", "/tenants/" + Http.part(tenantId) + "/webhook-endpoints/" + Http.part(id) + "/rotate-secret", Map.of(), body);
  }

  /** Send a webhook endpoint a test event. */
  public JsonElement testWebhookEndpoint(String tenantId, String id, JsonObject body) {
    return call("POST", "/tenants/" + Http.part(tenantId) + "/webhook-endpoints/" + Http.part(id) + "/test", Map.of(), body);
  }

  /** List events in either order. */
  public JsonElement listEvents(Map<String, String> query) {
    return call("GET", "/events", query, null);
  }

  /** Wait for the first matching event. */
  public JsonElement waitForEvent(Map<String, String> query) {
    return call("GET", "/events/wait", query, null);
  }

  /** Show one event with its exact body and its deliveries. */
  public JsonElement getEvent(String id) {
    return call("GET", "/events/" + Http.part(id), Map.of(), null);
  }

  /** List deliveries with their attempts in either order. */
  public JsonElement listDeliveries(Map<String, String> query) {
    return call("GET", "/deliveries", query, null);
  }

  /** Show one delivery, and whether each of its attempts verifies. */
  public JsonElement getDelivery(String id) {
    return call("GET", "/deliveries/" + Http.part(id), Map.of(), null);
  }

  /** Send a delivery again. */
  public JsonElement redeliverDelivery(String id) {
    return call("POST", "/deliveries/" + Http.part(id) + "/redeliver", Map.of(), new JsonObject());
  }

  /** Send all matching deliveries again. */
  public JsonElement redeliverDeliveries(JsonObject body) {
    return call("POST", "/deliveries/redeliver", Map.of(), body);
  }

  /** Name the mistake in a signature check. */
  public JsonElement explainSignature(JsonObject body) {
    return call("POST", "/signature/explain", Map.of(), body);
  }

  /** Give coins or tokens to any address. */
  public JsonElement useFaucet(JsonObject body) {
    return call("POST", "/faucet", Map.of(), body);
  }

  /** List deposits of all tenants, including orphaned ones, newest first. */
  public JsonElement listDeposits(Map<String, String> query) {
    return call("GET", "/deposits", query, null);
  }

  /** Pay an address of a tenant from an external account. */
  public JsonElement createDeposit(JsonObject body) {
    return call("POST", "/deposits", Map.of(), body);
  }

  /** Show in one answer what an app's books have to agree with. */
  public JsonElement judgeOwners(JsonObject body) {
    return call("POST", "/judge", Map.of(), body);
  }

  /** List transfers that have no unified transaction. */
  public JsonElement listClaims(Map<String, String> query) {
    return call("GET", "/claims", query, null);
  }

  /** Retry a failed settlement. */
  public JsonElement retrySettlement(String id) {
    return call("POST", "/settlements/" + Http.part(id) + "/retry", Map.of(), new JsonObject());
  }

  /** List the accounts of the providers that pay at destinations, with their balances. */
  public JsonElement listSolvers() {
    return call("GET", "/solvers", Map.of(), null);
  }

  /** Give a solver stock. */
  public JsonElement refillSolver(String provider, JsonObject body) {
    return call("POST", "/solvers/" + Http.part(provider) + "/refill", Map.of(), body);
  }

  /** The price table. */
  public JsonElement getRates() {
    return call("GET", "/rates", Map.of(), null);
  }

  /** Set prices. */
  public JsonElement setRates() {
    return call("PUT", "/rates", Map.of(), new JsonObject());
  }

  /** Switch the USD members of quotes on or off. */
  public JsonElement setPriceFeed(JsonObject body) {
    return call("PUT", "/price-feed", Map.of(), body);
  }

  /** List the networks with head, mining mode and number of confirmations. */
  public JsonElement listNetworks() {
    return call("GET", "/networks", Map.of(), null);
  }

  /** List the blocks of a network with their records, newest first. */
  public JsonElement listBlocks(String network, Map<String, String> query) {
    return call("GET", "/networks/" + Http.part(network) + "/blocks", query, null);
  }

  /** List the transactions that wait for a block of a network. */
  public JsonElement listWaitingTransactions(String network, Map<String, String> query) {
    return call("GET", "/networks/" + Http.part(network) + "/pool", query, null);
  }

  /** Mine blocks now. */
  public JsonElement mineBlocks(String network, JsonObject body) {
    return call("POST", "/networks/" + Http.part(network) + "/mine", Map.of(), body);
  }

  /** Choose when blocks are mined. */
  public JsonElement setMining(String network, JsonObject body) {
    return call("PUT", "/networks/" + Http.part(network) + "/mining", Map.of(), body);
  }

  /** Set the number of confirmations, including the transfer's own block. */
  public JsonElement setConfirmations(String network, JsonObject body) {
    return call("PUT", "/networks/" + Http.part(network) + "/confirmations", Map.of(), body);
  }

  /** Choose which blocks the tags `safe` and `finalized` name. */
  public JsonElement setFinality(String network, JsonObject body) {
    return call("PUT", "/networks/" + Http.part(network) + "/finality", Map.of(), body);
  }

  /** Set the base fee from the next block on, and whether it moves with the load. */
  public JsonElement setBaseFee(String network, JsonObject body) {
    return call("PUT", "/networks/" + Http.part(network) + "/base-fee", Map.of(), body);
  }

  /** Choose whether receipts of a layer-2 network carry its members about L1. */
  public JsonElement setL1Fees(String network, JsonObject body) {
    return call("PUT", "/networks/" + Http.part(network) + "/l1-fees", Map.of(), body);
  }

  /** Pause a token. */
  public JsonElement pauseToken(String network, String asset) {
    return call("POST", "/networks/" + Http.part(network) + "/tokens/" + Http.part(asset) + "/pause", Map.of(), new JsonObject());
  }

  /** Unpause a token. */
  public JsonElement unpauseToken(String network, String asset) {
    return call("POST", "/networks/" + Http.part(network) + "/tokens/" + Http.part(asset) + "/unpause", Map.of(), new JsonObject());
  }

  /** Blacklist an account of a token. */
  public JsonElement blacklistAddress(String network, String asset, JsonObject body) {
    return call("POST", "/networks/" + Http.part(network) + "/tokens/" + Http.part(asset) + "/blacklist", Map.of(), body);
  }

  /** Remove an account from the blacklist of a token. */
  public JsonElement unblacklistAddress(String network, String asset, JsonObject body) {
    return call("POST", "/networks/" + Http.part(network) + "/tokens/" + Http.part(asset) + "/unblacklist", Map.of(), body);
  }

  /** Reorganise the last blocks. */
  public JsonElement reorgNetwork(String network, JsonObject body) {
    return call("POST", "/networks/" + Http.part(network) + "/reorg", Map.of(), body);
  }

  /** Drop a waiting transaction from the pool. */
  public JsonElement dropTransaction(String network, String hash) {
    return call("POST", "/networks/" + Http.part(network) + "/transactions/" + Http.part(hash) + "/drop", Map.of(), null);
  }

  /** List the faults with their hits. */
  public JsonElement listFaults() {
    return call("GET", "/faults", Map.of(), null);
  }

  /** Let something go wrong. */
  public JsonElement createFault(JsonObject body) {
    return call("POST", "/faults", Map.of(), body);
  }

  /** Take all faults away. */
  public JsonElement deleteFaults() {
    return call("DELETE", "/faults", Map.of(), null);
  }

  /** List the gates with their conditions and effects. */
  public JsonElement getFaultCatalogue() {
    return call("GET", "/faults/catalogue", Map.of(), null);
  }

  /** Take one fault away. */
  public JsonElement deleteFault(String id) {
    return call("DELETE", "/faults/" + Http.part(id), Map.of(), null);
  }

  /** List the wallets of all tenants, newest first. */
  public JsonElement listWallets(Map<String, String> query) {
    return call("GET", "/wallets", query, null);
  }

  /** List the universal deposit addresses of all tenants, newest first. */
  public JsonElement listUdas(Map<String, String> query) {
    return call("GET", "/udas", query, null);
  }

  /** List the settlements of all tenants, newest first. */
  public JsonElement listSettlements(Map<String, String> query) {
    return call("GET", "/settlements", query, null);
  }

  /** List the payouts of all tenants, newest first. */
  public JsonElement listPayouts(Map<String, String> query) {
    return call("GET", "/payouts", query, null);
  }

  /** List the unified transactions of all tenants, newest first. */
  public JsonElement listTransactions(Map<String, String> query) {
    return call("GET", "/transactions", query, null);
  }

  /** List the vaults of all tenants, newest first. */
  public JsonElement listVaults(Map<String, String> query) {
    return call("GET", "/vaults", query, null);
  }

  /** List the gas stations of all tenants, newest first. */
  public JsonElement listGasStations(Map<String, String> query) {
    return call("GET", "/gas-stations", query, null);
  }

  /** Find what has this id or begins with this text. */
  public JsonElement search(Map<String, String> query) {
    return call("GET", "/search", query, null);
  }

  /** Show one record of any kind and tenant. */
  public JsonElement getRecord(String id) {
    return call("GET", "/records/" + Http.part(id), Map.of(), null);
  }

  /** Show what happened to a record and what is planned. */
  public JsonElement getTimeline(String id) {
    return call("GET", "/records/" + Http.part(id) + "/timeline", Map.of(), null);
  }

  /** Show what left, what arrived, fees and gas of a record. */
  public JsonElement getMoney(String id) {
    return call("GET", "/records/" + Http.part(id) + "/money", Map.of(), null);
  }

  /** List the last requests, newest first. */
  public JsonElement listRequests(Map<String, String> query) {
    return call("GET", "/requests", query, null);
  }

  /** Forget the requests. */
  public JsonElement clearRequests(Map<String, String> query) {
    return call("DELETE", "/requests", query, null);
  }

  /** Export the requests as a HAR file. */
  public JsonElement exportRequests(Map<String, String> query) {
    return call("GET", "/requests/export", query, null);
  }

  /** Show a request with headers and bodies. */
  public JsonElement getRequest(String requestId) {
    return call("GET", "/requests/" + Http.part(requestId), Map.of(), null);
  }

  /** Show the contract report. */
  public JsonElement getContract(Map<String, String> query) {
    return call("GET", "/contract", query, null);
  }

  /** Begin the contract report anew. */
  public JsonElement resetContract(Map<String, String> query) {
    return call("DELETE", "/contract", query, null);
  }

  /** Note what the client read of answers and webhooks. */
  public JsonElement noteReads(JsonObject body) {
    return call("POST", "/contract/reads", Map.of(), body);
  }

  /** Grade a webhook receiver. */
  public JsonElement gradeReceiver(JsonObject body) {
    return call("POST", "/contract/receiver", Map.of(), body);
  }

  /** Show what strict mode leaves out. */
  public JsonElement getStrictMode(Map<String, String> query) {
    return call("GET", "/contract/strict", query, null);
  }

  /** Leave out what the specification does not show. */
  public JsonElement setStrictMode(JsonObject body) {
    return call("PUT", "/contract/strict", Map.of(), body);
  }

  /** List how the specification can be read where it leaves something open. */
  public JsonElement listReadings(Map<String, String> query) {
    return call("GET", "/contract/readings", query, null);
  }

  /** Show which readings hold. */
  public JsonElement getAmbiguity(Map<String, String> query) {
    return call("GET", "/contract/ambiguity", query, null);
  }

  /** Read the specification otherwise. */
  public JsonElement setAmbiguity(JsonObject body) {
    return call("PUT", "/contract/ambiguity", Map.of(), body);
  }

  /** List the built-in scenarios, and what each one shows. */
  public JsonElement listScenarios() {
    return call("GET", "/scenarios", Map.of(), null);
  }

  /** Show how far the running scenario has come. */
  public JsonElement getScenarioRun() {
    return call("GET", "/scenarios/run", Map.of(), null);
  }

  /** Run a scenario and check its expectations. */
  public JsonElement runScenario(JsonObject body) {
    return call("POST", "/scenarios/run", Map.of(), body);
  }
}
