package io.github.talosforge.proxmox.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.talosforge.proxmox.ProxmoxException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** The secrets that all tests of the client use, so that they can be searched for everywhere. */
final class TestSecrets {
  static final String TOKEN = "6f2c1b1e-aaaa-4bbb-8ccc-0123456789ab";
  static final String PASSWORD = "correct-horse-battery";
  static final String TICKET = "PVE:root@pam:6789ABCD::c2VjcmV0LXRpY2tldA==";
  static final String SECOND_TICKET = "PVE:root@pam:6789FFFF::b3RoZXItdGlja2V0LXRvbw==";
  static final String CSRF = "6789ABCD:csrf-Y3NyZi10b2tlbg";
  static final String PARAMETER = "guest-password-9z";
  static final String PROXY = "proxy-password-7q";

  static final List<String> ALL =
      List.of(TOKEN, PASSWORD, TICKET, SECOND_TICKET, CSRF, PARAMETER, PROXY);

  private TestSecrets() {}

  /** Runs what must fail, and proves that nothing about the failure tells a secret. */
  static ProxmoxException failureOf(ThrowingCallable call) {
    ProxmoxException failure = catchThrowableOfType(ProxmoxException.class, call);
    assertThat(failure).as("nothing failed").isNotNull();
    assertNoSecretIn(everythingToldBy(failure));
    return failure;
  }

  static void assertNoSecretIn(String text) {
    for (String secret : ALL) {
      assertThat(text).doesNotContain(secret).doesNotContain(PathTemplate.encode(secret));
    }
  }

  private static String everythingToldBy(ProxmoxException failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text, true));
    failure.request().ifPresent(request -> text.write(request + " " + request.parameters()));
    text.write(failure.serverMessage() + failure.parameterErrors() + failure.taskLog());
    return text.toString();
  }
}
