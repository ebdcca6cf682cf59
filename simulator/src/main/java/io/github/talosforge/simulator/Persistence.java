package io.github.talosforge.simulator;

import io.github.talosforge.simulator.auth.AccessControl;
import io.github.talosforge.simulator.factory.ImageFactory;
import io.github.talosforge.simulator.state.SavedState;
import io.github.talosforge.simulator.state.StateFolder;
import io.github.talosforge.simulator.talos.Talos;
import io.github.talosforge.simulator.world.World;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Saves what changed, when there is a folder for it. */
final class Persistence implements AutoCloseable {
  private final @Nullable StateFolder folder;
  private final World world;
  private final AccessControl access;
  private final ImageFactory factory;
  private final Talos talos;
  private @Nullable Versions saved;

  Persistence(
      @Nullable StateFolder folder,
      World world,
      AccessControl access,
      ImageFactory factory,
      Talos talos) {
    this.folder = folder;
    this.world = world;
    this.access = access;
    this.factory = factory;
    this.talos = talos;
  }

  private record Versions(long world, long access, Map<String, String> schematics) {}

  /** Saves, unless nothing changed since the last time. Calls that come together share a save. */
  synchronized void save() {
    if (folder == null) {
      return;
    }
    Versions now = new Versions(world.version(), access.version(), factory.snapshot());
    if (!now.equals(saved)) {
      folder.save(
          new SavedState(
              SavedState.FORMAT,
              world.snapshot(),
              access.snapshot(),
              now.schematics(),
              talos.saved()));
      saved = now;
    }
  }

  @Override
  public void close() {
    save();
    if (folder != null) {
      folder.close();
    }
  }
}
