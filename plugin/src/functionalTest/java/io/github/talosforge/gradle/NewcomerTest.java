package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.simulator.Simulator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  private static final Pattern EXPORT = Pattern.compile("export (\\w+)='.*'");

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
    try (Simulator proxmox = Simulator.builder().hosts(3).timeScale(0).start()) {
      Map<String, String> environment = new HashMap<>(System.getenv());
      Map<String, String> handedOver =
          Map.of(
              "PROXMOX_VE_API_TOKEN", proxmox.token(),
              "PROXMOX_VE_FINGERPRINT", proxmox.fingerprint());
      String output = "";
      for (Snippet snippet : SNIPPETS) {
        if (snippet.language().equals("kotlin")) {
          writeScript(build, snippet.text(), proxmox);
          continue;
        }
        for (String line : snippet.text().lines().toList()) {
          Matcher export = EXPORT.matcher(line);
          if (export.matches()) {
            environment.put(export.group(1), handedOver.get(export.group(1)));
          } else if (!line.equals("./gradlew publishToMavenLocal")) {
            assertThat(line).startsWith("./gradlew -p ../homelab ");
            output = run(line.substring("./gradlew -p ../homelab ".length()), environment);
          }
          if (line.contains("talosforgeInit")) {
            replaceWhatIsYours(build, proxmox);
          }
        }
      }
      assertThat(output).contains("+ worker-2  worker, VM 3001 on pve2");
      assertThat(proxmox.inspect().vms()).isEmpty();
    }
  }

  /** The repository is the one that the build of these tests filled. */
  private static void writeScript(TestBuild build, String text, Simulator proxmox) {
    if (text.startsWith("pluginManagement")) {
      String repository = System.getProperty("talosforge.publishedRepository");
      assertThat(text).contains("mavenLocal()");
      build.write(
          "settings.gradle.kts",
          text.replace("mavenLocal()", "maven { url = uri(\"%s\") }".formatted(repository)));
    } else {
      String version = System.getProperty("talosforge.publishedVersion");
      assertThat(text).contains("version \"%s\"".formatted(version));
      // What is simulated is reached by loopback alone.
      String loopback =
          "talosforge { talosProxy = \"%s\"; proxmox { loopbackOnly = true } }\n"
              .formatted(proxmox.proxy());
      build.write("build.gradle.kts", text + loopback);
    }
  }

  private static void replaceWhatIsYours(TestBuild build, Simulator proxmox) {
    build.change("cluster.yaml", "https://192.168.22.2:8006", proxmox.url());
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
