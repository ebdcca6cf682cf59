package io.github.talosforge.simulator.kubernetes.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.simulator.kubernetes.object.Kind;
import io.github.talosforge.simulator.kubernetes.object.ObjectStore;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Random;

/** What can be said of pods, and how they end. */
public final class Pods {
  private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
  private static final int GRACE = 30;

  private Pods() {}

  /** Whether a pod is asked to end. */
  static boolean isEnding(JsonNode pod) {
    return pod.path("metadata").has("deletionTimestamp");
  }

  static boolean isReady(JsonNode pod) {
    return Conditions.isTrue(pod, "Ready");
  }

  static String node(JsonNode pod) {
    return pod.path("spec").path("nodeName").asText();
  }

  static boolean isOwnedBy(JsonNode pod, JsonNode owner) {
    JsonNode uid = owner.path("metadata").path("uid");
    for (JsonNode reference : pod.path("metadata").path("ownerReferences")) {
      if (reference.path("uid").equals(uid)) {
        return true;
      }
    }
    return false;
  }

  static void own(ObjectNode object, JsonNode owner) {
    object
        .withObject("/metadata")
        .putArray("ownerReferences")
        .addObject()
        .put("apiVersion", owner.path("apiVersion").asText())
        .put("kind", owner.path("kind").asText())
        .put("name", owner.path("metadata").path("name").asText())
        .put("uid", owner.path("metadata").path("uid").asText())
        .put("controller", true)
        .put("blockOwnerDeletion", true);
  }

  /** The end of a generated name, without vowels as the real one. */
  public static String suffix(Random chance, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(LETTERS.charAt(chance.nextInt(LETTERS.length())));
    }
    return text.toString();
  }

  /**
   * Asks a pod to end: its kubelet removes it; with no grace at all it is removed at once.
   *
   * @param store where it is
   * @param pod the pod
   * @param grace how many seconds it may take; negative: what the pod says
   * @return the pod as it is now
   */
  public static ObjectNode end(ObjectStore store, ObjectNode pod, long grace) {
    long seconds =
        grace >= 0 ? grace : pod.path("spec").path("terminationGracePeriodSeconds").asLong(GRACE);
    if (seconds == 0 || node(pod).isEmpty()) {
      return store.delete(Kind.POD, pod);
    }
    if (isEnding(pod)) {
      return pod;
    }
    Instant end = store.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(seconds);
    pod.withObject("/metadata")
        .put("deletionTimestamp", end.toString())
        .put("deletionGracePeriodSeconds", seconds);
    return store.update(Kind.POD, pod);
  }

  /** When a pod was asked to end. */
  static Instant asked(JsonNode pod) {
    JsonNode metadata = pod.path("metadata");
    return Instant.parse(metadata.path("deletionTimestamp").asText())
        .minusSeconds(metadata.path("deletionGracePeriodSeconds").asLong());
  }
}
