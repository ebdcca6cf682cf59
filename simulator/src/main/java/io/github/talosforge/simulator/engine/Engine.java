package io.github.talosforge.simulator.engine;

import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.api.OperationTable;
import io.github.talosforge.simulator.world.ImageSource;
import io.github.talosforge.simulator.world.World;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A world with everything that happens in it. */
public final class Engine {
  private final World world;
  private final OperationTable operations;
  private final Interventions interventions;

  /**
   * An engine.
   *
   * @param world the world that it works on
   * @param images what downloads find
   */
  public Engine(World world, ImageSource images) {
    this.world = world;
    operations = new OperationTable(List.of());
    interventions = new Interventions(world);
  }

  /**
   * The world.
   *
   * @return the world
   */
  public World world() {
    return world;
  }

  /**
   * All operations that are modelled, except those of users, roles, tokens and ACLs.
   *
   * @return the table
   */
  public OperationTable operations() {
    return operations;
  }

  /**
   * What can go wrong without a call.
   *
   * @return the interventions
   */
  public Interventions interventions() {
    return interventions;
  }

  /**
   * Carries a call out under the lock of the world, after everything that was due before it.
   *
   * @param operation the operation
   * @param call the call
   * @return the {@code data} of the answer
   * @throws ApiFailure when Proxmox would refuse
   */
  public @Nullable Object call(Operation operation, ApiCall call) {
    return world.locked(() -> operation.handler().handle(call));
  }
}
