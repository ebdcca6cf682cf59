package io.github.talosforge.plan;

import io.github.talosforge.allocation.DerivedIdentity;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.PoolName;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.ObservedGuest.Kind;
import io.github.talosforge.observe.ObservedGuest.Power;
import io.github.talosforge.proxmox.property.Tags;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A guest as Proxmox shows it. */
final class Guest {
  int id;
  Kind kind = Kind.VM;
  String host = "pve1";
  String name = "";
  Power power = Power.RUNNING;
  Optional<String> lock = Optional.empty();
  Optional<String> pool = Optional.empty();
  Set<String> listedTags = new TreeSet<>();
  boolean read = true;
  Map<String, String> current = new TreeMap<>();
  Map<String, String> pending = new TreeMap<>();
  Set<String> deletions = new TreeSet<>();
  String digest = "d1";

  static Guest vm(int id, String name, String host) {
    Guest guest = new Guest();
    guest.id = id;
    guest.name = name;
    guest.host = host;
    return name.isEmpty() ? guest : guest.with("name", name);
  }

  static Guest template(int id, String name, String host) {
    Guest guest = vm(id, name, host);
    guest.kind = Kind.TEMPLATE;
    guest.power = Power.STOPPED;
    return guest.with("scsi0", "local-zfs:base-" + id + "-disk-0,size=4G");
  }

  static Guest of(ObservedGuest seen) {
    Guest guest = new Guest();
    guest.id = seen.id().value();
    guest.kind = seen.kind();
    guest.host = seen.host().value();
    guest.name = seen.name();
    guest.power = seen.power();
    guest.lock = seen.lock();
    guest.pool = seen.pool().map(PoolName::value);
    guest.listedTags.addAll(seen.tags());
    guest.read = seen.configuration().isPresent();
    seen.configuration()
        .ifPresent(
            values -> {
              guest.current.putAll(values.current());
              guest.pending.putAll(values.pending());
              guest.deletions.addAll(values.pendingDeletions());
              guest.digest = values.digest();
            });
    return guest;
  }

  Guest with(String key, String value) {
    current.put(key, value);
    if (key.equals("name")) {
      name = value;
    }
    if (key.equals("tags")) {
      listedTags = new TreeSet<>(Tags.parse(value).names());
    }
    if (key.equals("lock")) {
      lock = Optional.of(value);
    }
    return this;
  }

  Guest without(String key) {
    current.remove(key);
    if (key.equals("tags")) {
      listedTags.clear();
    }
    return this;
  }

  Guest pending(String key, String value) {
    pending.put(key, value);
    return this;
  }

  Guest power(Power state) {
    power = state;
    return this;
  }

  Guest on(String where) {
    host = where;
    return this;
  }

  Guest id(int number) {
    id = number;
    return this;
  }

  /** Leaves only what the list shows. */
  Guest unread() {
    read = false;
    return this;
  }

  Guest named(String called) {
    return with("name", called);
  }

  Guest uuidOf(String node) {
    return with("smbios1", "uuid=" + uuid(Scene.UID, node));
  }

  static String uuid(String uid, String node) {
    return DerivedIdentity.of(ClusterUid.of(uid)).uuid(NodeName.of(node)).toString();
  }

  ObservedGuest build() {
    return new ObservedGuest(
        VmId.of(id),
        kind,
        HostName.of(host),
        name,
        power,
        listedTags,
        lock,
        pool.map(PoolName::of),
        8L << 30,
        32L << 30,
        Optional.empty(),
        read
            ? Optional.of(new GuestConfiguration(current, pending, deletions, digest))
            : Optional.empty());
  }
}
