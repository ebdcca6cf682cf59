package io.github.talosforge.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.allocation.DerivedIdentity;
import io.github.talosforge.model.ClusterName;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.SmbiosUuid;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.Claim.State;
import io.github.talosforge.observe.ObservedGuest.Kind;
import io.github.talosforge.observe.ObservedGuest.Power;
import io.github.talosforge.proxmox.property.Tags;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnershipTest {
  private static final ClusterUid UID = ClusterUid.of("4c1f0a52");
  private static final Ownership OWNERSHIP =
      new Ownership(
          ClusterName.of("homelab"),
          UID,
          OwnershipTest::uuid,
          List.of(NodeName.of("cp-1"), NodeName.of("worker-1")));

  private static SmbiosUuid uuid(NodeName node, NodePart part) {
    DerivedIdentity identity = DerivedIdentity.of(UID);
    return part == NodePart.DATA ? identity.dataUuid(node) : identity.uuid(node);
  }

  @ParameterizedTest(name = "{0}, {1}, uuid of {2}, marker {3}, lock {4}: {5} {6}")
  @CsvSource({
    // name, tags, uuid of, marker's uid/node, lock, state, node
    "cp-1,  talosforge;talosforge-homelab,   cp-1,  4c1f0a52/cp-1, ,       OURS,              "
        + " cp-1",
    "cp-1,  talosforge;talosforge-homelab,   cp-1,  ,              ,       OURS,              "
        + " cp-1",
    "cp-1,  talosforge;talosforge-homelab,   cp-1,  4c1f0a52/cp-1, backup, OURS,              "
        + " cp-1",
    "old,   talosforge;talosforge-homelab,   old,   4c1f0a52/old,  ,       OURS,               old",
    "other, talosforge;talosforge-homelab,   cp-1,  4c1f0a52/cp-1, ,       RENAMED,           "
        + " cp-1",
    "other, talosforge;talosforge-homelab,   cp-1,  ,              ,       RENAMED,           "
        + " cp-1",
    "cp-1,  talosforge;talosforge-lab,       cp-1,  4c1f0a52/cp-1, ,       OTHER_CLUSTER_NAME,"
        + " cp-1",
    "cp-1,  mine,                            cp-1,  4c1f0a52/cp-1, ,       TAGS_LOST,         "
        + " cp-1",
    "cp-1,  ,                                ,      4c1f0a52/cp-1/2001, ,  UNFINISHED,        "
        + " cp-1",
    "cp-1,  talosforge-template;talos-v1,    ,      4c1f0a52/cp-1/2001, ,  UNFINISHED,        "
        + " cp-1",
    "cp-1,  ,                                ,      4c1f0a52/cp-1, ,       UNPROVEN,          "
        + " cp-1",
    "other, ,                                ,      4c1f0a52/cp-1/2001, ,  COPY,              "
        + " cp-1",
    "cp-1,  talosforge;talosforge-homelab,   cp-1,  4c1f0a52/cp-1/2001, ,  OURS,              "
        + " cp-1",
    "cp-1,  talosforge;talosforge-homelab,   cp-1,  4c1f0a52/cp-1/2002, ,  COPY,              "
        + " cp-1",
    "cp-1,  talosforge;talosforge-lab,       cp-1,  4c1f0a52/cp-1/2002, ,  COPY,              "
        + " cp-1",
    "other, talosforge;talosforge-homelab,   cp-1,  4c1f0a52/cp-1/2002, ,  COPY,              "
        + " cp-1",
    "cp-1,  mine,                            cp-1,  4c1f0a52/cp-1/2002, ,  COPY,              "
        + " cp-1",
    "cp-1,  ,                                ,      4c1f0a52/cp-1/2002, ,  COPY,              "
        + " cp-1",
    "cp-1,  ,                                ,      4c1f0a52/cp-1/2002, clone, COPY,          "
        + " cp-1",
    "cp-1,  ,                                ,      4c1f0a52/cp-1/2001, clone, BEING_MADE,    "
        + " cp-1",
    "cp-1,  ,                                ,      4c1f0a52/cp-1, clone,  BEING_MADE,        "
        + " cp-1",
    "'',    ,                                ,      ,              clone,  BEING_MADE,         ",
    "'',    ,                                ,      ,              create, BEING_MADE,         ",
    "'',    ,                                ,      ,              destroyed, BEING_MADE,      ",
    "mail,  ,                                ,      ,              clone,  FOREIGN,            ",
    "cp-1,  talosforge;talosforge-homelab,   ,      4c1f0a52/cp-1, ,       COPY,              "
        + " cp-1",
    "copy,  talosforge;talosforge-homelab,   ,      4c1f0a52/cp-1, ,       COPY,              "
        + " cp-1",
    "copy,  ,                                ,      4c1f0a52/cp-1, ,       COPY,              "
        + " cp-1",
    "cp-1,  talosforge;talosforge-homelab,   ,      ffffffff/cp-1, ,       FOREIGN,            ",
    "cp-1,  ,                                ,      ffffffff/cp-1, ,       FOREIGN,            ",
    "cp-1,  ,                                ,      ,              ,       FOREIGN,            ",
    "mail,  ,                                ,      ,              ,       FOREIGN,            ",
  })
  void everyState(
      String name,
      String tags,
      String uuidOf,
      String marker,
      String lock,
      State state,
      String node) {
    Map<String, String> values = new TreeMap<>();
    put(values, "name", name.isEmpty() ? null : name);
    put(values, "tags", tags);
    put(
        values,
        "smbios1",
        "uuid=" + (uuidOf == null ? "11111111-2222-4333-8444-555555555555" : uuid(uuidOf)));
    put(values, "description", marker == null ? null : markerLine(marker));
    put(values, "lock", lock);

    Claim claim = OWNERSHIP.claim(guest(Kind.VM, name, tags, lock, Optional.of(values)), true);

    assertThat(claim.state()).isEqualTo(state);
    assertThat(claim.node()).isEqualTo(Optional.ofNullable(node).map(NodeName::of));
    assertThat(claim.isWritable()).isEqualTo(state == State.OURS || state == State.UNFINISHED);
  }

  @ParameterizedTest(name = "{0}, tags {1}, marker {2}: {3}")
  @CsvSource({
    "cp-1,  ,                              4c1f0a52/cp-1/2001, UNFINISHED",
    "cp-1,  mine,                          4c1f0a52/cp-1/2001, UNFINISHED",
    "cp-1,  ,                              4c1f0a52/cp-1, UNPROVEN",
    "cp-1,  ,                              4c1f0a52/cp-1/2002, COPY",
    "cp-1,  talosforge;talosforge-homelab, 4c1f0a52/cp-1, OURS",
    "cp-1,  talosforge;talosforge-lab,     4c1f0a52/cp-1, OTHER_CLUSTER_NAME",
    "other, ,                              4c1f0a52/cp-1, TAGS_LOST",
    "cp-1,  ,                              ,              TAGS_LOST",
    "cp-1,  ,                              4c1f0a52/cp-2, TAGS_LOST",
  })
  void uuidThatWaitsMayBeOfACallThatBrokeOff(String name, String tags, String marker, State state) {
    Map<String, String> values = new TreeMap<>(Map.of("name", name));
    put(values, "tags", tags);
    put(values, "smbios1", "uuid=11111111-2222-4333-8444-555555555555");
    put(values, "description", marker == null ? null : markerLine(marker));
    GuestConfiguration configuration =
        new GuestConfiguration(
            values, Map.of("smbios1", "uuid=" + uuid("cp-1")), Set.of(), "digest");

    Claim claim =
        OWNERSHIP.claim(
            ObservedGuest.read(VmId.of(2001), HostName.of("pve1"), configuration), true);

    assertThat(claim.state()).isEqualTo(state);
  }

  @Test
  void whoRunsWasNeverBrokenOff() {
    Map<String, String> marks =
        Map.of("name", "cp-1", "description", markerLine("4c1f0a52/cp-1/2001"));
    Map<String, String> waiting = Map.of("smbios1", "uuid=" + uuid("cp-1"));

    assertThat(OWNERSHIP.claim(running(marks, waiting), true).state()).isEqualTo(State.TAGS_LOST);
    assertThat(OWNERSHIP.claim(running(marks, Map.of()), true).state()).isEqualTo(State.UNPROVEN);
  }

  private static ObservedGuest running(Map<String, String> values, Map<String, String> waiting) {
    return new ObservedGuest(
        VmId.of(2001),
        Kind.VM,
        HostName.of("pve1"),
        "cp-1",
        Power.RUNNING,
        Set.of(),
        Optional.empty(),
        Optional.empty(),
        0,
        0,
        Optional.empty(),
        Optional.of(new GuestConfiguration(values, waiting, Set.of(), "digest")));
  }

  @ParameterizedTest(name = "{0} {1} {2}, host online {3}: {4}")
  @CsvSource({
    "VM,        cp-1, talosforge;talosforge-homelab, false, UNREACHABLE",
    "VM,        '',   talosforge;talosforge-homelab, false, UNREACHABLE",
    "VM,        cp-1, ,                              false, FOREIGN",
    "VM,        cp-1, talosforge;talosforge-homelab, true,  FOREIGN",
    "TEMPLATE,  cp-1, talosforge;talosforge-homelab, true,  FOREIGN",
    "CONTAINER, cp-1, talosforge;talosforge-homelab, false, FOREIGN",
  })
  void whatCouldNotBeReadIsNeverOurs(
      Kind kind, String name, String tags, boolean online, State state) {
    Claim claim = OWNERSHIP.claim(guest(kind, name, tags, null, Optional.empty()), online);

    assertThat(claim.state()).isEqualTo(state);
    assertThat(claim.isWritable()).isFalse();
  }

  private static ObservedGuest guest(
      Kind kind, String name, String tags, String lock, Optional<Map<String, String>> values) {
    Set<String> listed = tags == null ? Set.of() : Tags.parse(tags).names();
    return new ObservedGuest(
        VmId.of(2001),
        kind,
        HostName.of("pve1"),
        name,
        Power.STOPPED,
        listed,
        Optional.ofNullable(lock),
        Optional.empty(),
        0,
        0,
        Optional.empty(),
        values.map(current -> new GuestConfiguration(current, Map.of(), Set.of(), "d")));
  }

  private static SmbiosUuid uuid(String node) {
    return DerivedIdentity.of(UID).uuid(NodeName.of(node));
  }

  private static String markerLine(String marker) {
    String[] parts = marker.split("/", 3);
    return new Marker(
            ClusterUid.of(parts[0]),
            NodeName.of(parts[1]),
            NodePart.SYSTEM,
            Optional.of(parts).filter(all -> all.length == 3).map(all -> VmId.of(all[2])))
        .describe("notes");
  }

  private static void put(Map<String, String> values, String key, String value) {
    if (value != null) {
      values.put(key, value);
    }
  }
}
