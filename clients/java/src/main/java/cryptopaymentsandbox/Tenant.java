package cryptopaymentsandbox;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a test owns: its key, deposits, events, faults and receivers are seen by no other tenant. */
public final class Tenant implements AutoCloseable {
  private final AdminApi admin;
  private final String id;
  private final String apiKey;
  private final String vaultId;
  private final String apiBaseUrl;
  private final List<Receiver> receivers = new ArrayList<>();
  private String after = "0";

  Tenant(AdminApi admin, String url, JsonElement facts) {
    this.admin = admin;
    this.id = Json.text(facts, "tenant_id");
    this.apiKey = Json.text(facts, "api_key");
    this.vaultId = Json.text(facts, "vault_id");
    this.apiBaseUrl = url + "/v1";
  }

  public String id() {
    return id;
  }

  public String apiKey() {
    return apiKey;
  }

  public String vaultId() {
    return vaultId;
  }

  public String apiBaseUrl() {
    return apiBaseUrl;
  }

  /** Speaks to the service as this tenant's app would; `body` may be null. The member `data`; SandboxException for a refusal. */
  public JsonElement call(String method, String path, JsonObject body) {
    return Http.data(method + " " + path, Http.send(method, apiBaseUrl + path, body, Map.of("X-API-Key", apiKey)));
  }

  public JsonElement get(String path) {
    return call("GET", path, null);
  }

  /** A real transfer to the wallet or deposit address of an owner. It is visible when this returns the hash of the transaction. */
  public String deposit(String network, String asset, String amount, String owner) {
    JsonObject body = Json.of("network", network, "asset", asset, "amount", amount, "owner", owner, "tenant_id", id);
    return Json.text(admin.createDeposit(body), "tx_id");
  }

  /** A real transfer to an address. */
  public String depositTo(String network, String asset, String amount, String address) {
    return Json.text(admin.createDeposit(Json.of("network", network, "asset", asset, "amount", amount, "to_address", address)), "tx_id");
  }

  /** Arms a fault that acts on this tenant alone, once. */
  public void fault(String gate, String effect) {
    fault(gate, effect, new JsonObject(), new JsonObject());
  }

  /** Arms a fault that acts on this tenant alone, once, only on what matches, with the parameters of the effect. */
  public void fault(String gate, String effect, JsonObject match, JsonObject params) {
    JsonObject own = match.deepCopy();
    own.addProperty("tenant_id", id);
    JsonObject body = Json.of("gate", gate, "effect", effect, "match", own);
    if (params.size() > 0) body.add("params", params);
    admin.createFault(body);
  }

  /** The next event of this type of this tenant, after those that were waited for before. */
  public JsonElement await(String type) {
    JsonElement event = admin.waitForEvent(Map.of("type", type, "tenant_id", id, "after", after, "timeout", "10s"));
    after = Json.text(event, "sequence");
    return event;
  }

  /** The first thousand events of this type of this tenant. */
  public JsonElement events(String type) {
    return Json.at(admin.listEvents(Map.of("type", type, "tenant_id", id, "limit", "1000")), "items");
  }

  /** Registers the webhook endpoint of the app under test and returns its secret. */
  public String register(String url, String... types) {
    String[] wanted = types.length == 0 ? new String[] {"*"} : types;
    return Json.text(admin.createWebhookEndpoint(id, Json.of("url", url, "event_types", wanted)), "secret");
  }

  /** A receiver in this process, registered for these types; closed with the tenant. */
  public Receiver receive(String... types) {
    Receiver receiver = new Receiver();
    receivers.add(receiver);
    receiver.secret(register(receiver.url(), types));
    return receiver;
  }

  /** Closes the receivers; the tenant's records stay. */
  @Override
  public void close() {
    receivers.forEach(Receiver::close);
    receivers.clear();
  }
}
