package io.github.talosforge.preflight;

import io.github.talosforge.plan.CreateVm.Source;
import java.util.ArrayList;
import java.util.List;

/** The rights on what a VM is made from. */
final class SourceRights implements Source.Visitor<List<NeededRight>> {
  @Override
  public List<NeededRight> visit(Source.Clone clone) {
    List<NeededRight> rights = new ArrayList<>();
    rights.add(NeededRight.on("/vms/" + clone.template().vmId(), "VM.Clone"));
    clone.storage().ifPresent(storage -> rights.addAll(KeyRights.space(storage.value())));
    return rights;
  }

  /** Whoever downloads an image may use it. */
  @Override
  public List<NeededRight> visit(Source.Import disk) {
    return List.of();
  }

  @Override
  public List<NeededRight> visit(Source.Iso iso) {
    return List.of();
  }

  @Override
  public List<NeededRight> visit(Source.Nothing nothing) {
    return List.of();
  }

  @Override
  public List<NeededRight> visit(Source.Made made) {
    return List.of();
  }
}
