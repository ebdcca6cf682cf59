package io.github.talosforge.lock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/**
 * Who does what to a cluster.
 *
 * @param who whom the user should ask, such as {@code alice@laptop}
 * @param operation what is done, such as {@code provision}
 * @param run tells this run from others of the same user
 */
public record Holder(String who, String operation, String run) {
  private static final int BYTES = 4;

  /**
   * Names the user of this process.
   *
   * @param operation what is done
   * @return a holder that no other run is
   */
  public static Holder here(String operation) {
    byte[] chance = new byte[BYTES];
    new SecureRandom().nextBytes(chance);
    return new Holder(
        System.getProperty("user.name", "somebody") + "@" + host(),
        operation,
        HexFormat.of().formatHex(chance));
  }

  /** The name that the machine gives itself: to ask for a better one would ask the network. */
  private static String host() {
    Map<String, String> environment = System.getenv();
    return Optional.ofNullable(environment.get("HOSTNAME"))
        .or(() -> Optional.ofNullable(environment.get("COMPUTERNAME")))
        .or(() -> firstLine(Path.of("/etc/hostname")))
        .filter(name -> !name.isBlank())
        .orElse("unknown-host");
  }

  private static Optional<String> firstLine(Path file) {
    try {
      return Files.readString(file).lines().map(String::strip).findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** What the Lease calls the holder. */
  String identity() {
    return who + " " + run;
  }
}
