package cryptopaymentsandbox;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** An HTTP server on a free port of this process that checks and keeps what arrives. */
public final class Receiver implements AutoCloseable {
  private static final long WAIT_SECONDS = 10;

  private final HttpServer server;
  private final BlockingQueue<Webhook> queue = new LinkedBlockingQueue<>();
  private volatile String secret = "";
  private volatile int status = 200;

  /** A received webhook. `id` is the same at every attempt; `fault` is empty when it is genuine and fresh. */
  public record Webhook(String id, String fault, String body) {
    /** A member by its path ("payload.owner"). */
    public String text(String path) {
      JsonElement parsed = JsonParser.parseString(body);
      return Json.text(parsed, path);
    }
  }

  Receiver() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
    server.createContext("/webhooks", this::take);
    server.start();
  }

  private void take(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    String fault = Signatures.fault(secret, exchange.getRequestHeaders()::getFirst, body, System.currentTimeMillis() / 1000);
    String id = exchange.getRequestHeaders().getFirst("webhook-id");
    // Answered before it is handed over: what the test does next, such as another status, is meant for the next one.
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
    queue.add(new Webhook(id == null ? "" : id, fault, new String(body, StandardCharsets.UTF_8)));
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/webhooks";
  }

  public String secret() {
    return secret;
  }

  void secret(String given) {
    secret = given;
  }

  /** The status of the next answers. */
  public void answer(int next) {
    status = next;
  }

  /** The next webhook, in order of arrival. Throws AssertionError for none in ten seconds, and for one that is not genuine. */
  public Webhook next() {
    Webhook webhook = any();
    if (!webhook.fault().isEmpty()) throw new AssertionError("a webhook is not genuine: " + webhook.fault());
    return webhook;
  }

  /** The next webhook, which need not be genuine. */
  public Webhook any() {
    try {
      Webhook webhook = queue.poll(WAIT_SECONDS, TimeUnit.SECONDS);
      if (webhook == null) throw new AssertionError("no webhook arrived in " + WAIT_SECONDS + " s");
      return webhook;
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", error);
    }
  }

  /** Closes the port. */
  @Override
  public void close() {
    server.stop(0);
  }
}
