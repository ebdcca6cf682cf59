package io.github.talosforge.simulator.kubernetes.object;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.simulator.talos.KeySpace;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a cluster. They live in etcd's keys and nowhere else; what is kept here is only
 * their parsed form. Used inside of the world's lock. What is given out may be changed freely.
 */
public final class ObjectStore {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NOTES = "/registry/simulated/";

  private final Supplier<KeySpace> etcd;
  private final Supplier<Instant> clock;
  private final Consumer<Change> watchers;
  private final Map<String, Parsed> parsed = new HashMap<>();
  private @Nullable KeySpace steady;

  private record Parsed(String text, ObjectNode object) {}

  /**
   * A store.
   *
   * @param etcd gives the keys
   * @param clock gives the time
   * @param watchers is told of every write
   */
  public ObjectStore(Supplier<KeySpace> etcd, Supplier<Instant> clock, Consumer<Change> watchers) {
    this.etcd = etcd;
    this.clock = clock;
    this.watchers = watchers;
  }

  /**
   * Does something in which no machine starts or stops: whether etcd has a quorum is asked once.
   *
   * @param work what only reads and writes objects
   */
  public void steadily(Runnable work) {
    steady = keys();
    try {
      work.run();
    } finally {
      steady = null;
    }
  }

  private KeySpace keys() {
    if (steady != null) {
      return steady;
    }
    KeySpace keys = etcd.get();
    if (!keys.hasQuorum()) {
      throw Refusal.withoutEtcd();
    }
    return keys;
  }

  /** The number of the last write. */
  public long revision() {
    return keys().revision();
  }

  /** The present. */
  public Instant now() {
    return clock.get();
  }

  /** The present, to the second, as objects carry it. */
  public String timestamp() {
    return now().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** An object, if it is there. */
  public Optional<ObjectNode> find(Kind kind, @Nullable String namespace, String name) {
    String key = kind.key(namespace, name);
    return keys().get(key).map(text -> parse(key, text).deepCopy());
  }

  /** An object that must be there. */
  public ObjectNode get(Kind kind, @Nullable String namespace, String name) {
    return find(kind, namespace, name).orElseThrow(() -> Refusal.notFound(kind, name));
  }

  /** All objects of a kind, or those of one namespace. */
  public List<ObjectNode> list(Kind kind, @Nullable String namespace) {
    List<ObjectNode> objects = new ArrayList<>();
    keys()
        .range(kind.prefix(namespace))
        .forEach((key, text) -> objects.add(parse(key, text).deepCopy()));
    return objects;
  }

  /** Whether any object of a kind is as wanted. Who asks changes nothing in it. */
  public boolean has(Kind kind, Predicate<ObjectNode> wanted) {
    return keys().range(kind.prefix(null)).entrySet().stream()
        .map(entry -> parse(entry.getKey(), entry.getValue()))
        .anyMatch(wanted);
  }

  /** The objects of a kind that are as wanted. Who asks changes nothing in the others. */
  public List<ObjectNode> matching(Kind kind, Predicate<ObjectNode> wanted) {
    return keys().range(kind.prefix(null)).entrySet().stream()
        .map(entry -> parse(entry.getKey(), entry.getValue()))
        .filter(wanted)
        .map(ObjectNode::deepCopy)
        .toList();
  }

  /** Adds an object. */
  public ObjectNode create(Kind kind, ObjectNode draft) {
    ObjectNode object = normalised(draft);
    ObjectNode metadata = object.withObject("/metadata");
    String name = metadata.path("name").asText();
    if (find(kind, metadata.path("namespace").textValue(), name).isPresent()) {
      throw Refusal.alreadyExists(kind, name);
    }
    metadata.put("uid", UUID.randomUUID().toString()).put("creationTimestamp", timestamp());
    if (object.has("spec")) {
      metadata.put("generation", 1);
    }
    return write(kind, object, null);
  }

  /**
   * Replaces an object; one that says which version it replaces must be right. Writing what is
   * there already is no write.
   */
  public ObjectNode update(Kind kind, ObjectNode changed) {
    JsonNode metadata = changed.path("metadata");
    String name = metadata.path("name").asText();
    ObjectNode before = get(kind, metadata.path("namespace").textValue(), name);
    ObjectNode after = normalised(changed);
    checkVersion(kind, name, before, after);
    keepIdentity(before, after);
    if (after.equals(before)) {
      return after;
    }
    if (!after.path("spec").equals(before.path("spec"))) {
      long generation = before.path("metadata").path("generation").asLong();
      after.withObject("/metadata").put("generation", generation + 1);
    }
    return write(kind, after, before);
  }

  private static void keepIdentity(ObjectNode before, ObjectNode after) {
    ObjectNode metadata = after.withObject("/metadata");
    for (String fixed : List.of("uid", "creationTimestamp", "resourceVersion", "generation")) {
      JsonNode value = before.path("metadata").get(fixed);
      if (value == null) {
        metadata.remove(fixed);
      } else {
        metadata.set(fixed, value);
      }
    }
    after.put("kind", before.path("kind").asText());
    after.put("apiVersion", before.path("apiVersion").asText());
  }

  private static void checkVersion(Kind kind, String name, ObjectNode before, ObjectNode after) {
    JsonNode old = before.path("metadata");
    JsonNode wanted = after.path("metadata");
    String version = wanted.path("resourceVersion").asText();
    if (!version.isEmpty() && !version.equals(old.path("resourceVersion").asText())) {
      throw Refusal.conflict(
          kind,
          name,
          "the object has been modified; please apply your changes to the latest version and try"
              + " again");
    }
    String uid = wanted.path("uid").asText();
    if (!uid.isEmpty() && !uid.equals(old.path("uid").asText())) {
      throw Refusal.conflict(
          kind,
          name,
          "Precondition failed: UID in precondition: "
              + uid
              + ", UID in object meta: "
              + old.path("uid").asText());
    }
  }

  private ObjectNode write(Kind kind, ObjectNode object, @Nullable ObjectNode before) {
    KeySpace keys = keys();
    object.put("kind", kind.title()).put("apiVersion", kind.apiVersion());
    long next = keys.revision() + 1;
    object.withObject("/metadata").put("resourceVersion", Long.toString(next));
    JsonNode metadata = object.path("metadata");
    String key = kind.key(metadata.path("namespace").textValue(), metadata.path("name").asText());
    String text = text(object);
    keys.put(key, text);
    ObjectNode written = parse(key, text);
    watchers.accept(new Change(kind, before, written, false, next));
    return written.deepCopy();
  }

  /** Removes an object. */
  public ObjectNode delete(Kind kind, ObjectNode object) {
    KeySpace keys = keys();
    JsonNode metadata = object.path("metadata");
    String namespace = metadata.path("namespace").textValue();
    String name = metadata.path("name").asText();
    ObjectNode gone = get(kind, namespace, name);
    String key = kind.key(namespace, name);
    if (keys.delete(key)) {
      parsed.remove(key);
    }
    long revision = keys.revision();
    gone.withObject("/metadata").put("resourceVersion", Long.toString(revision));
    watchers.accept(new Change(kind, gone, gone, true, revision));
    return gone.deepCopy();
  }

  /** A note of the cluster's own that is no object. */
  public String note(String name) {
    return keys().get(NOTES + name).orElse("");
  }

  /** Writes a note of the cluster's own. */
  public void note(String name, String text) {
    if (!note(name).equals(text)) {
      keys().put(NOTES + name, text);
    }
  }

  private ObjectNode parse(String key, String text) {
    Parsed known = parsed.get(key);
    if (known != null && known.text().equals(text)) {
      return known.object();
    }
    ObjectNode object = read(text);
    parsed.put(key, new Parsed(text, object));
    return object;
  }

  /** The same, with each number as a reader would see it, so that equal objects are equal. */
  private static ObjectNode normalised(ObjectNode object) {
    return read(text(object));
  }

  private static ObjectNode read(String text) {
    try {
      return (ObjectNode) JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("This is no JSON: " + text, e);
    }
  }

  private static String text(ObjectNode object) {
    try {
      return JSON.writeValueAsString(object);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot write an object as JSON", e);
    }
  }
}
