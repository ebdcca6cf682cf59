package io.github.talosforge.backup;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.talosforge.redaction.Redaction;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What lies beside a backup as JSON: what it is of, and how it is proven. It holds no secret.
 *
 * @param schema {@link #SCHEMA}
 * @param file the backup's name
 * @param bytes its size as it lies there, encrypted or not
 * @param sha256 its SHA-256 as it lies there
 * @param recipients the age recipients that it is encrypted for; none: it is in clear
 * @param taken when its stream was begun, by this machine's clock
 * @param cluster whose it is
 * @param files the versions that the cluster's files named at that time, whatever ran
 * @param etcd the member that streamed it, right before it did
 * @param snapshot what it streamed
 */
public record BackupNote(
    String schema,
    String file,
    long bytes,
    String sha256,
    List<String> recipients,
    String taken,
    Cluster cluster,
    Versions files,
    Etcd etcd,
    Snapshot snapshot) {
  /** The version of the schema. */
  public static final String SCHEMA = "talosforge-backup/1";

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  /** Keeps an own copy of the list. */
  public BackupNote {
    recipients = List.copyOf(recipients);
    Objects.requireNonNull(file);
    Objects.requireNonNull(sha256);
    Objects.requireNonNull(taken);
  }

  /**
   * A cluster.
   *
   * @param name its name
   * @param uid its uid
   * @param endpoint where its API is reached, which a restored one must keep
   * @param etcdCa the SHA-256 of the certificate of etcd's authority: only secrets with the same
   *     one open what is restored
   */
  public record Cluster(String name, String uid, String endpoint, String etcdCa) {
    /** Without a uid nobody knows whose it is. */
    public Cluster {
      Objects.requireNonNull(uid);
    }
  }

  /**
   * Versions.
   *
   * @param talos that of Talos
   * @param kubernetes that of Kubernetes
   */
  public record Versions(String talos, String kubernetes) {}

  /**
   * A member of etcd, and what it said.
   *
   * @param node the node that it runs on
   * @param member its id, 16 hex digits
   * @param leader whether it led
   * @param version the version of etcd
   * @param storageVersion the version of the data's form; empty where it does not say
   * @param raftTerm how often a leader was elected
   * @param appliedIndex the last entry of etcd's log that was in its data; no revision
   * @param databaseBytes the size of its database
   * @param members all members
   */
  public record Etcd(
      String node,
      String member,
      boolean leader,
      String version,
      String storageVersion,
      long raftTerm,
      long appliedIndex,
      long databaseBytes,
      List<Member> members) {
    /** Keeps an own copy of the list. */
    public Etcd {
      members = List.copyOf(members);
    }
  }

  /**
   * A member.
   *
   * @param id its id, 16 hex digits
   * @param name the name of its machine
   * @param peerUrls where others reach it
   * @param learner whether it had no vote yet
   */
  public record Member(String id, String name, List<String> peerUrls, boolean learner) {
    /** Keeps an own copy of the list. */
    public Member {
      peerUrls = List.copyOf(peerUrls);
    }
  }

  /**
   * What was streamed.
   *
   * @param bytes its size, with the 32 bytes of its own SHA-256
   * @param sha256 that SHA-256, of all bytes before it
   * @param revision the last revision in it; null in an encrypted backup, whose pages pass only
   *     once
   */
  public record Snapshot(long bytes, String sha256, @Nullable Long revision) {}

  /** Tells whether the backup is encrypted. */
  boolean encrypted() {
    return !recipients.isEmpty();
  }

  /**
   * Writes the note as JSON.
   *
   * @return the text
   */
  public String json() {
    try {
      return Redaction.jsonByForm(MAPPER.writeValueAsString(this));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A record can always be written", e);
    }
  }

  /**
   * Reads a note.
   *
   * @param text what may be one
   * @return the note; empty if it is something else
   * @throws BackupException if it is one and cannot be understood
   */
  static Optional<BackupNote> read(String text) {
    JsonNode tree;
    try {
      tree = MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
    if (!tree.path("schema").asText().equals(SCHEMA)) {
      return Optional.empty();
    }
    try {
      return Optional.of(MAPPER.treeToValue(tree, BackupNote.class));
    } catch (JsonProcessingException e) {
      throw new BackupException(e.getOriginalMessage(), e);
    }
  }
}
