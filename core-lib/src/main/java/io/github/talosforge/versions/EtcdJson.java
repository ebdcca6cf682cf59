package io.github.talosforge.versions;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The members of etcd, for programs. */
public final class EtcdJson {
  private EtcdJson() {}

  /**
   * Returns one JSON object for each member.
   *
   * @param etcd the members
   */
  public static List<Map<String, @Nullable Object>> of(RunningEtcd etcd) {
    return etcd.members().stream().map(EtcdJson::member).toList();
  }

  private static Map<String, @Nullable Object> member(RunningEtcd.Member member) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", member.hexId());
    json.put("name", member.name());
    json.put("leader", member.leader());
    json.put("learner", member.learner());
    json.put("version", member.data().map(RunningEtcd.Data::version).orElse(null));
    json.put("lag", member.data().map(RunningEtcd.Data::lag).orElse(null));
    json.put("bytes", member.data().map(RunningEtcd.Data::bytes).orElse(null));
    json.put("usedBytes", member.data().map(RunningEtcd.Data::usedBytes).orElse(null));
    json.put("alarms", member.alarms());
    return json;
  }
}
