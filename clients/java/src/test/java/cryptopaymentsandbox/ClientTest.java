package cryptopaymentsandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The client by itself: signatures, and what it says when something is wrong. */
@ExtendWith(SandboxExtension.class)
class ClientTest {
  private static JsonElement read(String path) throws IOException {
    return JsonParser.parseString(Files.readString(Path.of("../..", path)));
  }

  @Test
  void signatures_are_judged_as_in_every_other_language() throws IOException {
    JsonElement vectors = read("examples/receivers/vectors.json");
    assertTrue(Json.at(vectors, "cases").getAsJsonArray().size() > 10);
    for (JsonElement one : Json.at(vectors, "cases").getAsJsonArray()) {
      byte[] body = Base64.getDecoder().decode(Json.text(one, "body_base64"));
      JsonElement headers = Json.at(one, "headers");
      String fault = Signatures.fault(Json.text(vectors, "secret"),
          name -> Json.at(headers, name) == null ? null : Json.text(headers, name), body, Json.at(one, "now").getAsLong());
      assertEquals(Json.at(one, "valid").getAsBoolean(), fault.isEmpty(), Json.text(one, "name") + ": " + fault);
    }
  }

  @Test
  void the_client_is_of_the_version_of_the_sandbox_in_this_repository() throws IOException {
    assertEquals(Json.text(read("package.json"), "version"), Sandbox.VERSION);
    assertTrue(Files.readString(Path.of("pom.xml")).contains("<version>" + Sandbox.VERSION + "</version>"));
  }

  @Test
  void another_version_is_refused_with_what_goes_with_it() throws IOException {
    HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.createContext("/", exchange -> {
      byte[] text = "{\"success\":true,\"message\":\"\",\"data\":{\"version\":\"7.1.3\"}}".getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, text.length);
      exchange.getResponseBody().write(text);
      exchange.close();
    });
    other.start();
    String url = "http://127.0.0.1:" + other.getAddress().getPort();
    String said = assertThrows(SandboxException.class, () -> Sandbox.connect(url, null)).getMessage();
    other.stop(0);
    assertTrue(said.contains("is 7.1.3: take the client of version 7.1.x, or start 0.1.x"), said);
  }

  @Test
  void a_sandbox_that_does_not_get_ready_says_its_last_words(@TempDir Path folder) throws IOException {
    Path program = folder.resolve("crypto-payment-sandbox");
    List<String> nowhere = Sandbox.archive(program.toString());
    assertTrue(assertThrows(SandboxException.class, () -> Sandbox.start(nowhere)).getMessage().contains("cannot be started"));
    Files.writeString(program, "#!/bin/sh\necho this archive is for plan9 >&2\nexit 1\n");
    assertTrue(program.toFile().setExecutable(true));
    String said = assertThrows(SandboxException.class, () -> Sandbox.start(Sandbox.archive(folder.toString()))).getMessage();
    assertTrue(said.contains("this archive is for plan9"), said);
  }

  @Test
  void no_digit_of_an_amount_is_lost(Tenant tenant) {
    tenant.call("POST", "/wallets", Json.of("owner", "alice", "network_symbol", "ethereum"));
    tenant.deposit("ethereum", "ETH", "0.123456789012345678", "alice");
    assertEquals("123456789012345678", Json.text(tenant.get("/deposits"), "0.balance.raw"));
    assertThrows(IllegalArgumentException.class, () -> Json.of("amount", 0.1));
  }

  @Test
  void a_fault_of_one_tenant_is_not_felt_by_another(Tenant tenant, Tenant other) {
    tenant.fault("api.request", "status", Json.of(), Json.of("status", 500));
    other.get("/vault");
    assertEquals(500, assertThrows(SandboxException.class, () -> tenant.get("/vault")).status());
  }

  @Test
  void each_wait_is_for_the_event_after_the_last_one(Tenant tenant) {
    tenant.call("POST", "/wallets", Json.of("owner", "alice", "network_symbol", "base"));
    String first = tenant.deposit("base", "USDC", "1", "alice");
    String second = tenant.deposit("base", "USDC", "2", "alice");
    assertEquals(first, Json.text(tenant.await("deposit.confirmed"), "payload.tx_id"));
    assertEquals(second, Json.text(tenant.await("deposit.confirmed"), "payload.tx_id"));
  }

  @Test
  void a_stopped_sandbox_is_gone() {
    Sandbox own = Sandbox.open();
    own.close();
    own.close();
    if (System.getenv("SANDBOX_URL") == null)
      assertTrue(assertThrows(SandboxException.class, () -> own.admin().getStatus()).getMessage().contains("no sandbox answers"));
  }
}
