// A webhook receiver in Java (11 or newer), without a library:
// javac -d out java/*.java && SANDBOX_WEBHOOK_SECRET=whsec_mine java -cp out Receiver
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

final class Receiver {
    private static final int MOST_BYTES = 512 * 1024;
    private static final List<String> ORDER = List.of("new", "created", "confirmed", "completed", "failed");

    private final String secret;
    // In a real app these are tables: ids under a unique key, written in the transaction that books the credit.
    private final Set<String> seen = new HashSet<>();
    private final Map<String, BigInteger> credits = new HashMap<>();
    private final Map<String, String> records = new HashMap<>();

    private Receiver(String secret) {
        this.secret = secret;
    }

    public static void main(String[] arguments) throws IOException {
        String secret = System.getenv("SANDBOX_WEBHOOK_SECRET");
        if (secret == null || secret.isEmpty()) throw new IllegalStateException("set SANDBOX_WEBHOOK_SECRET");
        int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "0"));
        Receiver receiver = new Receiver(secret);
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 64);
        server.createContext("/hooks", exchange -> answer(exchange, receiver.status(exchange), ""));
        server.createContext("/credits", exchange -> answer(exchange, 200, receiver.shown()));
        server.setExecutor(Executors.newFixedThreadPool(16));
        server.start();
        System.out.println("listening on http://127.0.0.1:" + server.getAddress().getPort() + "/hooks");
    }

    private int status(HttpExchange exchange) throws IOException {
        byte[] body = read(exchange.getRequestBody());
        if (!exchange.getRequestMethod().equals("POST")) return 405;
        if (body == null) return 413;
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name.toLowerCase(), String.join(",", values)));
        if (!"application/json".equals(headers.get("content-type"))) return 415;
        try {
            if (!Verify.isAuthentic(secret, headers, body, System.currentTimeMillis() / 1000)) return 401;
            book((Map<?, ?>) Json.parse(new String(body, StandardCharsets.UTF_8)));
            return 200;
        } catch (IllegalArgumentException | ClassCastException notJson) {
            return 400;
        } catch (java.security.GeneralSecurityException broken) {
            return 500;
        }
    }

    private synchronized void book(Map<?, ?> event) {
        if (!seen.add((String) event.get("id"))) return;
        String type = (String) event.get("type");
        Map<?, ?> payload = (Map<?, ?>) event.get("payload");
        String state = type.substring(type.lastIndexOf('.') + 1);
        boolean isRecord = type.startsWith("deposit.") || type.startsWith("uda.settlement.");
        String id = (String) payload.get("id");
        // A record only moves forward: events may overtake each other.
        if (isRecord && ORDER.indexOf(state) > ORDER.indexOf(records.getOrDefault(id, ""))) records.put(id, state);
        if (!type.equals("deposit.confirmed")) return;
        BigInteger raw = new BigInteger((String) ((Map<?, ?>) payload.get("balance")).get("raw"));
        credits.merge((String) payload.get("owner"), raw, BigInteger::add);
    }

    private synchronized String shown() {
        return "{\"credits\":" + json(credits) + ",\"records\":" + json(records) + "}";
    }

    private static String json(Map<String, ?> map) {
        return map.entrySet().stream()
                .map(entry -> quoted(entry.getKey()) + ":" + quoted(entry.getValue().toString()))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char one : text.toCharArray()) {
            if (one < ' ' || one == '"' || one == '\\') quoted.append(String.format("\\u%04x", (int) one));
            else quoted.append(one);
        }
        return quoted.append('"').toString();
    }

    /** The raw bytes; null when there are too many, which are read all the same: an answer must not meet a full pipe. */
    private static byte[] read(InputStream stream) throws IOException {
        byte[] kept = stream.readNBytes(MOST_BYTES + 1);
        byte[] rest = new byte[65536];
        while (stream.read(rest) >= 0) continue;
        return kept.length > MOST_BYTES ? null : kept;
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        if (body.length > 0) exchange.getResponseBody().write(body);
        exchange.close();
    }
}
