package io.github.talosforge.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.config.ClusterFiles;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanJson;
import io.github.talosforge.plan.SavedPlan;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials.ApiToken;
import io.github.talosforge.proxmox.Trust;
import io.github.talosforge.simulator.Simulator;
import java.util.List;
import java.util.Set;
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
  private final ClusterSession session = ClusterSession.open(cluster, connection());
  private final AgreedPlan agreement = new AgreedPlan();

  @AfterEach
  void stop() {
    session.close();
    proxmox.close();
  }

  @Test
  void itHoldsWhenOnlyItsTemplatesWereBuilt() {
    Plan agreed = plan();
    assertThat(agreement.difference(agreed, new SavedPlan("sample", "another", Set.of())))
        .isPresent();
    assertThat(agreement.difference(agreed, saved(agreed))).isEmpty();

    apply(agreed.imagesOnly());
    Plan rest = plan();

    assertThat(rest.digest()).isNotEqualTo(agreed.digest());
    assertThat(agreement.difference(rest, saved(agreed))).isEmpty();
  }

  @Test
  void itNoLongerHoldsWhenSomebodyElseMadeANodeMeanwhile() {
    Plan agreed = plan();
    assertThat(agreement.difference(agreed, saved(agreed))).isEmpty();
    apply(agreed.imagesOnly());

    try (ClusterSession another = ClusterSession.open(cluster, connection())) {
      NodeSelection one = new NodeSelection(List.of("sample-cp-1"), List.of());
      assertThat(
              another
                  .apply(another.plan(one, false), ApplyOptions.defaults(), ApplyLog.SILENT)
                  .complete())
          .isTrue();
    }

    assertThat(agreement.difference(plan(), saved(agreed)))
        .contains(
            "The saved plan no longer holds: the live system changed while its templates were"
                + " built. No VM was touched. Plan again and look at it.");
  }

  private static SavedPlan saved(Plan plan) {
    return SavedPlan.parse(PlanJson.render(plan));
  }

  private Plan plan() {
    return session.plan(NodeSelection.all(), false);
  }

  private void apply(Plan plan) {
    assertThat(session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT).complete()).isTrue();
  }

  private ProxmoxConnection connection() {
    String[] token = proxmox.token().split("=", 2);
    return ProxmoxConnection.to(ApiToken.of(token[0], token[1]), proxmox.url())
        .withTrust(Trust.fingerprint(proxmox.fingerprint()));
  }
}
