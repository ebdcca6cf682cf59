package io.github.talosforge.plan;

import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.ObservedGuest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Sums up what a plan does and the VMs that it was made for. */
final class PlanDigest {
  private final MessageDigest sha;

  private PlanDigest(MessageDigest sha) {
    this.sha = sha;
  }

  static String of(List<Change> changes, List<ObservedGuest> own) {
    try {
      PlanDigest digest = new PlanDigest(MessageDigest.getInstance("SHA-256"));
      own.forEach(digest::add);
      changes.forEach(digest::add);
      return HexFormat.of().formatHex(digest.sha.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  /** Sums up further changes; a plan without any keeps its digest. */
  static String more(String digest, List<? extends Change> changes) {
    if (changes.isEmpty()) {
      return digest;
    }
    try {
      PlanDigest sum = new PlanDigest(MessageDigest.getInstance("SHA-256"));
      sum.add(digest);
      changes.forEach(sum::add);
      return HexFormat.of().formatHex(sum.sha.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  private void add(ObservedGuest guest) {
    String config = guest.configuration().map(GuestConfiguration::digest).orElse("");
    add(guest.id() + " " + guest.host() + " " + guest.power() + " " + config);
  }

  private void add(Change change) {
    add(change.id().value());
    if (change instanceof CreateVm create) {
      add(create.vm() + " " + create.source() + " " + create.pool() + " " + create.start());
      add(create.description() + " " + create.sizes());
      create.configuration().values().forEach((key, value) -> add(key + "=" + value));
    } else if (change instanceof ChangeConfiguration configure) {
      configure.values().forEach((key, value) -> add(key + "=" + value));
    } else {
      add(change.toString());
    }
  }

  private void add(String line) {
    sha.update((line + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
