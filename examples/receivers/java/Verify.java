// Java (11 or newer): is this webhook from the payment service? Needs no library.
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class Verify {
    private static final long TOLERANCE_SECONDS = 300;

    private Verify() {}

    /** Headers with lower-case names; body as raw bytes, before any JSON parser. */
    static boolean isAuthentic(String secret, Map<String, String> headers, byte[] body, long now)
            throws GeneralSecurityException {
        String timestamp = headers.getOrDefault("webhook-timestamp", "");
        if (!timestamp.matches("[0-9]{1,12}")) return false;
        if (Math.abs(now - Long.parseLong(timestamp)) > TOLERANCE_SECONDS) return false;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
        byte[] expected = hex(mac.doFinal(body)).getBytes(StandardCharsets.UTF_8);
        boolean found = false;
        for (String one : headers.getOrDefault("webhook-signature", "").split(" ")) {
            found |= MessageDigest.isEqual(expected, one.getBytes(StandardCharsets.UTF_8));
        }
        return found;
    }

    private static String hex(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte one : bytes) text.append(String.format("%02x", one));
        return text.toString();
    }
}
