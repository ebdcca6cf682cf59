package io.github.talosforge.proxmox.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails every test class, of whatever package, that prints a secret. */
public final class PrintedSecretsExtension implements BeforeAllCallback, AfterAllCallback {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(PrintedSecretsExtension.class);

  private record Capture(PrintStream out, PrintStream err, ByteArrayOutputStream printed) {}

  @Override
  public void beforeAll(ExtensionContext context) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    context.getStore(NAMESPACE).put("capture", new Capture(System.out, System.err, printed));
    System.setOut(tee(System.out, printed));
    System.setErr(tee(System.err, printed));
  }

  @Override
  public void afterAll(ExtensionContext context) {
    Capture capture = context.getStore(NAMESPACE).get("capture", Capture.class);
    System.setOut(capture.out());
    System.setErr(capture.err());
    TestSecrets.assertNoSecretIn(capture.printed().toString(StandardCharsets.UTF_8));
  }

  private static PrintStream tee(PrintStream original, OutputStream copy) {
    OutputStream both =
        new OutputStream() {
          @Override
          public void write(int octet) throws IOException {
            original.write(octet);
            copy.write(octet);
          }
        };
    return new PrintStream(both, true, StandardCharsets.UTF_8);
  }
}
