package cryptopaymentsandbox;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/** One JSON call over HTTP. */
final class Http {
  /** Longer than the longest wait of the control API. */
  private static final Duration TIMEOUT = Duration.ofSeconds(120);

  /** A sandbox is on this machine or in the next container: never asked through a proxy. */
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).proxy(HttpClient.Builder.NO_PROXY).build();

  private Http() {}

  /** An answer, whatever its status; `hint` is what exactly is wrong, in words that the real service does not have. */
  record Answer(int status, JsonObject body, String hint) {}

  static Answer send(String method, String url, JsonElement body, Map<String, String> headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(TIMEOUT);
    headers.forEach(request::header);
    if (body != null) request.header("Content-Type", "application/json");
    request.method(method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body.toString()));
    String call = method + " " + URI.create(url).getPath();
    try {
      HttpResponse<String> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
      JsonObject parsed = JsonParser.parseString(response.body()).getAsJsonObject();
      return new Answer(response.statusCode(), parsed, response.headers().firstValue("X-Sandbox-Error").orElse(""));
    } catch (IOException error) {
      throw new SandboxException(call + ": no sandbox answers at " + url + ": " + error, 0, error);
    } catch (JsonParseException | IllegalStateException error) {
      throw new SandboxException(call + ": the answer of " + url + " is not JSON: is this a sandbox?", 0, error);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new SandboxException(call + ": interrupted", 0, error);
    }
  }

  /** The member `data` of an envelope. Throws for a refusal, with what the sandbox said. */
  static JsonElement data(String call, Answer answer) {
    JsonElement success = answer.body().get("success");
    if (success != null && success.getAsBoolean()) return answer.body().get("data");
    String hint = answer.hint().isEmpty() ? "" : " (" + answer.hint() + ")";
    throw new SandboxException(call + ": " + answer.status() + " " + Json.text(answer.body(), "error") + hint, answer.status(), null);
  }

  static String query(Map<String, String> query) {
    if (query.isEmpty()) return "";
    return query.entrySet().stream().map(one -> one.getKey() + "=" + part(one.getValue())).collect(Collectors.joining("&", "?", ""));
  }

  static String part(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
