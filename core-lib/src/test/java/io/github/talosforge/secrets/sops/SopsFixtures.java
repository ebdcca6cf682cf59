package io.github.talosforge.secrets.sops;

import com.exceptionfactory.jagged.x25519.X25519KeyPairGenerator;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.Map;
import java.util.Objects;

/** Files that the program sops 3.13.3 wrote, and keys. */
public final class SopsFixtures {
  /** A home directory without keys. */
  public static final Path NO_HOME = Path.of("no-such-home");

  private SopsFixtures() {}

  /** An age key pair. */
  public record AgeKey(String recipient, String identity) {
    /** Makes a new one. */
    public static AgeKey make() {
      try {
        KeyPair pair = new X25519KeyPairGenerator().generateKeyPair();
        return new AgeKey(pair.getPublic().toString(), pair.getPrivate().toString());
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  static String resource(String name) {
    try (InputStream in = SopsFixtures.class.getResourceAsStream("/sops/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The environment in which the fixtures can be opened. */
  static SopsEnvironment fixtureKeys() {
    return environment(Map.of("SOPS_AGE_KEY", identity(resource("age-keys.txt"))));
  }

  static String identity(String file) {
    return file.lines().filter(line -> line.startsWith("AGE-SECRET-KEY-1")).findFirst().orElse("");
  }

  /** An environment of some variables. */
  public static SopsEnvironment environment(Map<String, String> variables) {
    return new SopsEnvironment(variables, NO_HOME, "Linux");
  }
}
