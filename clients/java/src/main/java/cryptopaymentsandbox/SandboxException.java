package cryptopaymentsandbox;

/** A call that a sandbox refused or that nobody answered, or a sandbox that did not get ready. */
public final class SandboxException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The HTTP status; 0 when nobody answered. */
  private final int status;

  SandboxException(String message, int status, Throwable cause) {
    super(message, cause);
    this.status = status;
  }

  SandboxException(String message) {
    this(message, 0, null);
  }

  public int status() {
    return status;
  }
}
