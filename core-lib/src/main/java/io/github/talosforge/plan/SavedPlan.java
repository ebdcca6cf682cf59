package io.github.talosforge.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A plan that somebody looked at and kept. It is carried out only while the files and the live
 * system still lead to the very same plan.
 *
 * @param cluster the cluster's name
 * @param digest what the plan does, and to which VMs
 * @param changes the names of its changes
 */
public record SavedPlan(String cluster, String digest, Set<String> changes) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Keeps an own copy of the set. */
  public SavedPlan {
    changes = Set.copyOf(changes);
  }

  /**
   * Reads what {@link PlanJson} wrote.
   *
   * @param json the text
   * @return the plan
   * @throws IllegalArgumentException with a sentence if it is no such text
   */
  public static SavedPlan parse(String json) {
    JsonNode root = tree(json);
    String schema = root.path("schema").asText();
    if (!schema.equals(PlanJson.SCHEMA)) {
      throw new IllegalArgumentException(
          "This is no plan of this release: its schema is '"
              + schema
              + "', not '"
              + PlanJson.SCHEMA
              + "'. Plan again.");
    }
    Set<String> changes = new TreeSet<>();
    root.path("changes").forEach(change -> changes.add(change.path("id").asText()));
    return new SavedPlan(root.path("cluster").asText(), root.path("digest").asText(), changes);
  }

  private static JsonNode tree(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "This is no plan: it is not JSON (" + e.getOriginalMessage() + "). Plan again.", e);
    }
  }

  /**
   * Compares with the plan that would be made now.
   *
   * @param now the plan of this moment
   * @return what is different, in a sentence with the next step; empty if the plan still holds
   */
  public Optional<String> difference(Plan now) {
    if (!cluster.equals(now.cluster().value())) {
      return Optional.of(
          "The saved plan is for cluster " + cluster + ", not " + now.cluster() + ".");
    }
    if (digest.equals(now.digest())) {
      return Optional.empty();
    }
    Set<String> ids = new TreeSet<>();
    now.changes().forEach(change -> ids.add(change.id().value()));
    return Optional.of(
        "The saved plan no longer holds: "
            + words(without(ids, changes), without(changes, ids))
            + ". Nothing was done. Plan again and look at it.");
  }

  private static Set<String> without(Set<String> these, Set<String> those) {
    Set<String> rest = new TreeSet<>(these);
    rest.removeAll(those);
    return rest;
  }

  private static String words(Set<String> added, Set<String> gone) {
    if (added.isEmpty() && gone.isEmpty()) {
      return "its VMs or the values that it writes are others by now";
    }
    String more = added.isEmpty() ? "" : "it lacks " + String.join(", ", added);
    String less =
        gone.isEmpty() ? "" : "it has no need of " + String.join(", ", gone) + " any more";
    return more.isEmpty() || less.isEmpty() ? more + less : more + ", and " + less;
  }
}
