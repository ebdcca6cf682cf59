package io.github.talosforge.simulator.server;

import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.engine.Engine;
import io.github.talosforge.simulator.fault.Fault;
import io.github.talosforge.simulator.fault.Faults;
import io.github.talosforge.simulator.http.Answer;
import io.github.talosforge.simulator.schema.Schema;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Carries a call out: faults before it, rights, parameters, its effect, faults after it. */
final class Execution {
  private final Engine engine;
  private final Schema schema;
  private final AnswerFormat format;
  private final FaultEffects effects;
  private final Runnable afterCall;

  Execution(
      Engine engine, Schema schema, AnswerFormat format, FaultEffects effects, Runnable afterCall) {
    this.engine = engine;
    this.schema = schema;
    this.format = format;
    this.afterCall = afterCall;
    this.effects = effects;
  }

  /** What came out of a call. */
  private record Outcome(Answer answer, @Nullable String reason, @Nullable String task) {}

  Answer run(RoutedCall call, String wanted, Faults.Due due, CallRecorder.Draft draft) {
    Outcome outcome;
    try {
      outcome = outcome(call, wanted, due);
    } catch (RuntimeException defect) {
      outcome = defect(wanted, defect);
    }
    draft.end(
        outcome.answer(),
        outcome.reason(),
        outcome.task(),
        due.names(),
        engine.world().time().now());
    return outcome.answer();
  }

  private Outcome outcome(RoutedCall call, String wanted, Faults.Due due) {
    Answer instead = FaultEffects.replacement(due, Fault.Side.BEFORE);
    if (instead != null) {
      return new Outcome(instead, "fault before the effect", null);
    }
    effects.begin(due.starting(), call.vmids());
    Outcome real = attempt(call, wanted);
    effects.kill(due.starting(), real.task());
    effects.end(due.ending(), call.vmids());
    afterCall.run();
    Answer lost = FaultEffects.replacement(due, Fault.Side.AFTER);
    return lost == null ? real : new Outcome(lost, "fault after the effect", real.task());
  }

  private Outcome attempt(RoutedCall call, String wanted) {
    try {
      Object data = act(call);
      String task = data instanceof String text && text.startsWith("UPID:") ? text : null;
      return new Outcome(format.success(wanted, data), null, task);
    } catch (ApiFailure failure) {
      boolean proxied = failure.status() >= 595;
      Answer answer =
          proxied
              ? Answer.Reply.bare(failure.status(), failure.reason())
              : format.failure(wanted, failure);
      return new Outcome(answer, failure.reason(), null);
    } catch (RuntimeException | StackOverflowError defect) {
      return defect(wanted, defect);
    }
  }

  private Outcome defect(String wanted, Throwable cause) {
    String text = "simulator defect: " + cause;
    return new Outcome(format.failure(wanted, ApiFailure.died(text)), text, null);
  }

  private @Nullable Object act(RoutedCall call) {
    Map<String, String> values = call.values();
    call.schema().demand(call.api().principal(), values);
    engine.demandReachable(call.api());
    schema.check(call.schema(), values);
    return engine.call(call.operation(), call.api());
  }
}
