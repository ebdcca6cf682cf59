package io.github.talosforge.proxmox.property;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** The grammar of drives, which differs a little between the buses. */
final class DriveGrammar {
  private static final Map<DriveBus, Grammar> DISKS = new EnumMap<>(DriveBus.class);
  private static final Map<DriveBus, Grammar> CDROMS = new EnumMap<>(DriveBus.class);

  static {
    for (DriveBus bus : DriveBus.values()) {
      DISKS.put(bus, grammar(bus, "disk"));
      CDROMS.put(bus, grammar(bus, "cdrom"));
    }
  }

  private DriveGrammar() {}

  static Grammar ofDisk(DriveBus bus) {
    return Objects.requireNonNull(DISKS.get(bus));
  }

  static Grammar ofCdRom(DriveBus bus) {
    return Objects.requireNonNull(CDROMS.get(bus));
  }

  private static Grammar grammar(DriveBus bus, String mediaWhenAbsent) {
    GrammarBuilder grammar =
        Grammar.of(bus.prefix())
            .bare("file", ValueSyntax.TEXT, "volume")
            .alias("volume", "file")
            .key("media", ValueSyntax.TEXT, "disk|cdrom")
            .absentMeans("media", mediaWhenAbsent)
            .informational("size", ValueSyntax.SIZE);
    options(grammar);
    limits(grammar);
    geometry(grammar);
    busOptions(bus, grammar);
    return grammar.build();
  }

  private static void options(GrammarBuilder grammar) {
    grammar
        .key("aio", ValueSyntax.TEXT, "native|threads|io_uring")
        .flag("backup", true)
        .key("cache", ValueSyntax.TEXT, "none|writethrough|writeback|unsafe|directsync")
        .flag("detect_zeroes", true)
        .key("discard", ValueSyntax.TEXT, "ignore|on")
        .absentMeans("discard", "ignore")
        .key("format", ValueSyntax.TEXT, "raw|qcow2|vmdk|…")
        .key("import-from", ValueSyntax.TEXT, "source volume")
        .flag("replicate", true)
        .key("rerror", ValueSyntax.TEXT, "ignore|report|stop")
        .key("serial", ValueSyntax.TEXT)
        .flag("shared", false)
        .flag("snapshot", false)
        .key("werror", ValueSyntax.TEXT, "enospc|ignore|report|stop")
        .live("backup", "detect_zeroes", "replicate", "rerror", "shared", "werror");
  }

  /** The limit of a burst and its length exist for reading, writing and both together. */
  private static void limits(GrammarBuilder grammar) {
    for (String direction : new String[] {"", "_rd", "_wr"}) {
      limit(grammar, ValueSyntax.NUMBER, "mbps" + direction, "mbps" + direction + "_max");
      limit(grammar, ValueSyntax.INTEGER, "bps" + direction, "bps" + direction + "_max_length");
      limit(grammar, ValueSyntax.INTEGER, "iops" + direction, "iops" + direction + "_max");
      limit(grammar, ValueSyntax.INTEGER, "iops" + direction + "_max_length");
      if (!direction.isEmpty()) {
        grammar
            .alias("bps" + direction + "_length", "bps" + direction + "_max_length")
            .alias("iops" + direction + "_length", "iops" + direction + "_max_length");
      }
    }
  }

  private static void limit(GrammarBuilder grammar, ValueSyntax syntax, String... names) {
    grammar.keys(syntax, names).live(names);
  }

  /** Release 9 no longer has these. */
  private static void geometry(GrammarBuilder grammar) {
    grammar
        .keys(ValueSyntax.INTEGER, "cyls", "heads", "secs")
        .key("trans", ValueSyntax.TEXT, "none|lba|auto");
  }

  private static void busOptions(DriveBus bus, GrammarBuilder grammar) {
    boolean scsi = bus == DriveBus.SCSI;
    boolean virtio = bus == DriveBus.VIRTIO;
    if (!virtio) {
      grammar.flag("ssd", false).key("wwn", ValueSyntax.HEX, "0x and 16 hex digits");
    }
    if (scsi || virtio) {
      grammar.flag("iothread", false).flag("ro", false);
    }
    if (scsi) {
      grammar
          .key("queues", ValueSyntax.INTEGER)
          .flag("scsiblock", false)
          .keys(ValueSyntax.TEXT, "product", "vendor");
    }
    if (bus == DriveBus.IDE) {
      grammar.key("model", ValueSyntax.TEXT);
    }
  }
}
