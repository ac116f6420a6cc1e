package cryptopaymentsandbox;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A running sandbox: its clock, chains, snapshots and tenants. Started by this process, or found at an address. */
public final class Sandbox implements AutoCloseable {
  /** The version of the sandbox that this client goes with: the first two numbers must be the same. */
  public static final String VERSION = "0.1.0";

  private static final long START_TIMEOUT_SECONDS = 180;
  private static final long STOP_TIMEOUT_SECONDS = 20;

  private final String url;
  private final AdminApi admin;
  private final Process process;

  private Sandbox(String url, String adminToken, Process process) {
    this.url = url.replaceAll("/+$", "");
    this.admin = new AdminApi(this.url + "/admin", adminToken);
    this.process = process;
    String version = Json.text(admin.getStatus(), "version");
    if (!line(version).equals(line(VERSION)))
      throw new SandboxException(
          "this client goes with crypto-payment-sandbox %1$s.x, and %2$s is %3$s: take the client of version %4$s.x, or start %1$s.x"
              .formatted(line(VERSION), this.url, version, line(version)));
  }

  private static String line(String version) {
    return version.replaceAll("^(\\d+\\.\\d+).*$", "$1");
  }

  /** The program of an unpacked archive, or the folder with it. */
  public static List<String> archive(String program) {
    File folder = new File(program);
    return List.of(folder.isDirectory() ? new File(folder, "crypto-payment-sandbox").getPath() : program);
  }

  /** The npm package of the version of this client; `npx(path)` that of a tarball. */
  public static List<String> npx(String... tarball) {
    String what = tarball.length == 0 ? "crypto-payment-sandbox@" + VERSION : tarball[0];
    return List.of("npx", "--yes", "--package=" + what, "--", "crypto-payment-sandbox");
  }

  /** The container image, in the network of this machine (Linux): so webhooks reach a receiver of the test. */
  public static List<String> image(String name) {
    return List.of("docker", "run", "--rm", "--network", "host", name);
  }

  /** That of SANDBOX_URL; else one that is started by the first that is there: SANDBOX_PROGRAM, crypto-payment-sandbox, npx, docker. */
  public static Sandbox open(String... options) {
    String running = System.getenv("SANDBOX_URL");
    if (running != null && !running.isEmpty()) return connect(running, System.getenv("SANDBOX_ADMIN_TOKEN"));
    String program = System.getenv("SANDBOX_PROGRAM");
    if (program != null && !program.isEmpty()) return start(archive(program), options);
    for (List<String> one : List.of(archive("crypto-payment-sandbox"), npx(), image("crypto-payment-sandbox:" + VERSION)))
      if (isOnPath(one.get(0))) return start(one, options);
    throw new SandboxException(
        "there is nothing to start a sandbox with: unpack an archive and put it on the PATH (or name its program in SANDBOX_PROGRAM), "
            + "or install Node with npx, or docker");
  }

  private static boolean isOnPath(String name) {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
      if (new File(folder, name).canExecute()) return true;
    return false;
  }

  /** Starts one on a free port, by default with a frozen clock; `options` are those of `crypto-payment-sandbox start`. */
  public static Sandbox start(List<String> command, String... options) {
    List<String> words = new ArrayList<>(command);
    words.addAll(List.of("start", "--json", "--host", "127.0.0.1", "--port", "0"));
    words.addAll(options.length == 0 ? List.of("--clock", "frozen") : List.of(options));
    ProcessBuilder builder = new ProcessBuilder(words);
    // What is set for another sandbox must not reach this one: a variable is an option too.
    builder.environment().keySet().removeIf(name -> name.startsWith("SANDBOX_"));
    try {
      Process process = builder.start();
      Deque<String> last = new ArrayDeque<>();
      JsonObject ready = readReady(process, last, keepErrors(process, last));
      try {
        return new Sandbox(Json.text(ready, "url"), Json.text(ready, "admin_token"), process);
      } catch (SandboxException error) {
        process.destroy();
        throw error;
      }
    } catch (IOException error) {
      throw new SandboxException(words.get(0) + " cannot be started: " + error.getMessage(), 0, error);
    }
  }

  private static Thread keepErrors(Process process, Deque<String> last) {
    Thread reader = new Thread(() -> process.errorReader(StandardCharsets.UTF_8).lines().forEach(line -> {
      synchronized (last) {
        last.add(line);
        if (last.size() > 20) last.remove();
      }
    }));
    reader.setDaemon(true);
    reader.start();
    return reader;
  }

  private static JsonObject readReady(Process process, Deque<String> last, Thread errors) throws IOException {
    // Ends the reading below, which has no timeout of its own.
    Thread timer = new Thread(() -> {
      try {
        TimeUnit.SECONDS.sleep(START_TIMEOUT_SECONDS);
        process.destroyForcibly();
      } catch (InterruptedException done) {
        Thread.currentThread().interrupt();
      }
    });
    timer.setDaemon(true);
    timer.start();
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    try {
      for (String line = out.readLine(); line != null; line = out.readLine())
        if (line.startsWith("{")) return JsonParser.parseString(line).getAsJsonObject();
      process.waitFor(STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS);
      // Its last words are read by then; a child of its own may hold the pipe open.
      errors.join(2_000);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
    } finally {
      timer.interrupt();
    }
    synchronized (last) {
      throw new SandboxException("the sandbox did not get ready:\n" + String.join("\n", last));
    }
  }

  /** A sandbox that somebody else started and will stop; the token may be null. */
  public static Sandbox connect(String url, String adminToken) {
    return new Sandbox(url, adminToken, null);
  }

  public String url() {
    return url;
  }

  /** Every operation of the control API. */
  public AdminApi admin() {
    return admin;
  }

  /** A new tenant with its own key, vault and webhooks: one for each test. */
  public Tenant tenant(String name) {
    return new Tenant(admin, url, admin.createTenant(Json.of("name", name)));
  }

  /** Moves the clock ("10m"); all work due until then is done when this returns. */
  public void advance(String by) {
    admin.advanceClock(Json.of("by", by));
  }

  /** Does everything that is due, moving the clock from one due thing to the next, at most an hour ahead. */
  public void runUntilIdle() {
    admin.runUntilIdle(Json.of("advance", true, "limit", "1h"));
  }

  /** Saves the world; running the result goes back to it, any number of times. */
  public Runnable snapshot() {
    String id = Json.text(admin.createSnapshot(new JsonObject()), "id");
    return () -> admin.restoreSnapshot(id);
  }

  /** Ends a sandbox that this client started; further calls do nothing. */
  @Override
  public void close() {
    if (process == null || !process.isAlive()) return;
    process.destroy();
    try {
      if (!process.waitFor(STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS)) process.destroyForcibly();
    } catch (InterruptedException error) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
