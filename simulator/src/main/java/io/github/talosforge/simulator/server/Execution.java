package io.github.talosforge.simulator.server;

import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.auth.AccessControl;
import io.github.talosforge.simulator.engine.Engine;
import io.github.talosforge.simulator.fault.Fault;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.fault.Faults;
import io.github.talosforge.simulator.http.Answer;
import io.github.talosforge.simulator.schema.Schema;
import io.github.talosforge.simulator.world.Host;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Carries a call out: faults before it, rights, parameters, its effect, faults after it. */
final class Execution {
  private final Engine engine;
  private final AccessControl access;
  private final Schema schema;
  private final AnswerFormat format;
  private final FaultEffects effects;
  private final Runnable afterCall;
  private final Set<Integer> doomed = ConcurrentHashMap.newKeySet();

  Execution(
      Engine engine, AccessControl access, Schema schema, AnswerFormat format, Runnable afterCall) {
    this.engine = engine;
    this.access = access;
    this.schema = schema;
    this.format = format;
    this.afterCall = afterCall;
    effects = new FaultEffects(engine, access);
  }

  /** What came out of a call. */
  private record Outcome(Answer answer, @Nullable String reason, @Nullable String task) {}

  Answer run(RoutedCall call, String wanted, Faults.Due due, CallRecorder.Draft draft) {
    Outcome outcome = outcome(call, wanted, due);
    draft.end(
        outcome.answer(),
        outcome.reason(),
        outcome.task(),
        due.starting().stream().map(FaultRule::name).toList(),
        engine.world().time().now());
    return outcome.answer();
  }

  private Outcome outcome(RoutedCall call, String wanted, Faults.Due due) {
    Answer instead = FaultEffects.replacement(due.starting(), Fault.Side.BEFORE);
    if (instead != null) {
      return new Outcome(instead, "fault before the effect", null);
    }
    effects.begin(due.starting(), call.vmids());
    Outcome real = attempt(call, wanted);
    effects.end(due.ending(), call.vmids());
    forgetDestroyed();
    afterCall.run();
    Answer lost = FaultEffects.replacement(due.starting(), Fault.Side.AFTER);
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
      String text = "simulator defect: " + defect;
      return new Outcome(format.failure(wanted, ApiFailure.died(text)), text, null);
    }
  }

  private @Nullable Object act(RoutedCall call) {
    Map<String, String> values = call.values();
    call.schema().demand(call.api().principal(), values);
    demandReachable(call.host());
    schema.check(call.schema(), values);
    call.demandModelled();
    Object data = engine.call(call.operation(), call.api());
    if (call.api().method().equals("DELETE")
        && call.api().template().equals("/nodes/{node}/qemu/{vmid}")) {
      doomed.add(call.api().vmid());
    }
    return data;
  }

  /** A call for another host is handed on to it, which fails when it is not there. */
  private void demandReachable(@Nullable String name) {
    if (name == null) {
      return;
    }
    Host host = engine.world().locked(() -> engine.world().hosts().get(name));
    if (host == null) {
      throw ApiFailure.died(
          "hostname lookup '"
              + name
              + "' failed - failed to get address info for: "
              + name
              + ": Name or service not known");
    }
    if (!host.online()) {
      throw ApiFailure.of(595, "No route to host");
    }
  }

  /** The rights on a VM end with it, not with the call that began its end. */
  private void forgetDestroyed() {
    for (int vmid : List.copyOf(doomed)) {
      if (!engine.world().locked(() -> engine.world().vms().containsKey(vmid))) {
        access.forgetVm(vmid);
        doomed.remove(vmid);
      }
    }
  }
}
