package io.github.talosforge.simulator.page;

import io.github.talosforge.simulator.http.Answer;
import io.github.talosforge.simulator.http.Request;
import io.github.talosforge.simulator.http.RequestHandler;
import io.github.talosforge.simulator.world.World;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Shows the page at {@code /} and hands everything else on. */
public final class StatusPage implements RequestHandler {
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline';"
              + " connect-src 'self'; frame-ancestors 'none'",
          "X-Content-Type-Options",
          "nosniff");

  private final World world;
  private final Supplier<TalosStatus> talos;
  private final Runnable advance;
  private final RequestHandler next;
  private final String page = read();

  /**
   * A page.
   *
   * @param world what it shows
   * @param talos what it shows of Talos; asked inside of the world's lock
   * @param advance lets happen what is due in the world
   * @param next answers everything else
   */
  public StatusPage(
      World world, Supplier<TalosStatus> talos, Runnable advance, RequestHandler next) {
    this.world = world;
    this.talos = talos;
    this.advance = advance;
    this.next = next;
  }

  private static String read() {
    try (InputStream in = StatusPage.class.getResourceAsStream("index.html")) {
      if (in == null) {
        throw new IllegalStateException("The simulator's jar lacks its page");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the simulator's page", e);
    }
  }

  @Override
  public void handle(Request request, Consumer<Answer> reply) {
    boolean read = request.method().equals("GET") || request.method().equals("HEAD");
    if (read && request.path().equals("/")) {
      reply.accept(answer("text/html;charset=UTF-8", page));
    } else if (read && request.path().equals("/status.json")) {
      reply.accept(answer("application/json;charset=UTF-8", status()));
    } else {
      next.handle(request, reply);
    }
  }

  private static Answer answer(String type, String body) {
    return new Answer.Reply(200, null, type, body, Duration.ZERO, HEADERS);
  }

  private String status() {
    return world.locked(
        () -> {
          advance.run();
          return new Status(world, talos.get()).json().toString();
        });
  }
}
