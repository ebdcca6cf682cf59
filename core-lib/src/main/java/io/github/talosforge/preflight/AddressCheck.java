package io.github.talosforge.preflight;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.VmId;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.net.RefusedTargetException;
import io.github.talosforge.plan.AddVolumes;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.VmChange;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/**
 * Knocks at the addresses that new nodes are to get. Silence proves nothing; an answer, be it a
 * refusal, says that somebody is there.
 */
final class AddressCheck {
  private static final int TALOS_API = 50000;
  private static final Duration PATIENCE = Duration.ofMillis(400);

  private AddressCheck() {}

  static List<Finding> check(Plan plan, Optional<String> vip, Dialer dialer) {
    Map<String, String> expected = new TreeMap<>();
    Set<VmId> rebuilt =
        plan.changes(DestroyVm.class).stream()
            .map(destroy -> destroy.vm().vmId())
            .collect(Collectors.toSet());
    for (CreateVm create : plan.changes(CreateVm.class)) {
      if (rebuilt.contains(create.vm().vmId())) {
        continue;
      }
      create
          .vm()
          .address()
          .ifPresent(address -> expected.put(address.toString(), "node " + create.vm().node()));
    }
    if (!expected.isEmpty() && everyNodeIsNew(plan)) {
      vip.ifPresent(address -> expected.put(address, "the cluster's virtual address"));
    }
    return knock(expected, dialer);
  }

  /** Knocks at addresses of which each has somebody who is to get it. */
  static List<Finding> knock(Map<String, String> expected, Dialer dialer) {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<CompletableFuture<Optional<Finding>>> knocks =
          expected.entrySet().stream()
              .map(
                  entry ->
                      CompletableFuture.supplyAsync(
                          () -> knock(entry.getKey(), entry.getValue(), dialer), threads))
              .toList();
      return knocks.stream().map(CompletableFuture::join).flatMap(Optional::stream).toList();
    } finally {
      threads.shutdown();
    }
  }

  /** A live cluster answers at its virtual address, as it should. */
  private static boolean everyNodeIsNew(Plan plan) {
    return plan.unchanged().isEmpty()
        && plan.left().isEmpty()
        && plan.changes().stream()
            .noneMatch(
                change ->
                    change instanceof VmChange
                        && !(change instanceof CreateVm || change instanceof AddVolumes));
  }

  private static Optional<Finding> knock(String address, String owner, Dialer dialer) {
    try (Socket answer = dialer.connect(address, TALOS_API, PATIENCE)) {
      return Optional.of(answers(address, owner, answer.isConnected()));
    } catch (RefusedTargetException e) {
      return Optional.empty();
    } catch (ConnectException e) {
      boolean refused = String.valueOf(e.getMessage()).contains("refused");
      return refused ? Optional.of(answers(address, owner, false)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Finding answers(String address, String owner, boolean talos) {
    return PreflightFinding.ADDRESS_ANSWERS.finding(
        "Somebody answers at "
            + address
            + ", the address of "
            + owner
            + (talos ? ", and on Talos' port." : "."),
        "Give the node another address, or switch off what uses this one.");
  }
}
