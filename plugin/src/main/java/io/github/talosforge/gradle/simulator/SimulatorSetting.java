package io.github.talosforge.gradle.simulator;

import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.provider.ValueSource;
import org.gradle.api.provider.ValueSourceParameters;
import org.jspecify.annotations.Nullable;

/** One value of a running simulator's connection. */
public abstract class SimulatorSetting implements ValueSource<String, SimulatorSetting.Parameters> {
  /** Which value of which simulator. */
  public interface Parameters extends ValueSourceParameters {
    /**
     * Returns the simulator's folder.
     *
     * @return the folder
     */
    DirectoryProperty getFolder();

    /**
     * Returns the name of the value.
     *
     * @return {@code url}, {@code token}, {@code fingerprint}, {@code factory} or {@code proxy}
     */
    Property<String> getName();
  }

  @Override
  public @Nullable String obtain() {
    return new SimulatorFolder(getParameters().getFolder().get().getAsFile().toPath())
        .connection()
        .map(connection -> connection.value(getParameters().getName().get()))
        .orElse(null);
  }
}
