package io.github.talosforge.gradle.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.RestartCare;
import io.github.talosforge.config.ClusterFiles;
import io.github.talosforge.journal.RunJournal;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanJson;
import io.github.talosforge.plan.SavedPlan;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials.ApiToken;
import io.github.talosforge.proxmox.Trust;
import io.github.talosforge.simulator.Simulator;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.gradle.testfixtures.ProjectBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A plan that was agreed upon holds until its end, through the writes of its own first half. */
class AgreedPlanTest {
  private final Simulator proxmox = Simulator.builder().hosts(3).start();
  private final ClusterSpec cluster =
      ClusterFiles.read(
              """
              cluster_name: sample
              cluster_uid: sample-7f3a90c2
              talos_version: v1.12.4
              kubernetes_version: v1.35.0
              cluster_api_vip: 10.20.0.5
              node_cidr: 10.20.0.0/24
              node_gateway: 10.20.0.1
              proxmox_nodes: [pve1, pve2, pve3]
              proxmox_storage: local-zfs
              proxmox_image_storage: local
              talos_factory_url: %s
              """
                  .formatted(proxmox.connection().factory()),
              """
              nodes:
                - {name: sample-cp-1, controller: true, address: 10.20.0.10}
                - {name: sample-worker-1, address: 10.20.0.20}
              """)
          .spec()
          .orElseThrow();
  private final ClusterSessions sessions =
      ProjectBuilder.builder()
          .build()
          .getGradle()
          .getSharedServices()
          .registerIfAbsent("sessions", ClusterSessions.class, spec -> {})
          .get();

  @AfterEach
  void stop() {
    sessions.close();
    proxmox.close();
  }

  private SharedSession open() {
    RunJournal journal = new RunJournal(cluster, Clock.systemUTC(), UnaryOperator.identity());
    return sessions.open("sample", cluster, this::connection, journal);
  }

  @Test
  void itHoldsWhenOnlyItsTemplatesWereBuilt() {
    SharedSession session = open();
    Plan agreed = plan(session);
    assertThat(session.difference(agreed, new SavedPlan("sample", "another", Set.of())))
        .isPresent();
    assertThat(session.difference(agreed, saved(agreed))).isEmpty();

    apply(session, agreed.imagesOnly());
    Plan rest = plan(session);

    assertThat(rest.digest()).isNotEqualTo(agreed.digest());
    assertThat(session.difference(rest, saved(agreed))).isEmpty();
  }

  @Test
  void itNoLongerHoldsWhenSomebodyElseMadeANodeMeanwhile() {
    SharedSession session = open();
    Plan agreed = plan(session);
    assertThat(session.difference(agreed, saved(agreed))).isEmpty();
    apply(session, agreed.imagesOnly());

    try (ClusterSession another = ClusterSession.open(cluster, connection())) {
      NodeSelection one = new NodeSelection(List.of("sample-cp-1"), List.of());
      assertThat(
              another
                  .apply(another.plan(one, false), ApplyOptions.defaults(), ApplyLog.SILENT)
                  .complete())
          .isTrue();
    }

    assertThat(session.difference(plan(session), saved(agreed)))
        .contains(
            "The saved plan no longer holds: the live system changed while its templates were"
                + " built. No VM was touched. Plan again and look at it.");
  }

  private static SavedPlan saved(Plan plan) {
    return SavedPlan.parse(PlanJson.render(plan));
  }

  private static Plan plan(SharedSession session) {
    return session.plan(NodeSelection.all(), false, Optional::empty);
  }

  private static void apply(SharedSession session, Plan plan) {
    assertThat(
            session
                .apply(plan, 4, Duration.ofMinutes(1), ApplyLog.SILENT, RestartCare.NONE, () -> {})
                .complete())
        .isTrue();
  }

  private ProxmoxConnection connection() {
    String[] token = proxmox.token().split("=", 2);
    return ProxmoxConnection.to(ApiToken.of(token[0], token[1]), proxmox.url())
        .withTrust(Trust.fingerprint(proxmox.fingerprint()));
  }
}
