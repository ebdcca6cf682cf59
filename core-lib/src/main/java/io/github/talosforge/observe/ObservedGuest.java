package io.github.talosforge.observe;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.InvalidValueException;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.PoolName;
import io.github.talosforge.model.SmbiosUuid;
import io.github.talosforge.model.VmId;
import io.github.talosforge.proxmox.VmSummary;
import io.github.talosforge.proxmox.property.IpConfig;
import io.github.talosforge.proxmox.property.PropertyFormatException;
import io.github.talosforge.proxmox.property.Smbios;
import io.github.talosforge.proxmox.property.Tags;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A guest of the Proxmox cluster, whoever owns it.
 *
 * @param id its id
 * @param kind what it is
 * @param host where it is
 * @param name its name as its host or the list says it, which can lag; empty while it has none
 * @param power what it is doing
 * @param tags its tags
 * @param lock what holds it, such as {@code clone} or {@code backup}
 * @param pool the resource pool that it is in
 * @param memoryBytes the memory it was given
 * @param diskBytes the size of its boot disk
 * @param haState what high availability makes of it, if it is managed
 * @param configuration its configuration; read only of VMs that could be this cluster's
 */
public record ObservedGuest(
    VmId id,
    Kind kind,
    HostName host,
    String name,
    Power power,
    Set<String> tags,
    Optional<String> lock,
    Optional<PoolName> pool,
    long memoryBytes,
    long diskBytes,
    Optional<String> haState,
    Optional<GuestConfiguration> configuration) {

  /** Keeps an own copy of the set, sorted. */
  public ObservedGuest {
    tags = Collections.unmodifiableSortedSet(new TreeSet<>(tags));
  }

  /** What a guest is. */
  public enum Kind {
    /** A virtual machine. */
    VM,
    /** A virtual machine that others are cloned from. */
    TEMPLATE,
    /** A container. */
    CONTAINER
  }

  /** What a guest is doing. */
  public enum Power {
    /** It runs. */
    RUNNING,
    /** It is switched off. */
    STOPPED,
    /** Its host does not say. */
    UNKNOWN
  }

  /**
   * Returns a VM of which only the configuration was read, without the list.
   *
   * @param id its id
   * @param host where it is
   * @param live its configuration
   */
  public static ObservedGuest read(VmId id, HostName host, GuestConfiguration live) {
    return new ObservedGuest(
        id,
        isTemplate(live) ? Kind.TEMPLATE : Kind.VM,
        host,
        "",
        Power.UNKNOWN,
        Set.of(),
        Optional.empty(),
        Optional.empty(),
        0,
        0,
        Optional.empty(),
        Optional.of(live));
  }

  /** Returns the name from the configuration where that was read, else from the list. */
  public String currentName() {
    return configuration.flatMap(values -> values.get("name")).orElse(name);
  }

  /** Returns the lock from the configuration where that was read, else from the list. */
  public Optional<String> currentLock() {
    return configuration.isPresent() ? configuration.flatMap(values -> values.get("lock")) : lock;
  }

  /** Returns the tags from the configuration where that was read, else from the list. */
  public Set<String> currentTags() {
    return configuration
        .map(values -> Tags.parse(values.get("tags").orElse("")).names())
        .<Set<String>>map(names -> names)
        .orElse(tags);
  }

  /** Returns the address that cloud-init gives its first card, where that is known and fixed. */
  public Optional<Ipv4Address> address() {
    try {
      return given()
          .filter(text -> !text.equals("dhcp"))
          .map(text -> Ipv4Address.of(text.split("/", 2)[0]));
    } catch (InvalidValueException unreadable) {
      return Optional.empty();
    }
  }

  /**
   * Returns the address with the length of its prefix that its first card gets, or {@code dhcp}.
   */
  public Optional<String> given() {
    try {
      return configuration
          .flatMap(values -> values.get("ipconfig0"))
          .flatMap(text -> IpConfig.parse(text).address());
    } catch (PropertyFormatException unreadable) {
      return Optional.empty();
    }
  }

  /** Returns the SMBIOS UUID in force, which one that waits for a stop and start is not. */
  public Optional<SmbiosUuid> uuid() {
    try {
      return configuration
          .flatMap(values -> values.get("smbios1"))
          .flatMap(text -> Smbios.parse(text).uuid())
          .map(SmbiosUuid::of);
    } catch (PropertyFormatException | InvalidValueException unreadable) {
      return Optional.empty();
    }
  }

  /** Returns a copy that is as its host says. */
  ObservedGuest as(VmSummary now) {
    return new ObservedGuest(
        id,
        now.template() ? Kind.TEMPLATE : Kind.VM,
        host,
        now.name().orElse(""),
        Listing.power(now.status()),
        now.tags().names(),
        now.lock(),
        pool,
        now.memory().orElse(0),
        diskBytes,
        haState,
        configuration);
  }

  /** Returns a copy with its configuration. */
  public ObservedGuest withConfiguration(GuestConfiguration values) {
    return new ObservedGuest(
        id,
        isTemplate(values) ? Kind.TEMPLATE : Kind.VM,
        host,
        name,
        power,
        tags,
        lock,
        pool,
        memoryBytes,
        diskBytes,
        haState,
        Optional.of(values));
  }

  /** The list tells ten seconds late what is a template, and what no longer. */
  private static boolean isTemplate(GuestConfiguration live) {
    return live.get("template").filter("1"::equals).isPresent();
  }

  /** Returns the guest in words, such as {@code VM 2001 'cp-1' on pve1}. */
  public String label() {
    String what =
        switch (kind) {
          case VM -> "VM ";
          case TEMPLATE -> "template ";
          case CONTAINER -> "container ";
        };
    String called = currentName().isEmpty() ? "" : " '" + currentName() + "'";
    return what + id + called + " on " + host;
  }
}
