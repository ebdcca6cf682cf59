package io.github.talosforge.proxmox.http.operation;

import io.github.talosforge.proxmox.Access;
import io.github.talosforge.proxmox.Cluster;
import io.github.talosforge.proxmox.Hardware;
import io.github.talosforge.proxmox.HighAvailability;
import io.github.talosforge.proxmox.Host;
import io.github.talosforge.proxmox.Look;
import io.github.talosforge.proxmox.Network;
import io.github.talosforge.proxmox.Pools;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.Storage;
import io.github.talosforge.proxmox.Vm;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The operations that the interfaces declare, found by looking at them. */
final class Operations {
  private static final List<Class<?>> INTERFACES =
      List.of(
          ProxmoxClient.class,
          Cluster.class,
          Host.class,
          Storage.class,
          Vm.class,
          Pools.class,
          HighAvailability.class,
          Access.class,
          Hardware.class,
          Network.class);

  /** What sends nothing of its own. */
  private static final Set<String> SILENT =
      Set.of(
          "ProxmoxClient.clock",
          "ProxmoxClient.counters",
          "ProxmoxClient.close",
          "Host.name",
          "Vm.host",
          "Vm.id");

  private Operations() {}

  /** Names such as {@code Vm.start}; those that only lead to another interface are left out. */
  static Set<String> all() {
    return named(method -> true);
  }

  /** Names those that are told where to look once more before they send anything. */
  static Set<String> looking() {
    return named(method -> List.of(method.getParameterTypes()).contains(Look.class));
  }

  private static Set<String> named(Predicate<Method> which) {
    Set<String> names = new TreeSet<>();
    for (Class<?> type : INTERFACES) {
      for (Method method : type.getDeclaredMethods()) {
        if (!Modifier.isStatic(method.getModifiers())
            && !INTERFACES.contains(method.getReturnType())
            && which.test(method)) {
          names.add(type.getSimpleName() + "." + method.getName());
        }
      }
    }
    names.removeAll(SILENT);
    return names;
  }
}
