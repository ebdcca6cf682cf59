package io.github.talosforge.config;

import io.github.talosforge.config.catalogue.Catalogue;
import io.github.talosforge.config.catalogue.NodeKeys;
import io.github.talosforge.config.catalogue.Setting;
import io.github.talosforge.config.catalogue.Settings;
import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.model.AddressWish;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.PoolMember;
import io.github.talosforge.model.PoolSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes pools and their members. */
final class PoolSpecs {

  private PoolSpecs() {}

  static PoolSpec pool(SourceLocation place, Setting.Branch own) {
    Settings settings = Catalogue.POOL.value(own);
    return new PoolSpec(
        settings.get(NodeKeys.POOL_NAME),
        settings.get(NodeKeys.ROLE),
        settings.get(NodeKeys.COUNT),
        settings.find(NodeKeys.VM_ID),
        settings.find(NodeKeys.ADDRESS).flatMap(PoolSpecs::fixed),
        Explanation.of(place, own, Catalogue.POOL.keys().keys()));
  }

  private static Optional<Ipv4Address> fixed(AddressWish wish) {
    return wish instanceof AddressWish.Fixed address
        ? Optional.of(address.address())
        : Optional.empty();
  }

  /** Members differ in name and ordinal only, so the work is done once for all of them. */
  static List<NodeSpec> members(
      PoolSpec pool, SourceLocation place, NodeLayers layers, Setting.Branch own) {
    Settings settings = layers.settings(pool.role(), shared(own, pool.firstAddress().isPresent()));
    List<NodeSpec> members = new ArrayList<>(pool.count());
    for (int ordinal = 0; ordinal < pool.count(); ordinal++) {
      NodeName name = NodeName.of(pool.name() + "-" + (ordinal + 1));
      PoolMember member = new PoolMember(pool.name(), ordinal);
      members.add(
          members.isEmpty()
              ? NodeSpecs.node(name, pool.role(), Optional.of(member), place, settings)
              : sibling(members.get(0), name, member));
    }
    return members;
  }

  /** What a pool says about itself or its first member is not said about all members. */
  private static Setting.Branch shared(Setting.Branch own, boolean fixedAddress) {
    Map<String, Setting> entries = new LinkedHashMap<>(own.entries());
    entries.remove(NodeKeys.POOL_NAME.name());
    entries.remove(NodeKeys.ROLE.name());
    entries.remove(NodeKeys.COUNT.name());
    entries.remove(NodeKeys.VM_ID.name());
    if (fixedAddress) {
      entries.remove(NodeKeys.ADDRESS.name());
    }
    return new Setting.Branch(entries);
  }

  private static NodeSpec sibling(NodeSpec first, NodeName name, PoolMember member) {
    return new NodeSpec(
        name,
        first.role(),
        Optional.of(member),
        first.vmId(),
        first.address(),
        first.host(),
        first.vm(),
        first.image(),
        first.volumes(),
        first.registration(),
        first.patches(),
        first.provenance());
  }
}
