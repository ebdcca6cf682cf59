package io.github.talosforge.secrets.sops;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What SOPS takes from the machine it runs on.
 *
 * @param variables the environment variables
 * @param home the user's home directory
 * @param system the name of the operating system, as the property {@code os.name} has it
 */
public record SopsEnvironment(Map<String, String> variables, Path home, String system) {

  /** Keeps an own copy of the variables. */
  public SopsEnvironment {
    variables = Map.copyOf(variables);
  }

  /** Takes the environment of this process. */
  public static SopsEnvironment ofProcess() {
    return new SopsEnvironment(
        System.getenv(), Path.of(System.getProperty("user.home")), System.getProperty("os.name"));
  }

  /** Returns the value of a variable that is set to something. */
  Optional<String> variable(String name) {
    return Optional.ofNullable(variables.get(name)).filter(value -> !value.isBlank());
  }

  /** Returns the file of identities that is looked at on this operating system. */
  Path defaultKeyFile() {
    return configDirectory().resolve("sops").resolve("age").resolve("keys.txt");
  }

  private Path configDirectory() {
    String name = system.toLowerCase(Locale.ROOT);
    if (name.startsWith("windows")) {
      return variable("AppData")
          .or(() -> variable("APPDATA"))
          .map(Path::of)
          .orElseGet(() -> home.resolve("AppData").resolve("Roaming"));
    }
    Path usual =
        name.startsWith("mac")
            ? home.resolve("Library").resolve("Application Support")
            : home.resolve(".config");
    return variable("XDG_CONFIG_HOME").map(Path::of).orElse(usual);
  }

  /** Names the variables and home, but none of their values: some hold keys. */
  @Override
  public String toString() {
    return "SopsEnvironment[home=" + home + ", system=" + system + "]";
  }
}
