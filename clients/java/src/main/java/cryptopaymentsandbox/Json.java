package cryptopaymentsandbox;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.math.BigDecimal;
import java.util.Map;

/** JSON as the tests use it: a body from a map, a member by its path. Numbers keep their digits. */
public final class Json {
  private Json() {}

  /** An object of names and values: {@code Json.of("owner", "alice", "network_symbol", "base")}. A float is refused: it has lost digits. */
  public static JsonObject of(Object... namesAndValues) {
    if (namesAndValues.length % 2 != 0) throw new IllegalArgumentException("a name has no value");
    JsonObject made = new JsonObject();
    for (int at = 0; at < namesAndValues.length; at += 2) made.add((String) namesAndValues[at], element(namesAndValues[at + 1]));
    return made;
  }

  private static JsonElement element(Object value) {
    if (value == null) return com.google.gson.JsonNull.INSTANCE;
    if (value instanceof JsonElement given) return given;
    if (value instanceof Boolean given) return new JsonPrimitive(given);
    if (value instanceof Integer || value instanceof Long || value instanceof BigDecimal) return new JsonPrimitive((Number) value);
    if (value instanceof String given) return new JsonPrimitive(given);
    if (value instanceof String[] given) {
      com.google.gson.JsonArray all = new com.google.gson.JsonArray();
      for (String one : given) all.add(one);
      return all;
    }
    if (value instanceof Map<?, ?> given) {
      JsonObject made = new JsonObject();
      given.forEach((name, one) -> made.add((String) name, element(one)));
      return made;
    }
    throw new IllegalArgumentException(value.getClass().getSimpleName() + " is no value for JSON here: write an amount as text");
  }

  /** The member at a path ("payload.balance.amount", "items.0.id"); null when there is none. */
  public static JsonElement at(JsonElement from, String path) {
    JsonElement found = from;
    for (String name : path.split("\\.")) {
      if (found != null && found.isJsonObject()) found = found.getAsJsonObject().get(name);
      else if (found != null && found.isJsonArray() && name.matches("\\d{1,6}") && Integer.parseInt(name) < found.getAsJsonArray().size())
        found = found.getAsJsonArray().get(Integer.parseInt(name));
      else return null;
    }
    return found == null || found.isJsonNull() ? null : found;
  }

  /** The member at a path as text; empty when there is none. */
  public static String text(JsonElement from, String path) {
    JsonElement found = at(from, path);
    if (found == null) return "";
    return found.isJsonPrimitive() ? found.getAsString() : found.toString();
  }
}
