package io.github.talosforge.plan;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.StorageName;

/** A change that prepares what VMs are made from. */
public sealed interface ImageChange extends Change permits FetchImage, BuildTemplate {

  /** Returns the image. */
  TalosImage image();

  /** Returns the host that does the work. */
  HostName host();

  /** Returns where the downloaded file is kept. */
  StorageName imageStorage();

  @Override
  default boolean disruptive() {
    return false;
  }
}
