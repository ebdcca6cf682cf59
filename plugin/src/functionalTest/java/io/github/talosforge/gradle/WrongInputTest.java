package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever is wrong with files, connection or build script is said in full, without a stack trace.
 * One project for each mistake, all run at once; {@code wrong-input.txt} has the messages.
 */
class WrongInputTest {
  private static final Pattern PROBLEM =
      Pattern.compile(
          "(?s)\\* What went wrong:\n(Execution failed for task ':(\\S+?):.*?)\n\\* Try:");

  @TempDir Path folder;
  private final SimulatedProxmox proxmox = new SimulatedProxmox();
  private final Map<String, String> scripts = new TreeMap<>();
  private TestBuild build;

  @BeforeEach
  void prepare() {
    build = TestBuild.in(folder).write("build.gradle", "");
  }

  @AfterEach
  void stop() {
    proxmox.close();
  }

  @Test
  void everyMistakeHasItsMessage() throws IOException {
    connections();
    trust();
    credentials();
    files();
    scripts.put("factory", reached("talosforge.imageFactory = 'factory talos dev'"));
    scripts.put("timeout", reached("talosforge.timeout = 'soon'"));

    String[] run = {"provisionNodes", "--continue"};
    write();
    assertThat(messages(run)).isEqualTo(golden());
    assertThat(messages(run)).as("from the stored configuration").isEqualTo(golden());
  }

  private void connections() {
    String host = "https://127.0.0.1:1";
    scripts.put("nothing", "");
    scripts.put(
        "endpoint",
        "talosforge.proxmox { endpoint = 'ftp://pve1'; apiToken = 'root@pam!lab=9a0d2f7c-51be-4c63-8f1e-2b7d6a9c4e05' }");
    scripts.put(
        "token", "talosforge.proxmox { endpoint = '%s'; apiToken = 'abc' }".formatted(host));
    scripts.put(
        "proxy",
        "talosforge.proxmox { endpoint = '%s'; apiToken = 'root@pam!lab=9a0d2f7c-51be-4c63-8f1e-2b7d6a9c4e05'; proxy = 'socks5://p' }"
            .formatted(host));
    scripts.put(
        "unreachable",
        "talosforge.proxmox { endpoint = '%s'; apiToken = 'root@pam!lab=9a0d2f7c-51be-4c63-8f1e-2b7d6a9c4e05' }"
            .formatted(host));
    scripts.put("wrongtoken", reached("talosforge.proxmox.apiToken = 'root@pam!simulator=wrong'"));
  }

  private void trust() {
    String unknown = "talosforge.proxmox { endpoint = '%s'; apiToken = '%s'; %s }";
    String url = proxmox.simulator.url();
    String token = proxmox.simulator.token();
    scripts.put("certificate", unknown.formatted(url, token, ""));
    scripts.put("fingerprint", unknown.formatted(url, token, "fingerprint = 'AB:CD'"));
    scripts.put(
        "otherfingerprint",
        unknown.formatted(url, token, "fingerprint = '%s'".formatted("AB:".repeat(31) + "AB")));
    scripts.put("authority", unknown.formatted(url, token, "caFile = file('missing.pem')"));
  }

  private void credentials() throws IOException {
    String script =
        "talosforge.proxmox { endpoint = 'https://127.0.0.1:1'; credentialsFile = file('%s') }";
    scripts.put("nofile", script.formatted("missing"));
    scripts.put("openfile", script.formatted("../open"));
    scripts.put("emptyfile", script.formatted("../empty"));
    mode(
        build
            .write("open", "PROXMOX_VE_API_TOKEN=root@pam!lab=9a0d2f7c-51be-4c63-8f1e-2b7d6a9c4e05")
            .folder()
            .resolve("open"),
        "rw-r--r--");
    mode(build.write("empty", "nothing here").folder().resolve("empty"), "rw-------");
  }

  private static void mode(Path file, String mode) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  private void files() {
    scripts.put("yaml", reached(""));
    scripts.put("uid", reached(""));
    scripts.put("host", reached(""));
  }

  private String reached(String more) {
    return proxmox.block()
        + "talosforge.proxmox.apiToken = '%s'\n%s".formatted(proxmox.simulator.token(), more);
  }

  private void write() {
    scripts.forEach(
        (project, script) ->
            build
                .sample(project + "/")
                .write(
                    project + "/build.gradle", "plugins { id 'io.github.talosforge' }\n" + script));
    build
        .write(
            "settings.gradle",
            scripts.keySet().stream().collect(Collectors.joining("', '", "include '", "'\n")))
        .change("yaml/nodes.yaml", "nodes:", "nodes: [")
        .change("uid/cluster.yaml", "cluster_uid: sample-7f3a90c2", "")
        .change("host/nodes.yaml", "proxmox_node: pve1", "proxmox_node: pve9");
  }

  private Map<String, String> messages(String... run) throws IOException {
    String output = build.fail(run).getOutput();
    assertThat(output).doesNotContain("\tat ");
    Map<String, String> messages = new TreeMap<>();
    Matcher matcher = PROBLEM.matcher(output);
    while (matcher.find()) {
      messages.put(matcher.group(2), normal(matcher.group(1)));
    }
    Files.writeString(
        Path.of("build/wrong-input.txt"),
        messages.entrySet().stream()
            .map(entry -> "== %s%n%s%n%n".formatted(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining()));
    return messages;
  }

  private String normal(String message) {
    return message
        .replace(folder.toString(), "FOLDER")
        .replaceAll("127\\.0\\.0\\.1:\\d{4,5}", "127.0.0.1:PORT")
        .replaceAll("([0-9A-F]{2}:){31}[0-9A-F]{2}", "FINGERPRINT")
        .replaceAll("cluster_uid: \\S+", "cluster_uid: UID")
        .strip();
  }

  private static Map<String, String> golden() throws IOException {
    String text =
        new String(
            WrongInputTest.class.getResourceAsStream("/wrong-input.txt").readAllBytes(),
            StandardCharsets.UTF_8);
    Map<String, String> messages = new TreeMap<>();
    for (String section : text.split("(?m)^== ", -1)) {
      int end = section.indexOf('\n');
      if (end > 0) {
        messages.put(section.substring(0, end), section.substring(end + 1).strip());
      }
    }
    return messages;
  }
}
