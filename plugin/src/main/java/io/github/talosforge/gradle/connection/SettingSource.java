package io.github.talosforge.gradle.connection;

import java.util.Optional;

/** A place that settings are looked for. */
interface SettingSource {
  /** Asks for one setting now. */
  Optional<Setting> find(SettingName name);
}
