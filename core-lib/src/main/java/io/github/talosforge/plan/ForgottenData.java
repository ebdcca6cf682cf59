package io.github.talosforge.plan;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.observe.Claim;
import io.github.talosforge.observe.NodePart;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Names data VMs whose node is neither in the files nor seen: nobody else speaks of them. */
final class ForgottenData {
  private final PlanRequest request;
  private final Draft draft;

  ForgottenData(PlanRequest request, Draft draft) {
    this.request = request;
    this.draft = draft;
  }

  void report() {
    List<Claim> claims = request.owned().claims();
    Set<NodeName> known = new HashSet<>();
    request.spec().nodes().stream().map(NodeSpec::name).forEach(known::add);
    claims.stream()
        .filter(claim -> claim.part() == NodePart.SYSTEM && isOurs(claim))
        .forEach(claim -> claim.node().ifPresent(known::add));
    for (Claim claim : claims) {
      if (claim.part() == NodePart.DATA && isOurs(claim)) {
        claim.node().filter(node -> !known.contains(node)).ifPresent(node -> report(claim, node));
      }
    }
  }

  private static boolean isOurs(Claim claim) {
    return switch (claim.state()) {
      case UNPROVEN, COPY, FOREIGN -> false;
      default -> true;
    };
  }

  private void report(Claim claim, NodeName node) {
    String destroy = "removeNode --with-data --node=" + node;
    draft.report(
        PlanFinding.VM_UNLISTED,
        null,
        claim.guest().label()
            + " keeps the data of node "
            + node
            + ", of which no VM is seen and which the files do not name; it is left alone.",
        "Put the node back into the files, or have its data destroyed for ever: "
            + destroy
            + " --plan-only shows it, "
            + destroy
            + " "
            + Confirmation.of(request.spec().name(), NodeSelection.only(node), Set.of(node))
                .option()
            + " does it.");
  }
}
