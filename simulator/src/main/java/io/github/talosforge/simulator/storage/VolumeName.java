package io.github.talosforge.simulator.storage;

import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.world.Storage;
import io.github.talosforge.simulator.world.StorageType;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a volume's name says: its kind, its format and above all its owner, which is nothing but the
 * number in the name.
 *
 * @param content images, iso, import, vztmpl, snippets, backup
 * @param owner the VM's id, 0 without
 * @param isBase whether linked clones may stand on it
 * @param base the name of the base that it stands on
 * @param format raw, qcow2, vmdk, iso…
 */
public record VolumeName(
    String content, int owner, boolean isBase, @Nullable String base, String format) {
  private static final Pattern FILE =
      Pattern.compile("(iso|import|vztmpl|snippets|backup)/[^/]+?(?:\\.([a-z0-9]+))?");
  private static final Pattern DIRECTORY =
      Pattern.compile(
          "(?:(\\d+/base-[^/\\s]+)/)?(\\d+)/((?:(?:vm|base)-\\d+-)?[^/\\s]+\\.(raw|qcow2|vmdk))");
  private static final Pattern BLOCK =
      Pattern.compile("(?:(base-\\d+-[^/\\s]+)/)?((vm|base)-(\\d+)-[^/\\s]+)");

  /** A volume id in its two parts. */
  public record Id(String storage, String name) {
    private static final Pattern GRAMMAR = Pattern.compile("([a-zA-Z][a-zA-Z0-9\\-_.]*):(.+)");

    /** Parses {@code storage:name}; null when it is something else. */
    public static @Nullable Id of(String volid) {
      Matcher matcher = GRAMMAR.matcher(volid);
      return matcher.matches() ? new Id(group(matcher, 1), group(matcher, 2)) : null;
    }

    /** Parses {@code storage:name} or refuses. */
    public static Id require(String volid) {
      Id id = of(volid);
      if (id == null) {
        throw ApiFailure.died("unable to parse volume ID '" + volid + "'");
      }
      return id;
    }
  }

  /** Parses a name as the plugin of its storage does. */
  public static VolumeName of(Storage storage, String name) {
    return storage.type().files() ? file(name) : block(storage.type(), name);
  }

  private static VolumeName file(String name) {
    Matcher file = FILE.matcher(name);
    if (file.matches()) {
      String extension = file.group(2);
      return new VolumeName(group(file, 1), 0, false, null, extension == null ? "raw" : extension);
    }
    Matcher image = DIRECTORY.matcher(name);
    if (!image.matches()) {
      throw ApiFailure.died("unable to parse directory volume name '" + name + "'");
    }
    boolean base = group(image, 3).startsWith("base-");
    int owner = Integer.parseInt(group(image, 2));
    return new VolumeName("images", owner, base, image.group(1), group(image, 4));
  }

  private static VolumeName block(StorageType type, String name) {
    Matcher matcher = BLOCK.matcher(name);
    boolean linkInName = type != StorageType.LVMTHIN;
    if (!matcher.matches() || (matcher.group(1) != null && !linkInName)) {
      String plugin =
          switch (type) {
            case LVMTHIN -> "lvm";
            case ZFSPOOL -> "zfs";
            default -> "rbd";
          };
      throw ApiFailure.died("unable to parse " + plugin + " volume name '" + name + "'");
    }
    boolean base = group(matcher, 3).equals("base");
    int owner = Integer.parseInt(group(matcher, 4));
    return new VolumeName("images", owner, base, matcher.group(1), "raw");
  }

  private static String group(Matcher matcher, int number) {
    String text = matcher.group(number);
    return text == null ? "" : text;
  }
}
