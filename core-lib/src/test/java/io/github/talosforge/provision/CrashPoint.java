package io.github.talosforge.provision;

import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.Fault;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One call that changes something, told by what it does to what: runs are parallel, so that its
 * place in the order is chance.
 *
 * @param method the HTTP method; POST for calls of machines
 * @param template the path with its placeholders, or the name of the machine's call
 * @param vmid the VM of a node; 0 for what is not about one
 * @param host the host, where there is no VM
 * @param occurrence the how-manieth such call of the run, from 1
 */
record CrashPoint(String method, String template, int vmid, String host, int occurrence) {
  private static final Pattern PATH = Pattern.compile("/nodes/([^/]+)(?:/qemu/(\\d+))?.*");

  /** Templates get the next free id of this range, and chance decides which of them. */
  private static final int FIRST_TEMPLATE = 9000;

  private static final int LAST_TEMPLATE = 9999;

  /** Names the calls of a run. */
  static List<CrashPoint> of(List<RecordedCall> writes) {
    Map<CrashPoint, Integer> seen = new HashMap<>();
    List<CrashPoint> points = new ArrayList<>();
    for (RecordedCall call : writes) {
      CrashPoint kind = kind(call);
      int count = seen.merge(kind, 1, Integer::sum);
      points.add(new CrashPoint(kind.method, kind.template, kind.vmid, kind.host, count));
    }
    return points;
  }

  private static CrashPoint kind(RecordedCall call) {
    Matcher path = PATH.matcher(call.path());
    boolean onHost = path.matches();
    int called = onHost && path.group(2) != null ? Integer.parseInt(path.group(2)) : 0;
    String named = call.parameters().getOrDefault("vmid", String.valueOf(called));
    int vmid = Integer.parseInt(call.parameters().getOrDefault("newid", named));
    boolean node = vmid != 0 && (vmid < FIRST_TEMPLATE || vmid > LAST_TEMPLATE);
    return new CrashPoint(
        call.method(), call.template(), node ? vmid : 0, node || !onHost ? "" : path.group(1), 0);
  }

  /** A rule that lets something go wrong here. */
  FaultRule rule(Fault fault) {
    CallPattern calls = CallPattern.of(method, template);
    CallPattern withVm = vmid == 0 ? calls : calls.withVm(vmid);
    return FaultRule.on(host.isEmpty() ? withVm : withVm.withHost(host))
        .nth(occurrence)
        .named(Mishap.NAME)
        .goesWrong(fault);
  }

  /** Whether an image or a CD is written or deleted. */
  boolean isAboutAFile() {
    return vmid == 0 && template.contains("/storage/");
  }

  /** What a token needs for this call; for machines and Kubernetes, what others of the run need. */
  Right right() {
    if (template.startsWith("/cluster/ha")) {
      return new Right("/", "Sys.Console");
    }
    if (template.startsWith("/pools")) {
      return new Right("/pool", "Pool.Allocate");
    }
    if (template.contains("/storage/")) {
      return new Right(
          "/storage", isAboutAFile() ? "Datastore.AllocateTemplate" : "Datastore.AllocateSpace");
    }
    if (template.contains("/status/")) {
      return new Right("/vms", "VM.PowerMgmt");
    }
    boolean changes = template.endsWith("/config") || template.endsWith("/resize");
    return new Right("/vms", changes ? "VM.Config.Disk" : "VM.Allocate");
  }

  /**
   * A right that can be taken away.
   *
   * @param path where
   * @param privilege what
   */
  record Right(String path, String privilege) {}

  @Override
  public String toString() {
    return method
        + " "
        + template
        + (vmid == 0 ? "" : " VM " + vmid)
        + (host.isEmpty() ? "" : " on " + host)
        + " #"
        + occurrence;
  }
}
