package io.github.talosforge.config;

import io.github.talosforge.config.catalogue.Catalogue;
import io.github.talosforge.config.catalogue.Key;
import io.github.talosforge.config.catalogue.NodeKeys;
import io.github.talosforge.config.catalogue.SectionType;
import io.github.talosforge.config.catalogue.Setting;
import io.github.talosforge.config.catalogue.Settings;
import io.github.talosforge.config.yaml.YamlNode;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingArea;
import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.Layer;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.PoolSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes a spec of two files that were checked before. */
final class ClusterAssembly {
  /** Above this no Kubernetes cluster works, so that a slip of the finger is refused. */
  private static final int MOST_NODES = 5_000;

  private final YamlNode.Mapping nodesRoot;
  private final Setting.Branch cluster;
  private final NodeLayers layers;
  private final YamlNode.Mapping clusterRoot;

  ClusterAssembly(YamlNode.Mapping clusterRoot, YamlNode.Mapping nodesRoot) {
    this.clusterRoot = clusterRoot;
    this.nodesRoot = nodesRoot;
    this.cluster = Catalogue.CLUSTER_FILE.setting(clusterRoot, Layer.CLUSTER);
    this.layers = new NodeLayers(cluster);
  }

  /** Returns a finding if the pools' counts add up to what cannot be meant. */
  Optional<Finding> tooManyNodes() {
    long total = items(Catalogue.NODES).size();
    for (YamlNode pool : items(Catalogue.POOLS)) {
      total += settings(Catalogue.POOL, pool, Layer.POOL).get(NodeKeys.COUNT);
      if (total > MOST_NODES) {
        return Optional.of(
            new Finding(
                FindingArea.FILES,
                "TF-TOO-MANY-NODES",
                Severity.ERROR,
                pool.location(),
                "With this pool the cluster has more than " + MOST_NODES + " nodes.",
                "Kubernetes supports up to 5000 nodes; make more than one cluster."));
      }
    }
    return Optional.empty();
  }

  ClusterSpec spec() {
    List<PoolSpec> pools = new ArrayList<>();
    List<NodeSpec> nodes = new ArrayList<>();
    items(Catalogue.NODES).forEach(item -> nodes.add(node(item)));
    for (YamlNode item : items(Catalogue.POOLS)) {
      Setting.Branch own = Catalogue.POOL.setting(item, Layer.POOL);
      PoolSpec pool = PoolSpecs.pool(item.location(), own);
      pools.add(pool);
      nodes.addAll(PoolSpecs.members(pool, item.location(), layers, own));
    }
    return ClusterSpecs.cluster(clusterRoot.location(), cluster, pools, nodes);
  }

  private NodeSpec node(YamlNode item) {
    Setting.Branch own = Catalogue.NODE.setting(item, Layer.NODE);
    boolean controller = Catalogue.NODE.value(own).get(NodeKeys.CONTROLLER);
    NodeRole role = controller ? NodeRole.CONTROL_PLANE : NodeRole.WORKER;
    return NodeSpecs.single(item.location(), role, layers.settings(role, own));
  }

  private static Settings settings(SectionType section, YamlNode item, Layer layer) {
    return section.value(section.setting(item, layer));
  }

  private List<YamlNode> items(Key<?> key) {
    YamlNode list = nodesRoot.get(key.name());
    if (list instanceof YamlNode.Sequence sequence) {
      return sequence.items();
    }
    return list instanceof YamlNode.Mapping single ? List.of(single) : List.of();
  }
}
