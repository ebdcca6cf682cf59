package io.github.talosforge.simulator.auth;

import io.github.talosforge.simulator.api.Principal;
import io.github.talosforge.simulator.world.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which privileges someone holds on a path: the deepest entries of the list win, pools lend theirs
 * to members, and a separated token never holds more than its user.
 */
final class Permissions {
  private static final String NO_ACCESS = "NoAccess";

  private final AccessStore store;
  private final World world;
  private volatile Cache cache = new Cache(-1, -1);

  Permissions(AccessStore store, World world) {
    this.store = store;
    this.world = world;
  }

  /** The privileges, each with whether it also holds below the path. */
  Map<String, Boolean> on(String subject, String path) {
    Map<String, Map<String, Boolean>> held = current().held;
    String key = subject + " " + path;
    Map<String, Boolean> known = held.get(key);
    if (known != null) {
      return known;
    }
    // Outside of the map: this waits for the world, whose holder may be asking the map.
    Map<String, Boolean> computed = compute(subject, path);
    held.put(key, computed);
    return computed;
  }

  boolean has(String subject, String path, String privilege) {
    return on(subject, path).containsKey(privilege);
  }

  /** All paths on which someone holds anything, of those that Proxmox looks at. */
  Map<String, Map<String, Boolean>> effective(String subject) {
    Set<String> paths =
        new TreeSet<>(
            List.of(
                "/", "/access", "/access/groups", "/nodes", "/pool", "/sdn", "/storage", "/vms"));
    store.entries().forEach(entry -> paths.add(entry.path()));
    world.locked(() -> addPoolMembers(paths));
    Map<String, Map<String, Boolean>> effective = new TreeMap<>();
    for (String path : paths) {
      Map<String, Boolean> held = on(subject, path);
      if (!held.isEmpty()) {
        effective.put(path, held);
      }
    }
    return effective;
  }

  private boolean addPoolMembers(Set<String> paths) {
    world
        .pools()
        .values()
        .forEach(
            pool -> {
              pool.vms().forEach(vm -> paths.add("/vms/" + vm));
              pool.storages().forEach(storage -> paths.add("/storage/" + storage));
            });
    return true;
  }

  private Cache current() {
    Cache known = cache;
    long accessVersion = store.version();
    long worldVersion = world.version();
    if (known.accessVersion != accessVersion || known.worldVersion != worldVersion) {
      known = new Cache(accessVersion, worldVersion);
      cache = known;
    }
    return known;
  }

  private Map<String, Boolean> compute(String subject, String path) {
    if (subject.equals(Principal.ROOT)) {
      Map<String, Boolean> everything = new TreeMap<>();
      store.privileges().all().forEach(privilege -> everything.put(privilege, true));
      return everything;
    }
    Token token = store.token(subject);
    if (token == null && subject.contains("!")) {
      return Map.of();
    }
    Map<String, Boolean> held = new TreeMap<>(token == null ? own(subject, path) : of(token, path));
    store.denials().stream()
        .filter(denial -> denial.subject().equals("*") || denial.subject().equals(subject))
        .filter(denial -> isAtOrBelow(path, denial.path()))
        .forEach(denial -> held.remove(denial.privilege()));
    return held;
  }

  private Map<String, Boolean> of(Token token, String path) {
    Map<String, Boolean> users = compute(token.user(), path);
    if (!token.separated()) {
      return users;
    }
    Map<String, Boolean> own = own(token.id(), path);
    if (token.user().equals(Principal.ROOT)) {
      return own;
    }
    Map<String, Boolean> both = new TreeMap<>();
    own.forEach(
        (privilege, below) -> {
          Boolean usersBelow = users.get(privilege);
          if (usersBelow != null) {
            both.put(privilege, below && usersBelow);
          }
        });
    return both;
  }

  private Map<String, Boolean> own(String subject, String path) {
    Map<String, Boolean> roles = withPools(subject, path, rolesOn(subject, path));
    Map<String, Boolean> held = new TreeMap<>();
    roles.forEach(
        (role, below) -> {
          Set<String> privileges = store.role(role);
          if (privileges != null) {
            privileges.forEach(privilege -> held.merge(privilege, below, Boolean::logicalOr));
          }
        });
    return held;
  }

  private Map<String, Boolean> withPools(String subject, String path, Map<String, Boolean> roles) {
    Map<String, Boolean> all = new HashMap<>(roles);
    for (String pool : world.locked(() -> poolsOf(path))) {
      for (String role : rolesOn(subject, "/pool/" + pool).keySet()) {
        all.putIfAbsent(role, false);
      }
    }
    return all.containsKey(NO_ACCESS) ? Map.of(NO_ACCESS, false) : all;
  }

  private List<String> poolsOf(String path) {
    if (path.startsWith("/storage/")) {
      return world.poolsOf(path.substring("/storage/".length()));
    }
    if (path.matches("/vms/[0-9]{1,9}")) {
      String pool = world.poolOf(Integer.parseInt(path.substring("/vms/".length())));
      return pool == null ? List.of() : List.of(pool);
    }
    return List.of();
  }

  private Map<String, Boolean> rolesOn(String subject, String path) {
    Map<String, Boolean> roles = Map.of();
    for (String prefix : prefixes(path)) {
      Map<String, Boolean> here = rolesAt(subject, prefix, prefix.equals(path));
      roles = here == null ? roles : here;
    }
    return roles;
  }

  /** The root, and each path on the way down to this one. */
  private static List<String> prefixes(String path) {
    List<String> prefixes = new ArrayList<>(List.of("/"));
    for (int end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1)) {
      prefixes.add(path.substring(0, end));
    }
    if (path.length() > 1) {
      prefixes.add(path);
    }
    return prefixes;
  }

  /** The roles that the entries of exactly this path give, or null when they say nothing. */
  private @Nullable Map<String, Boolean> rolesAt(String subject, String path, boolean last) {
    AclEntry.Kind own = AclEntry.Kind.of(subject);
    Map<String, Boolean> direct = new HashMap<>();
    Map<String, Boolean> byGroup = new HashMap<>();
    for (AclEntry entry : store.entriesOn(path)) {
      if (last || entry.propagate()) {
        if (entry.kind() == own && entry.subject().equals(subject)) {
          direct.put(entry.role(), entry.propagate());
        } else if (entry.kind() == AclEntry.Kind.GROUP && isMember(subject, entry.subject())) {
          byGroup.put(entry.role(), entry.propagate());
        }
      }
    }
    Map<String, Boolean> found = direct.isEmpty() ? byGroup : direct;
    return found.isEmpty() ? null : found;
  }

  private boolean isMember(String subject, String group) {
    User user = store.user(subject);
    return user != null && user.groups().contains(group);
  }

  private static boolean isAtOrBelow(String path, String top) {
    return top.equals("/") || path.equals(top) || path.startsWith(top + "/");
  }

  /** What was computed for one state of the list and of the pools. */
  private static final class Cache {
    final long accessVersion;
    final long worldVersion;
    final Map<String, Map<String, Boolean>> held = new ConcurrentHashMap<>();

    Cache(long accessVersion, long worldVersion) {
      this.accessVersion = accessVersion;
      this.worldVersion = worldVersion;
    }
  }
}
