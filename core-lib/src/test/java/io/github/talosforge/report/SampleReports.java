package io.github.talosforge.report;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingArea;
import io.github.talosforge.finding.Severity;
import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.report.Heading.Result;
import io.github.talosforge.report.Machine.Disk;
import io.github.talosforge.report.Machine.Role;
import io.github.talosforge.report.Machine.State;
import io.github.talosforge.report.PlanDiff.Entry;
import io.github.talosforge.report.PlanDiff.Outcome;
import io.github.talosforge.report.PlanDiff.Sign;
import io.github.talosforge.report.PlanDiff.Value;
import io.github.talosforge.report.TimeLine.Kind;
import io.github.talosforge.report.TimeLine.Lane;
import io.github.talosforge.report.TimeLine.Span;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Reports of runs that went well, went wrong, or are larger and odder than usual. */
final class SampleReports {
  private static final Instant BEGUN = Instant.parse("2026-11-16T10:00:00Z");
  private static final String LONGEST_NAME = "n".repeat(63);

  private SampleReports() {}

  /** A run with a little of everything. */
  static RunReport mixed() {
    return report(Result.FAILED, "worker-2 could not be changed: the storage is full.\nRun again.");
  }

  static RunReport done() {
    return report(Result.DONE, "5 changes were made. Nothing failed.");
  }

  private static RunReport report(Result result, String sentence) {
    return new RunReport(
        heading("homelab", result, sentence),
        figures(),
        findings(),
        Optional.of(picture()),
        Optional.of(plan()),
        List.of(
            new Grid(
                "What the nodes run",
                List.of("Node", "Talos", "Kubernetes"),
                List.of(
                    List.of("cp-1", "v1.12.4", "v1.35.0"),
                    List.of("worker-1", "v1.13.2", "v1.35.0")))),
        timeLine(),
        List.of(
            new HealthLine("etcd is healthy on all control planes", "passed", ""),
            new HealthLine("kube-proxy is ready", "skipped", "it is not used here"),
            new HealthLine("CoreDNS is ready", "failed", "1 of 2 pods are ready")));
  }

  private static Heading heading(String cluster, Result result, String sentence) {
    return new Heading(
        cluster,
        "Talos v1.12.4 · Kubernetes v1.35.0",
        BEGUN,
        Duration.ofMillis(14_200),
        result,
        sentence);
  }

  private static List<Figure> figures() {
    return List.of(
        new Figure("Seconds", "14.2"),
        new Figure("Nodes", "5"),
        new Figure("Changes made", "8"),
        new Figure("Proxmox reads", "61"),
        new Figure("Proxmox writes", "24"),
        new Figure("Talos RPCs", "143"),
        new Figure("Changing RPCs", "6"));
  }

  private static List<Finding> findings() {
    return List.of(
        new Finding(
            FindingArea.PLAN,
            "TF-NOTE",
            Severity.NOTE,
            null,
            "The uid was chosen.",
            "Write cluster_uid: 4c1f0a52"),
        new Finding(
            FindingArea.PLAN,
            "TF-STORAGE-FULL",
            Severity.ERROR,
            new SourceLocation("nodes.yaml", 29, 16),
            "local-zfs of pve2 has 12 GiB left, and 40 GiB are asked for.",
            "Free space, or name another storage: proxmox_storage: ceph"));
  }

  private static Machine machine(String name, Role role, State state, int number, Disk... more) {
    return new Machine(
        name,
        role,
        state,
        Optional.of(Integer.toString(2000 + number)),
        Optional.of("10.20.0." + (10 + number)),
        "4 cores · 8 GiB",
        "vmbr0",
        IntStream.rangeClosed(0, more.length)
            .mapToObj(
                index -> index == 0 ? new Disk("system", "40G", "local-zfs") : more[index - 1])
            .toList());
  }

  private static Machine dataVm(String name) {
    return new Machine(
        name,
        Role.DATA,
        State.STOPPED,
        Optional.of("20100"),
        Optional.empty(),
        "never runs",
        "",
        List.of(
            new Disk("EPHEMERAL", "20G", "local-zfs"),
            new Disk("db", "7G", "local-zfs"),
            new Disk("logs", "3G", "ceph")));
  }

  static Picture picture() {
    return new Picture(
        new Picture.Network("10.20.0.0/24", Optional.of("10.20.0.1"), Optional.of("10.20.0.5")),
        List.of(
            new Picture.Host(
                "pve1",
                List.of(
                    machine("cp-1", Role.CONTROL_PLANE, State.RUNNING, 0),
                    machine(
                        "worker-1",
                        Role.WORKER,
                        State.RUNNING,
                        10,
                        new Disk("disk 1", "200G", "ceph"),
                        new Disk("disk 2", "1T", "ceph")),
                    dataVm("worker-1-data"))),
            new Picture.Host(
                "pve2",
                List.of(
                    machine("cp-2", Role.CONTROL_PLANE, State.PLANNED, 1),
                    machine("worker-2", Role.WORKER, State.UNFINISHED, 11),
                    machine("old-1", Role.UNLISTED, State.STOPPED, 30))),
            new Picture.Host(
                "pve3",
                List.of(
                    machine("cp-3", Role.CONTROL_PLANE, State.DESTROYED, 2),
                    machine("worker-3", Role.WORKER, State.UNREACHABLE, 12),
                    machine("worker-4", Role.WORKER, State.UNKNOWN, 13))),
            new Picture.Host("pve4", List.of())));
  }

  private static PlanDiff plan() {
    return new PlanDiff(
        "1 template to build, 1 to create, 1 to change, 1 needs a stop and start, 1 to destroy.",
        List.of(
            new Entry(
                Sign.ADD,
                "cp-2",
                "control plane · VM 2001 on pve2 · 10.20.0.11",
                List.of("clone of template 9001 on pve2, linked", "4 cores, 8192 MiB, scsi0 40G"),
                List.of(),
                Optional.of(new Outcome("done", "in 1.6 s"))),
            new Entry(
                Sign.CHANGE,
                "worker-2",
                "worker · VM 2011 on pve2 · 10.20.0.21",
                List.of(),
                List.of(
                    new Value(
                        "memory",
                        Optional.of("8192"),
                        Optional.of("16384"),
                        "after a stop and start",
                        Optional.of("nodes.yaml:29")),
                    new Value(
                        "net0.tag",
                        Optional.empty(),
                        Optional.of("20"),
                        "at once",
                        Optional.of("cluster.yaml:41")),
                    new Value(
                        "description",
                        Optional.of("old"),
                        Optional.empty(),
                        "at once",
                        Optional.empty())),
                Optional.of(new Outcome("failed", ""))),
            new Entry(
                Sign.DISRUPT,
                "worker-1",
                "VM 2010 on pve1",
                List.of("waits for a stop and start"),
                List.of(),
                Optional.empty()),
            new Entry(
                Sign.REMOVE,
                "cp-3",
                "control plane · VM 2002 on pve3",
                List.of("is destroyed", "with local-zfs:vm-2002-disk-0"),
                List.of(),
                Optional.of(new Outcome("skipped", "")))),
        List.of("node cp-2  vm_id: 2001"));
  }

  private static Span span(Kind kind, String words, long from, long to) {
    return new Span(kind, words, Duration.ofMillis(from), Duration.ofMillis(to));
  }

  private static TimeLine timeLine() {
    return new TimeLine(
        Duration.ofMillis(14_200),
        List.of(
            new Lane("template 9001", List.of(span(Kind.WORK, "build on pve2", 100, 4_000))),
            new Lane(
                "cp-2",
                List.of(
                    span(Kind.WAIT, "waits for template 9001", 100, 4_000),
                    span(Kind.WORK, "create VM 2001 on pve2", 4_000, 5_600),
                    span(Kind.SEEN, "maintenance mode", 5_700, 9_000),
                    span(Kind.WORK, "gets its configuration", 9_000, 14_200))),
            new Lane(
                "worker-2",
                List.of(
                    span(
                        Kind.FAILED,
                        "change VM 2011 on pve2\nThe storage is full.",
                        4_000,
                        6_000)))));
  }

  /** Everything as long as it may be, and a name that would like to be markup. */
  static RunReport large() {
    String evil = "<script>alert(1)</script>";
    List<Machine> machines =
        IntStream.range(0, 40)
            .mapToObj(index -> machine(LONGEST_NAME, Role.WORKER, State.RUNNING, index))
            .toList();
    return new RunReport(
        heading(LONGEST_NAME, Result.FAILED, "x".repeat(300) + "\n" + evil),
        figures(),
        List.of(
            new Finding(
                FindingArea.PLAN,
                "TF-" + "LONG-".repeat(20) + "CODE",
                Severity.WARNING,
                new SourceLocation("a/".repeat(60) + "nodes.yaml", 1, 1),
                evil + "y".repeat(200),
                "z".repeat(200))),
        Optional.of(
            new Picture(picture().network(), List.of(new Picture.Host(LONGEST_NAME, machines)))),
        Optional.of(
            new PlanDiff(
                "long",
                List.of(
                    new Entry(
                        Sign.CHANGE,
                        LONGEST_NAME,
                        "d".repeat(200),
                        List.of("n".repeat(200)),
                        List.of(
                            new Value(
                                "k".repeat(60),
                                Optional.of("b".repeat(200)),
                                Optional.of(evil),
                                "at once",
                                Optional.of("p".repeat(200) + ":1"))),
                        Optional.of(new Outcome("failed", "")))),
                List.of("pin ".repeat(80)))),
        List.of(
            new Grid(
                LONGEST_NAME, List.of("t".repeat(80), evil), List.of(List.of(LONGEST_NAME, evil)))),
        new TimeLine(
            Duration.ofHours(2),
            IntStream.range(0, 40)
                .mapToObj(
                    index ->
                        new Lane(
                            LONGEST_NAME + index,
                            List.of(
                                span(Kind.WORK, evil, index * 1000L, 7_200_000),
                                span(Kind.FAILED, "w".repeat(300), 0, 7_200_000))))
                .toList()),
        List.of(new HealthLine("h".repeat(100), "failed", "m".repeat(300))));
  }
}
