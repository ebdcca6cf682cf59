package io.github.talosforge.validation;

import static io.github.talosforge.validation.RuleExample.cluster;
import static io.github.talosforge.validation.RuleExample.node;

import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.VmIdRange;
import io.github.talosforge.model.Wwn;
import java.util.List;
import java.util.Optional;

/** Names, ids and hardware addresses. */
final class IdentityExamples {
  private IdentityExamples() {}

  static List<RuleExample> all() {
    return List.of(
        cluster(
            "TF-DUPLICATE-NODE-NAME",
            c -> c.worker("w-1").pool("w", NodeRole.WORKER, 1),
            "The name w-1 is that of another node too.",
            c -> c.worker("w-2").pool("w", NodeRole.WORKER, 1)),
        cluster(
            "TF-DUPLICATE-POOL-NAME",
            c -> c.pool("w", NodeRole.WORKER, 1).pool("w", NodeRole.WORKER, 0),
            "Two pools are called w.",
            c -> c.pool("w", NodeRole.WORKER, 1).pool("v", NodeRole.WORKER, 0)),
        node(
            "TF-NODE-NAME-RESERVED",
            n -> n.name = "localhost",
            "Every machine calls itself localhost",
            n -> n.name = "localhost-2"),
        node(
            "TF-NODE-NAME-RESERVED",
            n -> n.name = "2001",
            "taken for a VM id",
            n -> n.name = "n2001"),
        cluster(
            "TF-DATA-VM-NAME-CLASH",
            c -> c.worker("w", n -> n.dataVm = true).worker("w-data"),
            "The name w-data is that of another node's data VM.",
            c -> c.worker("w").worker("w-data")),
        node(
            "TF-DATA-VM-NAME-TOO-LONG",
            n -> {
              n.name = "w".repeat(59);
              n.dataVm = true;
            },
            "more than 63 characters",
            n -> {
              n.name = "w".repeat(58);
              n.dataVm = true;
            }),
        cluster(
            "TF-DUPLICATE-VM-ID",
            c -> c.worker("a", n -> n.vmId(3001)).worker("b", n -> n.vmId(3001)),
            "Node b demands the id 3001, which is node a's.",
            c -> c.worker("a", n -> n.vmId(3001)).worker("b", n -> n.vmId(3002))),
        cluster(
            "TF-DUPLICATE-VM-ID",
            c ->
                c.pool("p", NodeRole.WORKER, 3, Optional.of(3100), Optional.empty(), n -> {})
                    .worker("b", n -> n.vmId(3102)),
            "Node b demands the id 3102, which is node p-3's.",
            c ->
                c.pool("p", NodeRole.WORKER, 2, Optional.of(3100), Optional.empty(), n -> {})
                    .worker("b", n -> n.vmId(3102))),
        cluster(
            "TF-DATA-VM-ID-CLASH",
            c -> c.worker("a", n -> n.vmId(300).dataVm = true).worker("b", n -> n.vmId(3000)),
            "The data VM of node a has the id 3000, which node b demands.",
            c -> c.worker("a", n -> n.vmId(300)).worker("b", n -> n.vmId(3000))),
        node(
            "TF-VM-ID-TOO-LARGE",
            n -> n.vmId(100_000_000).dataVm = true,
            "with a 0 behind for its data VM, is larger than 999999999",
            n -> n.vmId(100_000_000)),
        cluster(
            "TF-VM-ID-TOO-LARGE",
            c ->
                c.pool(
                    "p", NodeRole.WORKER, 3, Optional.of(999_999_998), Optional.empty(), n -> {}),
            "The id 1000000000 of node p-3 is larger",
            c ->
                c.pool(
                    "p", NodeRole.WORKER, 2, Optional.of(999_999_998), Optional.empty(), n -> {})),
        node(
            "TF-VM-ID-IN-OTHER-RANGE",
            n -> n.vmId(2005),
            "is in 2000-2999, where ids of every control plane are taken from",
            n -> n.vmId(5005)),
        cluster(
            "TF-ID-RANGES-OVERLAP",
            c -> c.workerIds = VmIdRange.of("2500-3500"),
            "Ids of control planes (2000-2999) and of workers (2500-3500) overlap.",
            c -> c.workerIds = VmIdRange.of("3000-3500")),
        cluster(
            "TF-ID-RANGES-OVERLAP",
            c -> c.templateIds = VmIdRange.of("3500+"),
            "Ids of templates begin at 3500",
            c -> c.templateIds = VmIdRange.of("4000+")),
        cluster(
            "TF-DUPLICATE-MAC",
            c ->
                c.worker("a", n -> n.mac("BC:24:11:00:00:01"))
                    .worker(
                        "b",
                        n -> {
                          n.mac("bc:24:11:00:00:01");
                          n.extraNics.add(n.nic(n.mac, Optional.empty()));
                          n.mac = Optional.empty();
                        }),
            "Node b demands the MAC address BC:24:11:00:00:01, which is node a's.",
            c ->
                c.worker("a", n -> n.mac("BC:24:11:00:00:01"))
                    .worker("b", n -> n.mac("BC:24:11:00:00:02"))),
        node(
            "TF-DUPLICATE-WWN",
            n -> {
              n.wwn = Optional.of(Wwn.of("0x5000c500a1b2c3d4"));
              n.extraDisks.add(n.disk("10G", "local"));
            },
            "have the world wide name 0x5000c500a1b2c3d4",
            n -> {
              n.extraDisks.add(n.disk("10G", "local"));
              n.wwn = Optional.of(Wwn.of("0x5000c500a1b2c3d4"));
            }));
  }
}
