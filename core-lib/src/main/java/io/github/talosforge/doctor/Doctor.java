package io.github.talosforge.doctor;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.image.ImageFactory;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.observe.OwnedCluster;
import io.github.talosforge.plan.Planner;
import io.github.talosforge.preflight.Account;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import java.net.URI;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Looks whether a Proxmox cluster is fit for what the files want, before anything is planned. It
 * needs no secrets and no {@code cluster_uid}, takes whatever rights it has, and writes nothing.
 */
public final class Doctor {
  private final ProxmoxClient client;
  private final Dialer dialer;
  private final Account account;
  private final Function<URI, ImageFactory> factories;

  /**
   * Prepares to look.
   *
   * @param client the connection to Proxmox
   * @param dialer what knocks at addresses
   * @param account whose rights are looked at
   * @param factories opens the Image Factory at an address
   */
  public Doctor(
      ProxmoxClient client, Dialer dialer, Account account, Function<URI, ImageFactory> factories) {
    this.client = client;
    this.dialer = dialer;
    this.account = account;
    this.factories = factories;
  }

  /**
   * Looks at everything; what cannot be seen is a line of its own.
   *
   * @param files the cluster as its files describe it
   * @param look looks at what Proxmox VE lists; the cluster has a uid then, if only for this look
   * @return what is said about each thing; one line only if Proxmox VE is not reached
   */
  public Diagnosis diagnose(ClusterSpec files, Function<ClusterSpec, OwnedCluster> look) {
    List<Line> lines = new ArrayList<>();
    ClusterUid uid =
        files
            .uid()
            .orElseGet(
                () -> {
                  ClusterUid fresh = Planner.freshUid(new SecureRandom());
                  for (Finding missing : Planner.withoutUid(files, fresh).findings().findings()) {
                    lines.add(Line.of(Topic.PROXMOX, "cluster_uid", missing));
                  }
                  return fresh;
                });
    OwnedCluster owned;
    try {
      owned = look.apply(files.withUid(uid));
    } catch (ProxmoxException e) {
      return new Diagnosis(List.of(Line.failed(Topic.PROXMOX, "connection", Verdict.PROBLEM, e)));
    }
    Facts facts = new Reading(client, dialer, account, factories, owned).facts();
    lines.addAll(ServerLines.of(facts));
    lines.addAll(RightLines.of(facts));
    lines.addAll(TagLines.of(facts));
    lines.addAll(HostLines.of(facts));
    lines.addAll(ProcessorLines.of(facts));
    lines.addAll(StorageLines.of(facts));
    lines.addAll(BridgeLines.of(facts));
    lines.addAll(OutsideLines.of(facts));
    return new Diagnosis(lines);
  }
}
