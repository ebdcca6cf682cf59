package io.github.talosforge.simulator.auth;

import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.api.Principal;
import io.github.talosforge.simulator.world.World;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The access control of a simulated cluster: logins, rights, and the means to arrange both. */
public final class AccessControl {
  private static final int UNAUTHORIZED = 401;

  private final AccessStore store;
  private final Permissions permissions;
  private final Tickets tickets;
  private final World world;

  /**
   * Access control as it was.
   *
   * @param saved what it held
   * @param world the world, for its release and its pools
   */
  public AccessControl(AccessSnapshot saved, World world) {
    this.world = world;
    store = new AccessStore(saved, world.personality().isNine());
    permissions = new Permissions(store, world);
    tickets = new Tickets(store.ticketKey());
  }

  /**
   * Access control of a new installation: root@pam and nobody else.
   *
   * @param password the password of root@pam
   * @return what it holds
   */
  public static AccessSnapshot fresh(String password) {
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    User root = User.named(Principal.ROOT).withSecret(Passwords.digest(Principal.ROOT, password));
    return new AccessSnapshot(
        HexFormat.of().formatHex(key),
        List.of(root),
        List.of(),
        Map.of(),
        Map.of(),
        List.of(),
        List.of());
  }

  /**
   * Everything in it as plain data.
   *
   * @return the data
   */
  public AccessSnapshot snapshot() {
    return store.snapshot();
  }

  /**
   * Counts changes.
   *
   * @return the count
   */
  public long version() {
    return store.version();
  }

  /**
   * The operations below {@code /access}.
   *
   * @return the operations
   */
  public List<Operation> operations() {
    List<Operation> all = new ArrayList<>();
    all.addAll(new LoginOperations(store, permissions, tickets, world).operations());
    all.addAll(new UserOperations(store, new AccessChecks(store)).operations());
    all.addAll(new TokenOperations(store, new AccessChecks(store)).operations());
    all.addAll(new RoleOperations(store).operations());
    all.addAll(new AclOperations(store, permissions).operations());
    return all;
  }

  /**
   * Finds out who sent a request.
   *
   * @param credentials what it carries
   * @param forgeryChecked whether a ticket needs its CSRFPreventionToken
   * @param now the time
   * @return who it is
   * @throws ApiFailure with status 401
   */
  public Principal authenticate(Credentials credentials, boolean forgeryChecked, Instant now) {
    String ticket = credentials.ticket();
    if (ticket != null) {
      return byTicket(ticket, credentials.forgeryToken(), forgeryChecked, now);
    }
    String token = credentials.token();
    if (token != null) {
      return byToken(token, now);
    }
    throw ApiFailure.of(UNAUTHORIZED, "No ticket");
  }

  private Principal byTicket(
      String ticket, @Nullable String forgeryToken, boolean forgeryChecked, Instant now) {
    String user = tickets.user(ticket, now);
    if (user == null || !isActive(user, now)) {
      throw ApiFailure.of(UNAUTHORIZED, "permission denied - invalid PVE ticket");
    }
    if (forgeryChecked && !tickets.isForgeryToken(forgeryToken, user, now)) {
      throw ApiFailure.of(UNAUTHORIZED, "Permission denied - invalid csrf token");
    }
    return new Identity(user, null, permissions);
  }

  private Principal byToken(String given, Instant now) {
    int equals = given.lastIndexOf('=');
    Token token = store.token(given.substring(0, Math.max(equals, 0)));
    boolean genuine =
        token != null
            && MessageDigest.isEqual(
                token.secret().getBytes(StandardCharsets.UTF_8),
                given.substring(equals + 1).getBytes(StandardCharsets.UTF_8));
    if (token == null || !genuine || isOver(token.expire(), now) || !isActive(token.user(), now)) {
      throw ApiFailure.of(UNAUTHORIZED, "Authentication failed!");
    }
    return new Identity(token.user(), token.name(), permissions);
  }

  private boolean isActive(String id, Instant now) {
    User user = store.user(id);
    return user != null && user.enabled() && !isOver(user.expire(), now);
  }

  static boolean isOver(long expire, Instant now) {
    return expire != 0 && expire < now.getEpochSecond();
  }

  /**
   * Someone whose rights are asked for without a login.
   *
   * @param id a user, or {@code user@realm!token}
   * @return a principal with the rights of that id
   */
  public Principal as(String id) {
    int mark = id.indexOf('!');
    return mark < 0
        ? new Identity(id, null, permissions)
        : new Identity(id.substring(0, mark), id.substring(mark + 1), permissions);
  }

  /**
   * Adds a user, or changes its password.
   *
   * @param id the name with its realm
   * @param password the password
   */
  public void user(String id, String password) {
    User known = store.user(id);
    store.put((known == null ? User.named(id) : known).withSecret(Passwords.digest(id, password)));
  }

  /**
   * Lets a user's logins demand a second factor.
   *
   * @param id the user
   */
  public void demandSecondFactor(String id) {
    User known = store.user(id);
    if (known == null) {
      throw new IllegalArgumentException("There is no user '" + id + "'.");
    }
    store.put(known.withSecondFactor(true));
  }

  /**
   * Adds a token that has its user's rights.
   *
   * @param id {@code user@realm!name}
   * @return {@code user@realm!name=secret}
   */
  public String token(String id) {
    return token(id, false, 0);
  }

  /**
   * Adds a token.
   *
   * @param id {@code user@realm!name}
   * @param separated whether it has rights of its own, cut by those of the user
   * @param expire when it ends, in seconds since 1970; 0: never
   * @return {@code user@realm!name=secret}
   */
  public String token(String id, boolean separated, long expire) {
    int mark = id.indexOf('!');
    if (mark < 0 || store.user(id.substring(0, mark)) == null) {
      throw new IllegalArgumentException(
          "A token is named user@realm!name and its user must exist; '" + id + "' is not.");
    }
    Token token =
        new Token(
            id.substring(0, mark),
            id.substring(mark + 1),
            UUID.randomUUID().toString(),
            separated,
            expire,
            null);
    store.put(token);
    return token.id() + "=" + token.secret();
  }

  /**
   * Adds a role.
   *
   * @param name its name
   * @param privileges its privileges
   */
  public void role(String name, String... privileges) {
    Set<String> wanted = new TreeSet<>(List.of(privileges));
    for (String privilege : wanted) {
      if (!store.privileges().all().contains(privilege)) {
        throw new IllegalArgumentException("This release has no privilege '" + privilege + "'.");
      }
    }
    store.putRole(name, wanted);
  }

  /**
   * Gives a role on a path and below it.
   *
   * @param path the path
   * @param subject a user, token or group
   * @param role the role
   */
  public void grant(String path, String subject, String role) {
    store.put(new AclEntry(path, AclEntry.Kind.of(subject), subject, role, true));
  }

  /**
   * Takes a role on a path away.
   *
   * @param path the path
   * @param subject a user, token or group
   * @param role the role
   */
  public void revoke(String path, String subject, String role) {
    store.remove(new AclEntry(path, AclEntry.Kind.of(subject), subject, role, true));
  }

  /**
   * Takes a privilege away whatever the list says, on a path and below it.
   *
   * @param subject a user or token; {@code *} for everyone but root@pam
   * @param path the path
   * @param privilege the privilege
   */
  public void deny(String subject, String path, String privilege) {
    store.deny(new AccessSnapshot.Denial(subject, path, privilege));
  }

  /**
   * Gives back what {@link #deny} took away.
   *
   * @param subject as it was denied
   * @param path as it was denied
   * @param privilege as it was denied
   */
  public void allow(String subject, String path, String privilege) {
    store.allow(new AccessSnapshot.Denial(subject, path, privilege));
  }

  /**
   * Forgets what was granted on a VM that is no more.
   *
   * @param vmid the VM
   */
  public void forgetVm(int vmid) {
    store.removeEntriesOn("/vms/" + vmid);
  }
}
