package cryptopaymentsandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.gson.JsonObject;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Ten stories of an app that takes payments: the same ten in each client of this repository. */
@ExtendWith(SandboxExtension.class)
class StoriesTest {
  private static String pay(Tenant tenant) {
    tenant.call("POST", "/wallets", Json.of("owner", "alice", "network_symbol", "base"));
    return tenant.deposit("base", "USDC", "25.5", "alice");
  }

  @Test
  void s01_a_payment_becomes_a_confirmed_deposit(Tenant tenant) {
    String hash = pay(tenant);
    assertEquals(hash, Json.text(tenant.await("deposit.confirmed"), "payload.tx_id"));
    assertEquals("25.5", Json.text(tenant.get("/deposits?owner=alice"), "0.balance.amount"));
  }

  @Test
  void s02_a_webhook_arrives_and_its_signature_is_right(Tenant tenant) {
    Receiver hooks = tenant.receive("deposit.confirmed");
    pay(tenant);
    assertEquals("alice", hooks.next().text("payload.owner"));
  }

  @Test
  void s03_a_forged_webhook_is_told_from_a_genuine_one(Tenant tenant) {
    Receiver hooks = tenant.receive("deposit.confirmed");
    tenant.fault("webhook.delivery", "wrong-secret");
    pay(tenant);
    assertNotEquals("", hooks.any().fault());
  }

  @Test
  void s04_a_webhook_that_comes_twice_has_one_id(Tenant tenant) {
    Receiver hooks = tenant.receive("deposit.confirmed");
    tenant.fault("webhook.delivery", "duplicate");
    pay(tenant);
    assertEquals(hooks.next().id(), hooks.next().id());
  }

  @Test
  void s05_a_webhook_that_was_refused_comes_again_later(Sandbox sandbox, Tenant tenant) {
    Receiver hooks = tenant.receive("deposit.confirmed");
    hooks.answer(500);
    pay(tenant);
    String first = hooks.next().id();
    hooks.answer(200);
    sandbox.advance("1m");
    assertEquals(first, hooks.next().id());
  }

  @Test
  void s06_a_payout_is_sent_and_confirmed(Sandbox sandbox, Tenant tenant) {
    String vault = Json.text(tenant.get("/vault/" + tenant.vaultId() + "/addresses/base"), "address");
    tenant.depositTo("base", "USDC", "500", vault);
    JsonObject order = Json.of("vault_id", tenant.vaultId(), "asset", "USDC", "network_symbol", "base", "amount", "10",
        "to_address", "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC", "reference_id", "order-1");
    String id = Json.text(tenant.call("POST", "/transfer/payout", order), "id");
    sandbox.runUntilIdle();
    assertEquals("confirmed", Json.text(tenant.get("/transfer/payout/" + id), "status"));
  }

  @Test
  void s07_a_reorg_takes_a_deposit_back(Sandbox sandbox, Tenant tenant) {
    AdminApi admin = sandbox.admin();
    admin.setMining("base", Json.of("mode", "manual"));
    pay(tenant);
    admin.mineBlocks("base", Json.of("blocks", 1));
    admin.reorgNetwork("base", Json.of("depth", 1, "transactions", "drop"));
    admin.setMining("base", Json.of("mode", "instant"));
    assertEquals("orphaned", Json.text(admin.listDeposits(Map.of("tenant_id", tenant.id())), "items.0.state"));
  }

  @Test
  void s08_the_service_fails_once_and_the_next_call_succeeds(Tenant tenant) {
    tenant.fault("api.request", "status", Json.of("operation_id", "listVaults"), Json.of("status", 500));
    assertEquals(500, assertThrows(SandboxException.class, () -> tenant.get("/vault")).status());
    tenant.get("/vault");
  }

  @Test
  void s09_a_snapshot_brings_the_world_back(Sandbox sandbox, Tenant tenant) {
    Runnable restore = sandbox.snapshot();
    pay(tenant);
    assertEquals(1, tenant.get("/deposits").getAsJsonArray().size());
    restore.run();
    assertEquals(0, tenant.get("/deposits").getAsJsonArray().size());
  }

  @Test
  void s10_tenants_do_not_see_each_other(Sandbox sandbox, Tenant tenant, Tenant other) {
    pay(tenant);
    assertEquals(0, other.get("/deposits").getAsJsonArray().size());
    assertEquals(0, other.events("deposit.confirmed").getAsJsonArray().size());
  }
}
