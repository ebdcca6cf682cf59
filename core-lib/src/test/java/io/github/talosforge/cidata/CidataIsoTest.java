package io.github.talosforge.cidata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.StorageName;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A CD is read back by the standard's offsets, and by programs that are not ours where present. */
class CidataIsoTest {
  private static final int SECTOR = 2048;
  private static final ClusterUid CLUSTER = ClusterUid.of("0123456789abcdef");
  private static final NodeName NODE = NodeName.of("cp-1");

  private static String config(int bytes) {
    return "m".repeat(bytes);
  }

  private static byte[] image(String config) {
    return CidataIso.of(CLUSTER, NODE, config).bytes();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2047, 2048, 2049, 40_000})
  void bothTreesHoldTheFilesWhole(int bytes) {
    ByteBuffer image = ByteBuffer.wrap(image(config(bytes)));

    for (int descriptor : new int[] {16, 17}) {
      Map<String, String> files = files(image, descriptor);
      List<String> names =
          descriptor == 16
              ? List.of("METADATA.;1", "USERDATA.;1")
              : List.of("meta-data", "user-data");
      assertThat(files.keySet()).containsExactlyElementsOf(names);
      assertThat(files.get(names.get(0)))
          .isEqualTo("instance-id: 0123456789abcdef-cp-1\nlocal-hostname: cp-1\n");
      assertThat(files.get(names.get(1))).isEqualTo(config(bytes));
    }
    assertThat(image.capacity() % SECTOR).isZero();
  }

  @Test
  void theVolumeIsCalledCidataInBothTrees() {
    ByteBuffer image = ByteBuffer.wrap(image("x"));

    assertThat(text(image, 16 * SECTOR + 40, 32, StandardCharsets.US_ASCII).strip())
        .isEqualTo("cidata");
    assertThat(text(image, 17 * SECTOR + 40, 32, StandardCharsets.UTF_16BE).strip())
        .isEqualTo("cidata");
    assertThat(image.get(18 * SECTOR)).as("the end of the descriptors").isEqualTo((byte) 255);
  }

  @Test
  void rockRidgeHasTheRealNames() {
    String root =
        text(ByteBuffer.wrap(image("x")), 23 * SECTOR, SECTOR, StandardCharsets.ISO_8859_1);

    assertThat(root).contains("SP\u0007\u0001\u00be\u00ef", "RRIP_1991A", "meta-data", "user-data");
  }

  @Test
  void numbersAreTheSameInBothByteOrders() {
    ByteBuffer image = ByteBuffer.wrap(image(config(5000)));

    for (int offset : new int[] {16 * SECTOR + 80, 16 * SECTOR + 158, 23 * SECTOR + 2}) {
      int little = image.order(ByteOrder.LITTLE_ENDIAN).getInt(offset);
      int big = image.order(ByteOrder.BIG_ENDIAN).getInt(offset + 4);
      assertThat(little).isEqualTo(big).isPositive();
    }
    assertThat(image.order(ByteOrder.LITTLE_ENDIAN).getInt(16 * SECTOR + 80))
        .isEqualTo(image.capacity() / SECTOR);
  }

  @Test
  void theSameConfigurationMakesTheSameBytesAndName() {
    CidataIso one = CidataIso.of(CLUSTER, NODE, "a: 1\n");
    CidataIso again = CidataIso.of(CLUSTER, NODE, "a: 1\n");
    CidataIso other = CidataIso.of(CLUSTER, NODE, "a: 2\n");

    assertThat(one.bytes()).isEqualTo(again.bytes());
    assertThat(one.file()).isEqualTo(again.file()).isNotEqualTo(other.file());
    assertThat(one).hasToString("CidataIso[" + one.file() + "]");
  }

  @Test
  void aNameTellsWhoseItIs() {
    CidataFile file = CidataIso.of(CLUSTER, NODE, "a: 1\n").file();
    String volume = file.volume(StorageName.of("local"));

    assertThat(volume)
        .matches("local:iso/talosforge-cidata_0123456789abcdef_cp-1_[0-9a-f]{16}\\.iso");
    assertThat(CidataFile.of(volume)).contains(file);
    assertThat(file.isOf(CLUSTER, NODE)).isTrue();
    assertThat(file.isOf(CLUSTER, NodeName.of("cp"))).isFalse();
    assertThat(file.isOf(ClusterUid.of("0123456789abcde"), NODE)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "local:iso/talosforge-cidata_u_cp-1_0123456789abcdef.img",
        "local:iso/my-talosforge-cidata_u_cp-1_0123456789abcdef.iso",
        "local:iso/talosforge-cidata_u_cp-1_0123456789abcdeg.iso",
        "local:iso/talosforge-cidata_u_CP_0123456789abcdef.iso",
        "local:import/talosforge-cidata_u_cp-1_0123456789abcdef.iso",
        "none",
      })
  void otherFilesAreNotTakenForOurs(String volume) {
    assertThat(CidataFile.of(volume)).isEmpty();
  }

  static Stream<List<String>> readers() {
    return Stream.of(
        List.of("isoinfo", "-R", "-x", "/user-data", "-i"),
        List.of("isoinfo", "-J", "-x", "/user-data", "-i"),
        List.of("bsdtar", "-xOf", "IMAGE", "user-data"));
  }

  @ParameterizedTest
  @MethodSource("readers")
  void otherProgramsReadIt(List<String> reader, @TempDir Path folder) throws Exception {
    assumeTrue(isInstalled(reader.get(0)), reader.get(0) + " is not installed");
    Path file = Files.write(folder.resolve("cd.iso"), image(config(5000)));
    List<String> command =
        reader.contains("IMAGE")
            ? reader.stream().map(word -> word.replace("IMAGE", file.toString())).toList()
            : Stream.concat(reader.stream(), Stream.of(file.toString())).toList();

    assertThat(output(command)).isEqualTo(config(5000));
  }

  @Test
  void xorrisoFindsTheLabelAndTheFiles(@TempDir Path folder) throws Exception {
    assumeTrue(isInstalled("xorriso"), "xorriso is not installed");
    Path file = Files.write(folder.resolve("cd.iso"), image(config(5000)));

    assertThat(
            output(
                List.of(
                    "xorriso", "-report_about", "NOTE", "-indev", file.toString(), "-find", "/")))
        .contains("'/meta-data'", "'/user-data'");
  }

  private static boolean isInstalled(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private static String output(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int unused = process.waitFor();
    return text;
  }

  private static Map<String, String> files(ByteBuffer image, int descriptor) {
    Charset alphabet = descriptor == 16 ? StandardCharsets.US_ASCII : StandardCharsets.UTF_16BE;
    int start = descriptor * SECTOR;
    assertThat(text(image, start + 1, 5, StandardCharsets.US_ASCII)).isEqualTo("CD001");
    image.order(ByteOrder.LITTLE_ENDIAN);
    int at = image.getInt(start + 158) * SECTOR;
    Map<String, String> files = new TreeMap<>();
    for (; image.get(at) != 0; at += image.get(at)) {
      if (image.get(at + 25) == 0) {
        String name = text(image, at + 33, image.get(at + 32), alphabet);
        int content = image.getInt(at + 2) * SECTOR;
        files.put(name, text(image, content, image.getInt(at + 10), StandardCharsets.UTF_8));
      }
    }
    return files;
  }

  private static String text(ByteBuffer image, int at, int length, Charset alphabet) {
    return alphabet.decode(image.duplicate().slice(at, length)).toString();
  }
}
