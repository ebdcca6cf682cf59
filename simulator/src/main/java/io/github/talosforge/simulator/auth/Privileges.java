package io.github.talosforge.simulator.auth;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The privileges of a major version and the roles that are made of them. */
final class Privileges {
  /** Who gets a privilege by the roles that every installation has. */
  private enum Level {
    ROOT,
    ADMIN,
    USER,
    AUDIT
  }

  private record Granted(String area, Level level, List<String> privileges) {}

  private static final List<Granted> BOTH =
      List.of(
          granted("VM", Level.ADMIN, "VM.Config.Disk VM.Config.CPU VM.Config.Memory"),
          granted("VM", Level.ADMIN, "VM.Config.Network VM.Config.HWType VM.Config.Options"),
          granted("VM", Level.ADMIN, "VM.Allocate VM.Clone VM.Migrate"),
          granted("VM", Level.ADMIN, "VM.Snapshot VM.Snapshot.Rollback"),
          granted("VM", Level.USER, "VM.Config.CDROM VM.Config.Cloudinit VM.Console"),
          granted("VM", Level.USER, "VM.Backup VM.PowerMgmt"),
          granted("VM", Level.AUDIT, "VM.Audit"),
          granted("Sys", Level.ROOT, "Sys.PowerMgmt Sys.Modify Sys.Incoming Sys.AccessNetwork"),
          granted("Sys", Level.ADMIN, "Sys.Console Sys.Syslog"),
          granted("Sys", Level.AUDIT, "Sys.Audit"),
          granted("Datastore", Level.ADMIN, "Datastore.Allocate Datastore.AllocateTemplate"),
          granted("Datastore", Level.USER, "Datastore.AllocateSpace"),
          granted("Datastore", Level.AUDIT, "Datastore.Audit"),
          granted("SDN", Level.ADMIN, "SDN.Allocate"),
          granted("SDN", Level.USER, "SDN.Use"),
          granted("SDN", Level.AUDIT, "SDN.Audit"),
          granted("User", Level.ROOT, "Realm.Allocate"),
          granted("User", Level.ADMIN, "User.Modify Group.Allocate Realm.AllocateUser"),
          granted("Pool", Level.ADMIN, "Pool.Allocate"),
          granted("Pool", Level.USER, "Pool.Audit"),
          granted("Pool", Level.AUDIT, "Pool.Audit"),
          granted("Mapping", Level.ADMIN, "Mapping.Modify"),
          granted("Mapping", Level.USER, "Mapping.Use"),
          granted("Mapping", Level.AUDIT, "Mapping.Audit"));

  private static final List<Granted> EIGHT = List.of(granted("VM", Level.ADMIN, "VM.Monitor"));

  private static final List<Granted> NINE =
      List.of(
          granted("VM", Level.ADMIN, "VM.GuestAgent.Unrestricted VM.Replicate"),
          granted("VM", Level.USER, "VM.GuestAgent.FileRead VM.GuestAgent.FileWrite"),
          granted("VM", Level.USER, "VM.GuestAgent.FileSystemMgmt"),
          granted("VM", Level.AUDIT, "VM.GuestAgent.Audit"));

  private final Set<String> all = new TreeSet<>(Set.of("Permissions.Modify"));
  private final Map<String, Set<String>> roles = new TreeMap<>();

  Privileges(boolean nine) {
    List<Granted> grants = new ArrayList<>(BOTH);
    grants.addAll(nine ? NINE : EIGHT);
    grants.forEach(this::add);
    // Mappings of real hardware are for administrators and their own role only.
    roles.getOrDefault("PVEAdmin", Set.of()).remove("Mapping.Modify");
    roles.put("PVETemplateUser", new TreeSet<>(Set.of("VM.Clone", "VM.Audit")));
    roles.put("NoAccess", Set.of());
    roles.put("Administrator", all);
  }

  /** Every privilege there is. */
  Set<String> all() {
    return all;
  }

  /** The roles that cannot be changed. */
  Map<String, Set<String>> roles() {
    return roles;
  }

  private void add(Granted grant) {
    all.addAll(grant.privileges());
    if (grant.level() != Level.ROOT) {
      give("PVE" + grant.area() + "Admin", grant);
      give("PVEAdmin", grant);
    }
    if (grant.level() == Level.AUDIT) {
      give("PVEAuditor", grant);
    }
    boolean hasUsers = !grant.area().equals("Sys") && !grant.area().equals("User");
    if (hasUsers && (grant.level() == Level.USER || grant.level() == Level.AUDIT)) {
      give("PVE" + grant.area() + "User", grant);
    }
  }

  private void give(String role, Granted grant) {
    roles.computeIfAbsent(role, name -> new TreeSet<>()).addAll(grant.privileges());
  }

  private static Granted granted(String area, Level level, String privileges) {
    return new Granted(area, level, Arrays.asList(privileges.split(" ")));
  }
}
