package cryptopaymentsandbox;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * `@ExtendWith(SandboxExtension.class)`: a test takes a {@link Sandbox}, which is started once for all tests of a run, or a {@link Tenant} of
 * its own.
 */
public final class SandboxExtension implements ParameterResolver {
  private static final Namespace PLACE = Namespace.create(SandboxExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == Sandbox.class || type == Tenant.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Kept<?> kept = context.getRoot().getStore(PLACE).getOrComputeIfAbsent("sandbox", key -> new Kept<>(Sandbox.open()), Kept.class);
    Sandbox sandbox = (Sandbox) kept.value();
    if (parameter.getParameter().getType() == Sandbox.class) return sandbox;
    String name = context.getDisplayName();
    Tenant tenant = sandbox.tenant(name.substring(0, Math.min(60, name.length())));
    context.getStore(PLACE).put(parameter.getIndex(), new Kept<>(tenant));
    return tenant;
  }

  /** Closed with the store that it is in: the sandbox at the end of the run, a tenant after its test. */
  @SuppressWarnings("deprecation")
  private record Kept<T extends AutoCloseable>(T value) implements ExtensionContext.Store.CloseableResource {
    @Override
    public void close() throws Exception {
      value.close();
    }
  }
}
