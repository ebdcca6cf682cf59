package io.github.talosforge.proxmox;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How the client proves who it is. */
public sealed interface ProxmoxCredentials {
  /**
   * Names the user, without a secret.
   *
   * @return {@code user@realm}, for a token {@code user@realm!token}
   */
  String principal();

  /**
   * Returns what must not be shown.
   *
   * @return the texts
   */
  Set<String> secrets();

  /**
   * An API token, the credential of choice: it can be limited, expires on its own and is asked for
   * no second factor.
   *
   * @param user {@code user@realm}
   * @param name the name of the token
   * @param secret the value that Proxmox showed once
   */
  record ApiToken(String user, String name, String secret) implements ProxmoxCredentials {
    private static final Pattern GRAMMAR =
        Pattern.compile("(?<user>[^\\s:/!=]+@[A-Za-z][A-Za-z0-9._-]+)!(?<name>[A-Za-z][\\w.-]+)");

    /**
     * Checks the parts.
     *
     * @throws IllegalArgumentException if the user has no realm, or a part is empty
     */
    public ApiToken {
      if (!GRAMMAR.matcher(user + "!" + name).matches()) {
        throw new IllegalArgumentException(
            "'" + user + "!" + name + "' is not a token id: expected <user>@<realm>!<token name>");
      }
      if (secret.isBlank()) {
        throw new IllegalArgumentException(
            "the secret of token " + user + "!" + name + " is empty");
      }
      if (secret.chars().anyMatch(character -> character <= ' ' || character > '~')) {
        throw new IllegalArgumentException(
            "the secret of token "
                + user
                + "!"
                + name
                + " holds a line break, a blank or another character that no secret of Proxmox VE"
                + " has: write it on one line, as Proxmox VE showed it");
      }
    }

    /**
     * Makes a token from the two texts that Proxmox shows.
     *
     * @param id {@code user@realm!name}
     * @param secret the value that Proxmox showed once
     * @return the token
     * @throws IllegalArgumentException if the id does not follow that grammar
     */
    public static ApiToken of(String id, String secret) {
      Matcher matcher = GRAMMAR.matcher(id);
      if (!matcher.matches()) {
        // The text may be a whole token by mistake: never show what follows an equals sign.
        throw new IllegalArgumentException(
            "'"
                + id.replaceAll("=.*", "=***")
                + "' is not a token id: expected <user>@<realm>!<token name>, the secret apart");
      }
      return new ApiToken(matcher.group("user"), matcher.group("name"), secret);
    }

    @Override
    public String principal() {
      return user + "!" + name;
    }

    @Override
    public Set<String> secrets() {
      return Set.of(secret);
    }

    @Override
    public String toString() {
      return "ApiToken[" + principal() + "]";
    }
  }

  /**
   * A user with a password, exchanged for a ticket that is renewed before its two hours are over.
   *
   * @param user {@code user@realm}
   * @param password the password
   */
  record Password(String user, String password) implements ProxmoxCredentials {
    /**
     * Checks the parts.
     *
     * @throws IllegalArgumentException if the user has no realm, or the password is empty
     */
    public Password {
      if (!user.matches("[^\\s:/!]+@[A-Za-z][A-Za-z0-9._-]+")) {
        throw new IllegalArgumentException(
            "'" + user + "' is not a user: expected <user>@<realm>, such as root@pam");
      }
      if (password.isEmpty()) {
        throw new IllegalArgumentException("the password of " + user + " is empty");
      }
    }

    @Override
    public String principal() {
      return user;
    }

    @Override
    public Set<String> secrets() {
      return Set.of(password);
    }

    @Override
    public String toString() {
      return "Password[" + user + "]";
    }
  }
}
