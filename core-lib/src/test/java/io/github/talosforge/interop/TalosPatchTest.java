package io.github.talosforge.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.machineconfig.ExampleClusters;
import io.github.talosforge.machineconfig.Generated;
import io.github.talosforge.machineconfig.document.ConfigDocuments;
import io.github.talosforge.machineconfig.patch.PatchFragments;
import io.github.talosforge.machineconfig.patch.Patching;
import io.github.talosforge.model.FreeYaml;
import io.github.talosforge.model.Layer;
import io.github.talosforge.model.MachinePatch;
import io.github.talosforge.model.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whether our merge makes of random patches what Talos' own makes of them. */
@Tag("interop")
class TalosPatchTest {
  private static final int CASES = 400;
  private static final int MOST_PATCHES = 4;

  @TempDir Path directory;

  static Stream<String> versions() {
    return Machinery.VERSIONS.stream();
  }

  @ParameterizedTest
  @MethodSource("versions")
  void patchesAreMergedAsTalosMergesThem(String version) throws IOException {
    int minor = Integer.parseInt(version.split("[.]", -1)[1]);
    Path ours = Files.createDirectory(directory.resolve("ours"));
    Random random = new Random(minor);
    List<String> refused = new ArrayList<>();
    for (int i = 0; i < CASES; i++) {
      String name = "case" + i;
      String config = config(version, random);
      List<MachinePatch> patches = patches(minor, random, directory.resolve(name));
      Files.writeString(directory.resolve(name + ".yaml"), config);
      Patching.Patched patched =
          new Patching(minor).apply(ConfigDocuments.read(name, config).documents(), patches);
      if (patched.report().hasErrors()) {
        refused.add(name);
        Files.writeString(ours.resolve(name + ".findings"), patched.report().render());
      } else {
        Files.writeString(ours.resolve(name + ".yaml"), patched.documents().yaml());
      }
    }
    Machinery.of(version).ask("patch", directory);
    Machinery.of(version).ask("canonical", ours);
    compare(ours, refused);
    Machinery.of(version).agreed("patch", CASES);
  }

  /** Where we differ on purpose: a size that the patch does not name. */
  @ParameterizedTest
  @MethodSource("versions")
  void talosStillForgetsSizes(String version) throws IOException {
    Files.writeString(
        directory.resolve("case.yaml"),
        """
        apiVersion: v1alpha1
        kind: VolumeConfig
        name: EPHEMERAL
        provisioning: {minSize: 2GiB, grow: true}
        """);
    Files.writeString(
        directory.resolve("case.patch1"),
        """
        apiVersion: v1alpha1
        kind: VolumeConfig
        name: EPHEMERAL
        provisioning: {grow: false}
        """);
    Machinery.of(version).ask("patch", directory);
    assertThat(Files.readString(directory.resolve("case.patched"))).doesNotContain("minSize");
  }

  private void compare(Path ours, List<String> refused) throws IOException {
    List<String> complaints = new ArrayList<>();
    for (int i = 0; i < CASES; i++) {
      String name = "case" + i;
      Path theirs = directory.resolve(name + ".patched");
      if (refused.contains(name) && Files.exists(theirs)) {
        complaints.add(
            name + " only we refuse: " + Files.readString(ours.resolve(name + ".findings")));
      } else if (!refused.contains(name) && !Files.exists(theirs)) {
        complaints.add(
            name
                + " only Talos refuses: "
                + Files.readString(directory.resolve(name + ".refused")));
      } else if (!refused.contains(name)
          && !Generated.documents(Files.readString(theirs))
              .equals(Generated.documents(Files.readString(ours.resolve(name + ".canonical"))))) {
        complaints.add(name + " differs");
      }
    }
    assertThat(complaints).isEmpty();
  }

  private static String config(String version, Random random) {
    List<String[]> clusters =
        List.copyOf(ExampleClusters.of(version.substring(1)).values()).subList(0, 2);
    String[] cluster = clusters.get(random.nextInt(clusters.size()));
    return Generated.yaml(cluster[0], cluster[1], random.nextBoolean() ? "cp-1" : "worker-1");
  }

  private static List<MachinePatch> patches(int minor, Random random, Path stem)
      throws IOException {
    List<String> fragments = PatchFragments.of(minor);
    List<MachinePatch> patches = new ArrayList<>();
    int count = 1 + random.nextInt(MOST_PATCHES);
    for (int i = 1; i <= count; i++) {
      String yaml = fragments.get(random.nextInt(fragments.size()));
      Files.writeString(Path.of(stem + ".patch" + i), yaml);
      patches.add(
          new MachinePatch(
              new FreeYaml.Scalar(yaml, FreeYaml.Kind.TEXT), Origin.builtIn(Layer.NODE)));
    }
    return patches;
  }
}
