package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.ApiFailure;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A drive of a VM.
 *
 * @param key where it is attached, for example {@code scsi0}
 * @param options its options; {@code file} is the volume
 */
record Drive(String key, Map<String, String> options) {
  private static final Pattern KEY =
      Pattern.compile(
          "ide[0-3]|sata[0-5]|scsi(?:[0-9]|[12][0-9]|30)|virtio(?:[0-9]|1[0-5])"
              + "|efidisk0|tpmstate0");
  private static final Pattern NEW_DISK = Pattern.compile("(?:([^/:\\s]+):)?(\\d+(?:\\.\\d+)?)");
  private static final Pattern CLOUD_INIT =
      Pattern.compile("(?:[^/:\\s]+:)?(?:.*/)?(?:vm-\\d+-)?cloudinit(?:\\.[a-z0-9]+)?");
  private static final String[] UNITS = {"", "K", "M", "G", "T"};
  private static final Set<String> KNOWN =
      Set.of(
          ("file volume media size format import-from cache aio discard detect_zeroes iothread ssd"
                  + " backup replicate shared snapshot ro serial wwn queues scsiblock product"
                  + " vendor model rerror werror mbps mbps_rd mbps_wr mbps_max mbps_rd_max"
                  + " mbps_wr_max iops iops_rd iops_wr iops_max iops_rd_max iops_wr_max"
                  + " bps_max_length bps_rd_max_length bps_wr_max_length iops_max_length"
                  + " iops_rd_max_length iops_wr_max_length bps bps_rd bps_wr cyls heads secs"
                  + " trans efitype pre-enrolled-keys ms-cert version")
              .split(" "));

  private static final Set<String> FLAGS =
      Set.of(
          ("backup detect_zeroes iothread pre-enrolled-keys replicate ro scsiblock shared snapshot"
                  + " ssd")
              .split(" "));

  /** A drive without a medium, and the host's own: both are CD drives whether told or not. */
  private static final Set<String> NO_MEDIUM = Set.of("none", "cdrom");

  /** Copies the options. */
  Drive {
    options = new LinkedHashMap<>(options);
  }

  /**
   * A disk that is to be made.
   *
   * @param storage where; null for the default storage
   * @param gibibytes how large
   */
  record NewDisk(@Nullable String storage, double gibibytes) {}

  static boolean isKey(String key) {
    return KEY.matcher(key).matches();
  }

  static boolean isUnusedKey(String key) {
    return key.matches("unused\\d+");
  }

  static Drive parse(String key, String text) {
    Map<String, String> options = PropertyString.parse(key, text, "file");
    PropertyString.check(key, options, KNOWN);
    String alias = options.remove("volume");
    if (alias != null) {
      options.put("file", alias);
    }
    String file = options.get("file");
    if (file == null) {
      throw ApiFailure.parameter(key, "unable to parse drive options");
    }
    if (NO_MEDIUM.contains(file)) {
      options.putIfAbsent("media", "cdrom");
    }
    PropertyString.normalizeFlags(options, FLAGS);
    return new Drive(key, options);
  }

  String file() {
    return options.getOrDefault("file", "none");
  }

  @Nullable String option(String name) {
    return options.get(name);
  }

  /** Whether it is a drive for media, cloud-init included. */
  boolean isCdrom() {
    return "cdrom".equals(options.get("media"));
  }

  /** Whether it is a drive for media other than cloud-init's. */
  boolean isPlainCdrom() {
    return isCdrom() && !isCloudInit();
  }

  boolean isCloudInit() {
    return CLOUD_INIT.matcher(file()).matches();
  }

  /** Whether a volume of some storage is behind it. */
  boolean isVolume() {
    return file().contains(":");
  }

  @Nullable NewDisk newDisk() {
    Matcher matcher = NEW_DISK.matcher(file());
    String size = matcher.matches() ? matcher.group(2) : null;
    return size == null ? null : new NewDisk(matcher.group(1), Double.parseDouble(size));
  }

  Drive with(String name, @Nullable String value) {
    Map<String, String> changed = new LinkedHashMap<>(options);
    if (value == null) {
      changed.remove(name);
    } else {
      changed.put(name, value);
    }
    return new Drive(key, changed);
  }

  Drive withSize(long bytes) {
    return with("size", formatted(bytes));
  }

  String print() {
    return PropertyString.print(options, "file");
  }

  /** A size in the largest unit that divides it, which for nothing is the largest there is. */
  static String formatted(long bytes) {
    long value = bytes;
    int unit = 0;
    while (value % 1024 == 0 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return value + UNITS[unit];
  }
}
