package io.github.talosforge.gradle.report;

import io.github.talosforge.redaction.Redaction;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.gradle.api.logging.LogLevel;
import org.gradle.api.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.helpers.FormattingTuple;
import org.slf4j.helpers.MessageFormatter;

/**
 * The door to the console: what is told to this logger, by whichever of its many methods, is told
 * without secrets and without what would steer a terminal.
 */
public final class RedactedLogger {
  private static final Set<String> TELLING =
      Set.of("trace", "debug", "info", "lifecycle", "quiet", "warn", "error", "log");

  private final Logger logger;
  private final Redaction redaction;

  private RedactedLogger(Logger logger, Redaction redaction) {
    this.logger = logger;
    this.redaction = redaction;
  }

  /**
   * Puts the door before a logger.
   *
   * @param logger writes what is told
   * @param redaction decides what is shown
   * @return what to tell it to
   */
  public static Logger before(Logger logger, Redaction redaction) {
    RedactedLogger door = new RedactedLogger(logger, redaction);
    return (Logger)
        Proxy.newProxyInstance(
            RedactedLogger.class.getClassLoader(),
            new Class<?>[] {Logger.class},
            (proxy, method, arguments) -> door.pass(method, arguments));
  }

  private @Nullable Object pass(Method method, Object @Nullable [] arguments) throws Throwable {
    if (arguments == null || !TELLING.contains(method.getName())) {
      return ask(method, arguments);
    }
    tell(level(method, arguments), words(arguments));
    return null;
  }

  private @Nullable Object ask(Method method, Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(logger, arguments);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }

  private static LogLevel level(Method method, Object[] arguments) {
    return arguments[0] instanceof LogLevel level
        ? level
        : method.getName().equals("trace")
            ? LogLevel.DEBUG
            : LogLevel.valueOf(method.getName().toUpperCase(Locale.ROOT));
  }

  /** Takes a form and its values, however they are handed over. */
  private static FormattingTuple words(Object[] arguments) {
    Object[] told =
        Arrays.stream(arguments)
            .filter(one -> !(one instanceof Marker || one instanceof LogLevel))
            .flatMap(one -> one instanceof Object[] many ? Arrays.stream(many) : Stream.of(one))
            .toArray();
    return MessageFormatter.arrayFormat(
        String.valueOf(told[0]), Arrays.copyOfRange(told, 1, told.length));
  }

  private void tell(LogLevel level, FormattingTuple words) {
    String shown = redaction.text(String.valueOf(words.getMessage()));
    Throwable cause = words.getThrowable();
    if (cause == null) {
      logger.log(level, shown);
    } else {
      logger.log(level, shown, redaction.cause(cause));
    }
  }
}
