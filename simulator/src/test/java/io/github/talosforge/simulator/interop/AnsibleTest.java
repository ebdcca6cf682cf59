package io.github.talosforge.simulator.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.world.Personality;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A VM's life through Ansible. {@code ansible-playbook} is looked for on the PATH; another one is
 * named by TALOSFORGE_ANSIBLE_PLAYBOOK.
 */
@Tag("interop")
class AnsibleTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "community.general,PVE_8_4",
    "community.general,PVE_9_1",
    "community.proxmox,PVE_8_4",
    "community.proxmox,PVE_9_1"
  })
  void ansibleCreatesClonesChangesStartsStopsAndDeletes(String collection, Personality release)
      throws IOException, InterruptedException {
    Path ansible = ansible();
    assumeTrue(
        has(ansible, collection), collection + " is not installed, or has no proxmox_kvm: skipped");
    try (Simulator simulator =
        Simulator.builder().hosts(3).personality(release).timeScale(0.01).start()) {
      String output = run(ansible, playbook(collection), simulator);
      System.out.println(output);
      assertThat(output).contains("All assertions passed").contains("failed=0");
      assertThat(simulator.inspect().vms()).isEmpty();
      assertThat(simulator.inspect().orphans()).isEmpty();
      assertThat(simulator.journal().callsTo("POST /nodes/{node}/qemu/{vmid}/clone")).hasSize(1);
    }
  }

  private static Path ansible() {
    String named = System.getenv("TALOSFORGE_ANSIBLE_PLAYBOOK");
    Stream<Path> places =
        named == null
            ? Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(place -> Path.of(place, "ansible-playbook"))
            : Stream.of(Path.of(named));
    Path found = places.filter(Files::isExecutable).findFirst().orElse(null);
    assumeTrue(found != null, "ansible-playbook is not installed: skipped");
    return found;
  }

  private static boolean has(Path ansible, String collection)
      throws IOException, InterruptedException {
    Path doc = ansible.resolveSibling("ansible-doc");
    Process process =
        new ProcessBuilder(doc.toString(), "-F", collection)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return text.lines()
        .anyMatch(
            line ->
                line.startsWith(collection + ".proxmox_kvm ")
                    && line.contains(collection.replace('.', '/')));
  }

  private Path playbook(String collection) throws IOException {
    Path original = Path.of("src", "interop", "ansible", "lifecycle.yml");
    return Files.writeString(
        folder.resolve("lifecycle.yml"),
        Files.readString(original).replace("community.general", collection));
  }

  private String run(Path ansible, Path playbook, Simulator simulator)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(ansible.toString(), playbook.toString()));
    command.addAll(List.of("-e", "host=" + URI.create(simulator.url()).getAuthority()));
    command.addAll(List.of("-e", "token=" + simulator.token()));
    Path python = ansible.resolveSibling("python");
    if (Files.isExecutable(python)) {
      command.addAll(List.of("-e", "ansible_python_interpreter=" + python));
    }
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("ANSIBLE_NOCOLOR", "1");
    builder.environment().put("ANSIBLE_LOCALHOST_WARNING", "False");
    builder.environment().put("ANSIBLE_INVENTORY_UNPARSED_WARNING", "False");
    builder.environment().put("ANSIBLE_HOME", folder.resolve("ansible").toString());
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }
}
