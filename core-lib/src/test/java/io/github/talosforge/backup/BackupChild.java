package io.github.talosforge.backup;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Another run, in a process of its own, which can be killed or have no room to write. */
final class BackupChild {
  private static final int BLOCK = 512;

  private BackupChild() {}

  /** Writes some of a backup and then dies, or all of it as far as it can. */
  public static void main(String[] arguments) throws IOException {
    BackupFolder folder = BackupFolder.at(Path.of(arguments[1]));
    try (Draft draft =
        folder.begin(Snapshots.CLUSTER, Snapshots.UID, Snapshots.NOON, /* encrypted= */ false)) {
      if (arguments[0].equals("dies")) {
        int unused = draft.sink().write(ByteBuffer.wrap(new byte[BLOCK]));
        Runtime.getRuntime().halt(9);
      }
      int unused = draft.sink().write(ByteBuffer.wrap(Snapshots.SNAPSHOT));
      System.out.println("wrote all");
    } catch (IOException e) {
      System.out.println("failed: " + e.getMessage());
    }
  }

  /** Runs one; returns what it said. */
  static String run(String before, String what, Path folder)
      throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes =
        String.join(File.pathSeparator, List.of(System.getProperty("java.class.path")));
    ProcessBuilder builder =
        new ProcessBuilder(
            "sh",
            "-c",
            before + "exec \"$@\"",
            "sh",
            java,
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            BackupChild.class.getName(),
            what,
            folder.toString());
    builder.environment().put("CLASSPATH", classes);
    Process child = builder.redirectErrorStream(true).start();
    String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int unused = child.waitFor();
    return said;
  }
}
