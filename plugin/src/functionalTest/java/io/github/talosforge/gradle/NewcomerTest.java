package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.world.Bridge;
import io.github.talosforge.simulator.world.Host;
import io.github.talosforge.simulator.world.Storage;
import io.github.talosforge.simulator.world.StorageType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gradle.testkit.runner.GradleRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever follows the README's way to their own Proxmox VE arrives at a plan. */
class NewcomerTest {
  /** The snippets of the README's section about that, in their order. */
  static final List<Snippet> SNIPPETS = snippets();

  private static final Path USER_HOME = Path.of(System.getProperty("talosforge.gradleUserHome"));
  private static final Pattern EXPORT = Pattern.compile("export (\\w+)=([\"'])(.*)\\2");

  @TempDir Path folder;

  private static List<Snippet> snippets() {
    String page = TestBuild.repositoryFile("README.md");
    long from = lineOf(page, "## On your own Proxmox VE");
    long to = lineOf(page, "## Working on it");
    try {
      return Snippet.of("README.md").stream()
          .filter(one -> one.line() > from && one.line() < to)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long lineOf(String page, String heading) {
    return page.lines().takeWhile(line -> !line.equals(heading)).count();
  }

  @Test
  void fromAnEmptyFolderToAPlan() {
    TestBuild build = TestBuild.in(folder).remove("build.gradle").remove("settings.gradle");
    try (Simulator proxmox = elsewhere()) {
      Map<String, String> environment = new HashMap<>(System.getenv());
      Map<String, String> handedOver = new HashMap<>();
      handedOver.put("PROXMOX_VE_FINGERPRINT", proxmox.fingerprint());
      String output = "";
      for (Snippet snippet : SNIPPETS) {
        if (snippet.language().equals("kotlin")) {
          writeScript(build, snippet.text(), proxmox);
          continue;
        }
        for (String line : snippet.text().lines().toList()) {
          Matcher export = EXPORT.matcher(line);
          if (export.matches()) {
            String value = handedOver.get(export.group(1));
            assertThat(value).startsWith(export.group(3).replace("...", ""));
            environment.put(export.group(1), value);
          } else if (!line.equals("./gradlew publishToMavenLocal")) {
            assertThat(line).startsWith("./gradlew -p ../homelab ");
            output = run(line.substring("./gradlew -p ../homelab ".length()), environment);
          }
          if (line.contains("talosforgeInit")) {
            replaceWhatIsYours(build, proxmox);
          }
          if (line.endsWith("doctor")) {
            assertThat(output)
                .contains("[ok] talosforge@pve!homelab: may do all that this cluster needs.")
                .contains("[ ?] user-tag-access: ")
                .contains("--tokens 'talosforge@pve!homelab'")
                .contains("Nothing seen would stop the first run");
            assertThat(output.lines())
                .allMatch(told -> told.length() <= 80 || told.startsWith("The run as a page: "));
          }
          if (line.endsWith("printRoleCommands")) {
            handedOver.put("PROXMOX_VE_API_TOKEN", asRoot(proxmox, output));
            assertThat(tokens(proxmox, output)).as("run once more").isEmpty();
          }
        }
      }
      assertThat(output).containsPattern("[+] worker-2  worker, VM 3001 on (anton|berta|caesar)");
      assertThat(proxmox.inspect().vms()).isEmpty();
    }
  }

  /** A Proxmox VE whose hosts, storages and bridges are not called as in any example. */
  private static Simulator elsewhere() {
    return Simulator.builder()
        .timeScale(0)
        .world(
            world -> {
              world.clusterName("basement");
              List<String> hosts = List.of("anton", "berta", "caesar");
              for (String host : hosts) {
                Host usual = Host.ordinary(host, hosts.indexOf(host) + 1);
                world.host(
                    new Host(
                        host,
                        usual.id(),
                        usual.address(),
                        true,
                        usual.cores(),
                        usual.memory(),
                        List.of(Bridge.ordinary("vmbr7")),
                        List.of()));
              }
              world.storage(Storage.of("depot", StorageType.DIR, 1L << 38, "iso", "import"));
              world.storage(Storage.of("fast", StorageType.ZFSPOOL, 1L << 40, "images"));
            })
        .start();
  }

  private static String asRoot(Simulator proxmox, String printed) {
    List<String> tokens = tokens(proxmox, printed);
    assertThat(tokens).hasSize(1);
    return tokens.get(0);
  }

  /** Runs the commands that were printed, all of them, and returns the tokens that they show. */
  private static List<String> tokens(Simulator proxmox, String printed) {
    Pveum pveum = new Pveum(proxmox);
    return printed
        .lines()
        .filter(line -> line.startsWith("pveum "))
        .map(pveum::run)
        .flatMap(Optional::stream)
        .toList();
  }

  /** The repository is the one that the build of these tests filled. */
  private static void writeScript(TestBuild build, String text, Simulator proxmox) {
    if (text.startsWith("pluginManagement")) {
      assertThat(text).contains("mavenLocal()");
      build.write(
          "settings.gradle.kts",
          text.replace(
              "mavenLocal()", "maven { url = uri(\"%s\") }".formatted(PublishedPlugin.REPOSITORY)));
    } else {
      assertThat(text).contains("version \"%s\"".formatted(PublishedPlugin.VERSION));
      // What is simulated is reached by loopback alone.
      String loopback =
          "talosforge { talosProxy = \"%s\"; proxmox { loopbackOnly = true } }\n"
              .formatted(proxmox.proxy());
      build.write("build.gradle.kts", text + loopback);
    }
  }

  private static void replaceWhatIsYours(TestBuild build, Simulator proxmox) {
    build
        .change("cluster.yaml", "https://192.168.22.2:8006", proxmox.url())
        .change("cluster.yaml", "192.168.22.", "10.7.0.")
        .change("cluster.yaml", "[pve1, pve2, pve3]", "[anton, berta, caesar]")
        .change("cluster.yaml", "proxmox_storage: local-zfs", "proxmox_storage: fast")
        .change("cluster.yaml", "proxmox_image_storage: local", "proxmox_image_storage: depot")
        .change("cluster.yaml", "proxmox_bridge: vmbr0", "proxmox_bridge: vmbr7");
    build.write(
        "cluster.yaml",
        build.read("cluster.yaml") + "talos_factory_url: " + proxmox.connection().factory() + "\n");
  }

  private String run(String arguments, Map<String, String> environment) {
    return GradleRunner.create()
        .withProjectDir(folder.toFile())
        .withTestKitDir(USER_HOME.toFile())
        .withEnvironment(environment)
        .withArguments((arguments + " --offline --warning-mode=all").split(" ", -1))
        .build()
        .getOutput();
  }
}
