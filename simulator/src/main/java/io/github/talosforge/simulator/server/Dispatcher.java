package io.github.talosforge.simulator.server;

import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.api.OperationTable;
import io.github.talosforge.simulator.api.Principal;
import io.github.talosforge.simulator.auth.AccessControl;
import io.github.talosforge.simulator.engine.Engine;
import io.github.talosforge.simulator.fault.Faults;
import io.github.talosforge.simulator.http.Answer;
import io.github.talosforge.simulator.http.Request;
import io.github.talosforge.simulator.http.RequestHandler;
import io.github.talosforge.simulator.journal.Journal;
import io.github.talosforge.simulator.schema.Schema;
import io.github.talosforge.simulator.world.World;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Answers requests: finds the operation and the caller, then lets a worker of the host act. */
public final class Dispatcher implements RequestHandler, AutoCloseable {
  private static final Duration UNAUTHORIZED = Duration.ofSeconds(3);

  private final World world;
  private final Router router;
  private final Execution execution;
  private final AnswerFormat format;
  private final HostWorkers workers = new HostWorkers();
  private final CallRecorder recorder;
  private final Faults faults;
  private final String entryHost;

  /**
   * A dispatcher.
   *
   * @param engine what carries calls out
   * @param access who may do what
   * @param schema what is known of the operations
   * @param faults what goes wrong
   * @param journal where calls are written down
   * @param messageInBody whether failures carry their message in the body too
   * @param afterCall what is done after each call and before its answer
   */
  public Dispatcher(
      Engine engine,
      AccessControl access,
      Schema schema,
      Faults faults,
      Journal journal,
      boolean messageInBody,
      Runnable afterCall) {
    world = engine.world();
    this.faults = faults;
    List<Operation> operations = new ArrayList<>(engine.operations().operations());
    operations.addAll(access.operations());
    router = new Router(new OperationTable(operations), schema, access);
    format = new AnswerFormat(messageInBody);
    execution = new Execution(engine, schema, format, new FaultEffects(engine, access), afterCall);
    recorder = new CallRecorder(journal);
    entryHost = world.locked(() -> world.hosts().keySet().iterator().next());
  }

  @Override
  public void handle(Request request, Consumer<Answer> reply) {
    ApiPath path = ApiPath.parse(request.path()).orElse(null);
    if (path == null) {
      boolean api = request.path().startsWith("/api2");
      reply.accept(
          api
              ? Answer.Reply.bare(501, "no such uri")
              : Answer.Reply.spoken(500, "no such file '" + request.path() + "'", "\n"));
      return;
    }
    Instant now = world.time().now();
    CallRecorder.Draft draft =
        recorder.begin(now, request, path.path(), router.template(request, path));
    Principal caller;
    try {
      caller = router.caller(request, path, now);
    } catch (ApiFailure unauthorized) {
      Answer answer = Answer.Reply.bare(401, unauthorized.reason()).after(delay());
      draft.end(answer, unauthorized.reason(), null, List.of(), world.time().now());
      reply.accept(answer);
      return;
    }
    draft.caller(caller.id());
    try {
      submit(router.route(request, path, caller, now), path.format(), draft, reply);
    } catch (ApiFailure failure) {
      Answer answer = format.failure(path.format(), failure);
      draft.end(answer, failure.reason(), null, List.of(), world.time().now());
      reply.accept(answer);
    }
  }

  private Duration delay() {
    return world.scaled(UNAUTHORIZED);
  }

  private void submit(
      RoutedCall call, String wanted, CallRecorder.Draft draft, Consumer<Answer> reply) {
    Faults.Due due = faults.due(call.observed());
    String host = call.host();
    boolean known = host != null && world.locked(() -> world.hosts().containsKey(host));
    workers.execute(
        host != null && known ? host : entryHost,
        due.latency(),
        () -> {
          Answer answer = execution.run(call, wanted, due, draft);
          boolean unauthorized = answer instanceof Answer.Reply given && given.status() == 401;
          reply.accept(
              unauthorized && answer instanceof Answer.Reply given ? given.after(delay()) : answer);
        });
  }

  @Override
  public void close() {
    workers.close();
  }
}
