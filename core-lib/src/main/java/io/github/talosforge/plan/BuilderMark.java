package io.github.talosforge.plan;

import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.InvalidValueException;
import io.github.talosforge.model.VmId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The second line of a template's description: who began to build it, and as which VM. Clusters
 * share templates, so that who it was matters only until the template is finished. A copy that
 * somebody made has the line too, but not the id.
 *
 * @param builder the cluster that began
 * @param vm the id under which it began
 */
public record BuilderMark(ClusterUid builder, VmId vm) {
  private static final Pattern LINE =
      Pattern.compile("talosforge: builder=(?<builder>\\S+) vm=(?<vm>[0-9]{1,9})\\s*");

  /** Finds the mark in a description. */
  public static Optional<BuilderMark> in(String description) {
    return description
        .lines()
        .skip(1)
        .findFirst()
        .map(LINE::matcher)
        .filter(Matcher::matches)
        .flatMap(line -> read(line.group("builder"), line.group("vm")));
  }

  private static Optional<BuilderMark> read(String builder, String vm) {
    try {
      return Optional.of(new BuilderMark(ClusterUid.of(builder), VmId.of(Integer.parseInt(vm))));
    } catch (InvalidValueException notWrittenByUs) {
      return Optional.empty();
    }
  }

  /** Returns the line itself. */
  public String line() {
    return "talosforge: builder=" + builder + " vm=" + vm;
  }
}
