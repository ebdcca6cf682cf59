package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.Principal;
import io.github.talosforge.simulator.world.World;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Who may set which tags, by the option {@code user-tag-access} of the datacenter. */
public final class TagRights {
  /** What Perl makes of the empty list that a new VM is compared with. */
  private static final String NO_TAGS_AS_TEXT = "HASH(0x560f2e7136a8)";

  private static final String OPTION = "user-tag-access";

  private final World world;

  public TagRights(World world) {
    this.world = world;
  }

  /** The option's two values: who may set what, and the list. */
  private Map<String, String> option() {
    return PropertyString.parse(OPTION, world.options().getOrDefault(OPTION, ""), OPTION);
  }

  private String mode() {
    return option().getOrDefault("user-allow", "free");
  }

  /** The tags that someone may set on VMs that he may change. */
  public Collection<String> allowed(Principal principal) {
    boolean privileged = principal.has("/", "Sys.Modify");
    Set<String> tags = new TreeSet<>();
    if (privileged || !mode().matches("none|list")) {
      inUse(principal).forEach(tags::add);
    }
    if (privileged || !mode().matches("none|existing")) {
      tags.addAll(listed());
    }
    return tags;
  }

  private List<String> listed() {
    return ConfigKeys.split(option().getOrDefault("user-allow-list", ""));
  }

  private Stream<String> inUse(Principal principal) {
    return world.vms().values().stream()
        .filter(vm -> principal.has("/vms/" + vm.id(), "VM.Audit"))
        .flatMap(vm -> ConfigKeys.split(vm.config().getOrDefault("tags", "")).stream());
  }

  /** The tags as they are written, if they may take the place of those before. */
  String ofVm(Access access, int vmid, String before, String wanted) {
    access.checkVm(vmid, null, "VM.Config.Options");
    String tags = ConfigKeys.uniqueTags(wanted);
    check(access, ConfigKeys.split(before), ConfigKeys.split(tags));
    return tags;
  }

  /**
   * The same for a VM that is being made. Release 9.2 asks without the pool of the call, and
   * compares with nothing in a way that makes a tag of it, which nobody may remove.
   */
  String ofNewVm(Access access, int vmid, String wanted) {
    String tags = ConfigKeys.uniqueTags(wanted);
    if (world.personality().checksTagsOfNewVms()) {
      access.checkVm(vmid, null, "VM.Config.Options");
      check(access, List.of(NO_TAGS_AS_TEXT), ConfigKeys.split(tags));
    }
    return tags;
  }

  private void check(Access access, List<String> before, List<String> after) {
    if (mode().equals("free") || access.principal().has("/", "Sys.Modify")) {
      return;
    }
    Collection<String> allowed = allowed(access.principal());
    Stream.concat(
            after.stream().filter(tag -> !before.contains(tag)),
            before.stream().filter(tag -> !after.contains(tag)))
        .filter(tag -> !allowed.contains(tag))
        .findFirst()
        .ifPresent(
            tag -> {
              throw ApiFailure.denied("/", "Sys.Modify for modifying tag '" + tag + "'");
            });
  }
}
