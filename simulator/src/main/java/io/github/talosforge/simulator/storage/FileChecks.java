package io.github.talosforge.simulator.storage;

import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.task.Worker;
import io.github.talosforge.simulator.world.RemoteImage;
import io.github.talosforge.simulator.world.Volume;
import java.util.Locale;
import java.util.Map;

/** What a worker looks at before a file that comes from elsewhere gets its name. */
final class FileChecks {
  private FileChecks() {}

  static void checkExisting(Worker worker, ApiCall call, Volume existing, String path) {
    String expected = call.optional("checksum");
    if (expected == null) {
      throw ApiFailure.died("refusing to override existing file '" + path + "'");
    }
    String got = hash(existing.checksums(), call.required("checksum-algorithm"));
    worker.log("calculating checksum of existing file...");
    if (!got.equalsIgnoreCase(expected)) {
      throw ApiFailure.died(
          "checksum mismatch: got '" + got + "' != expect '" + expected + "', aborting");
    }
    worker.log("OK, got correct file already, no need to download");
  }

  static void verify(Worker worker, ApiCall call, Map<String, String> checksums) {
    String expected = call.optional("checksum");
    if (expected == null) {
      return;
    }
    worker.log("calculating checksum...");
    String got = hash(checksums, call.required("checksum-algorithm"));
    if (!got.equalsIgnoreCase(expected)) {
      throw ApiFailure.died("checksum mismatch: got '" + got + "' != expect '" + expected + "'");
    }
    worker.log("OK, checksum verified");
  }

  private static String hash(Map<String, String> checksums, String algorithm) {
    return checksums.getOrDefault(algorithm, "unknown").toLowerCase(Locale.ROOT);
  }

  /** Disk images are opened before they get their name; anything is a raw one. */
  static void checkFormat(String content, RemoteImage image, String file) {
    String wanted = file.replaceFirst("^.*\\.(qcow2|vmdk)\\.tmp_dwnl\\.\\d+$", "$1");
    boolean other =
        image.format() != null && !wanted.equals(file) && !image.format().equals(wanted);
    if (content.equals("import") && other) {
      throw ApiFailure.died(
          "failed to verify file: qemu-img: Could not open '"
              + file
              + "': Image is not in "
              + wanted
              + " format");
    }
  }
}
