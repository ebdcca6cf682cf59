package io.github.talosforge.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.fixture.ClusterFixture;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.MacAddress;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.SmbiosUuid;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DerivedIdentityTest {
  private static final NodeName NODE = NodeName.of("talos-cplane-001");

  /** These values are in people's running clusters: a change here renames their machines. */
  @Test
  void derivedValuesNeverChangeFromReleaseToRelease() {
    DerivedIdentity identity = new DerivedIdentity("homelab");
    assertThat(identity.mac(NODE, 0, 0)).hasToString("BC:24:11:EE:90:AA");
    assertThat(identity.mac(NODE, 1, 0)).hasToString("BC:24:11:32:79:E6");
    assertThat(identity.uuid(NODE)).hasToString("1768cf76-ac04-8018-a4eb-35c9ba9d03ab");
    assertThat(identity.wwn(NODE, DiskKey.SYSTEM, 0)).hasToString("0x5186c1af35ee4eb1");
    assertThat(identity.wwn(NODE, DiskKey.volume("example"), 0)).hasToString("0x5192000a088c4da7");
  }

  @Test
  void uuidIsOfVersion8AndTheStandardVariant() {
    for (int i = 0; i < 100; i++) {
      SmbiosUuid uuid = new DerivedIdentity("homelab").uuid(NodeName.of("n" + i));
      assertThat(uuid.value().version()).isEqualTo(8);
      assertThat(uuid.value().variant()).isEqualTo(2);
    }
  }

  @Test
  void clusterNodeCardAndDiskAllMatter() {
    DerivedIdentity identity = new DerivedIdentity("homelab");
    DerivedIdentity other = new DerivedIdentity("office");
    assertThat(
            List.of(
                identity.mac(NODE, 0, 0),
                identity.mac(NODE, 1, 0),
                identity.mac(NODE, 0, 1),
                identity.mac(NodeName.of("x"), 0, 0),
                other.mac(NODE, 0, 0)))
        .doesNotHaveDuplicates();
    assertThat(identity.uuid(NODE)).isNotEqualTo(other.uuid(NODE));
    assertThat(
            List.of(
                identity.wwn(NODE, "a", 0),
                identity.wwn(NODE, "b", 0),
                identity.wwn(NODE, "a", 1),
                other.wwn(NODE, "a", 0)))
        .doesNotHaveDuplicates();
  }

  @Test
  void uidOutlivesARenamedCluster() {
    ClusterFixture before = ClusterFixture.empty().controlPlane("cp-1");
    before.name = "old";
    before.uid = Optional.of(ClusterUid.of("7f9c2ba4"));
    ClusterFixture after = ClusterFixture.empty().controlPlane("cp-1");
    after.name = "new";
    after.uid = before.uid;
    assertThat(new Allocator().allocate(after.build(), World.unknown()).layout())
        .isEqualTo(new Allocator().allocate(before.build(), World.unknown()).layout());
  }

  @Test
  void collidingMacsAreResolvedByNameInWhateverOrderNodesStand() {
    List<String> pair = collidingNames();
    Allocator allocator = new Allocator();
    Allocation forward =
        allocator.allocate(
            ClusterFixture.empty().worker(pair.get(0)).worker(pair.get(1)).build(),
            World.unknown());
    Allocation backward =
        allocator.allocate(
            ClusterFixture.empty().worker(pair.get(1)).worker(pair.get(0)).build(),
            World.unknown());
    assertThat(forward.layout()).isEqualTo(backward.layout());
    MacAddress shared = new DerivedIdentity("homelab").mac(NodeName.of(pair.get(0)), 0, 0);
    assertThat(Worlds.of(forward, pair.get(0)).macs()).containsExactly(shared);
    assertThat(Worlds.of(forward, pair.get(1)).macs())
        .containsExactly(new DerivedIdentity("homelab").mac(NodeName.of(pair.get(1)), 0, 1));
  }

  @Test
  void observedMacIsKeptAgainstANewNodeThatWouldComeFirst() {
    List<String> pair = collidingNames();
    MacAddress shared = new DerivedIdentity("homelab").mac(NodeName.of(pair.get(1)), 0, 0);
    ClusterFixture alone = ClusterFixture.empty().worker(pair.get(1));
    World built =
        Worlds.built(
            new Allocator().allocate(alone.build(), World.unknown()).layout(),
            List.of(),
            World.unknown());
    Allocation grown = new Allocator().allocate(alone.worker(pair.get(0)).build(), built);
    assertThat(Worlds.of(grown, pair.get(1)).macs()).containsExactly(shared);
    assertThat(Worlds.of(grown, pair.get(0)).macs()).doesNotContain(shared);
  }

  /** Returns two names, sorted, whose first cards' derived addresses are the same. */
  private static List<String> collidingNames() {
    DerivedIdentity identity = new DerivedIdentity("homelab");
    Map<MacAddress, String> seen = new HashMap<>();
    for (int i = 0; ; i++) {
      String name = "n" + i;
      String other = seen.put(identity.mac(NodeName.of(name), 0, 0), name);
      if (other != null) {
        return List.of(name, other).stream().sorted().toList();
      }
    }
  }
}
