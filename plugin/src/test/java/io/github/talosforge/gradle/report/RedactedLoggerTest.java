package io.github.talosforge.gradle.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.redaction.Redaction;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gradle.api.logging.LogLevel;
import org.gradle.api.logging.Logger;
import org.junit.jupiter.api.Test;

class RedactedLoggerTest {
  private final List<String> told = new ArrayList<>();

  private final Logger door =
      RedactedLogger.before(
          (Logger)
              Proxy.newProxyInstance(
                  getClass().getClassLoader(),
                  new Class<?>[] {Logger.class},
                  (proxy, method, arguments) -> {
                    told.add(method.getName() + " " + Arrays.toString(arguments));
                    return null;
                  }),
          Redaction.opened());

  @Test
  void whicheverMethodTellsItNoSecretPasses() {
    door.lifecycle("{}: --password={}", "cp-1", "hunter2");
    door.quiet("password: hunter2");
    door.warn("token={}", (Object) "hunter2");
    door.info("a {} {} {}", "https://hunter2@x", "b", "c");
    door.error("failed", new IllegalStateException("token=hunter2"));
    door.log(LogLevel.LIFECYCLE, "pw={}", "hunter2");
    door.debug("web\u001b[2J");
    assertThat(told)
        .hasSize(7)
        .allMatch(line -> line.startsWith("log ["))
        .noneMatch(line -> line.contains("hunter2") || line.contains("\u001b"));
    assertThat(told.get(0)).isEqualTo("log [LIFECYCLE, cp-1: --password=(hidden)]");
    assertThat(told.get(4)).contains("ERROR, failed, ", "IllegalStateException");
  }
}
