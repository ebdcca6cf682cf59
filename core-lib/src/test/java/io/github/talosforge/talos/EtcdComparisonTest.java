package io.github.talosforge.talos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What members of etcd say is well only together. */
class EtcdComparisonTest {
  private static EtcdStatus member(long id, long leader, long applied, boolean learner) {
    return new EtcdStatus(
        id, leader, 20, learner, List.of(), "3.6.5", "3.6.0", 2, applied, 10, applied);
  }

  private static EtcdComparison of(EtcdStatus... members) {
    Map<String, EtcdStatus> named = new LinkedHashMap<>();
    for (EtcdStatus member : members) {
      named.put("cp-" + member.memberId(), member);
    }
    return new EtcdComparison(named);
  }

  @Test
  void aMemberMayBeBehindByWhatTheLeaderKeepsForItAndNoMore() {
    EtcdStatus newest = member(1, 1, 10_000, false);

    assertThat(of(newest, member(2, 1, 5_000, false)).lagging()).isEmpty();
    assertThat(of(newest, member(2, 1, 4_999, false)).lagging())
        .containsExactly(
            Map.entry(
                "cp-2", "etcd lags 5001 entries behind the other members (allowed are 5000)"));
    assertThat(of(newest, member(2, 1, 0, true)).lagging()).as("a learner").isEmpty();
  }

  @Test
  void membersThatFollowDifferentLeadersAreNamedWithThem() {
    assertThat(of(member(1, 1, 5, false), member(2, 1, 5, false)).quarrelling()).isEmpty();
    assertThat(of(member(1, 1, 5, false), member(2, 0, 5, false)).quarrelling())
        .as("one that follows nobody quarrels with nobody")
        .isEmpty();
    assertThat(of(member(1, 1, 5, false), member(2, 2, 5, false)).quarrelling())
        .hasSize(2)
        .hasEntrySatisfying(
            "cp-2", words -> assertThat(words).contains("follows the leader 0000000000000002"));
  }

  @Test
  void alarmsAreToldOfTheirMachineAndWithTheNextStep() {
    Map<String, String> alarmed =
        of(member(1, 1, 5, false))
            .alarmed(
                List.of(
                    new EtcdAlarm(1, EtcdAlarm.Kind.NO_SPACE),
                    new EtcdAlarm(0xabc, EtcdAlarm.Kind.CORRUPT)));

    assertThat(alarmed.get("cp-1")).contains("NOSPACE", "talosctl etcd defrag", "alarm disarm");
    assertThat(alarmed.get("member 0000000000000abc")).contains("CORRUPT", "Do not disarm");
  }
}
