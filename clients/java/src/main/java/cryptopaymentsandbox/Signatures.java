package cryptopaymentsandbox;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The check of a webhook that a receiver should make. */
public final class Signatures {
  /** How far the timestamp may be from the receiver's clock. */
  public static final long TOLERANCE_SECONDS = 300;

  private Signatures() {}

  /**
   * Hex HMAC-SHA256 over timestamp, a dot and the raw body. `header` finds a header by its lower-case name, or null. Empty when the webhook
   * is genuine and fresh, else what is wrong.
   */
  public static String fault(String secret, UnaryOperator<String> header, byte[] body, long nowSeconds) {
    for (String name : new String[] {"webhook-id", "webhook-timestamp", "webhook-signature"})
      if (header.apply(name) == null) return "the header " + name + " is missing";
    String timestamp = header.apply("webhook-timestamp");
    if (!timestamp.matches("[0-9]{1,12}")) return "webhook-timestamp is not a count of Unix seconds";
    byte[] expected = HexFormat.of().formatHex(mac(secret, timestamp, body)).getBytes(StandardCharsets.UTF_8);
    boolean matches = false;
    for (String candidate : header.apply("webhook-signature").split(" "))
      matches |= MessageDigest.isEqual(expected, candidate.getBytes(StandardCharsets.UTF_8));
    if (!matches) return "webhook-signature is not the signature of these bytes under this secret";
    long age = nowSeconds - Long.parseLong(timestamp);
    return Math.abs(age) <= TOLERANCE_SECONDS ? "" : "webhook-timestamp is " + age + " s old, and " + TOLERANCE_SECONDS + " s are allowed";
  }

  private static byte[] mac(String secret, String timestamp, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
      return mac.doFinal(body);
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }
}
