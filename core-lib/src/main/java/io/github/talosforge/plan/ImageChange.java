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

  /**
   * Hands the change to the method for its kind.
   *
   * @param visitor what is done with each kind of this group
   * @return what the method returns
   */
  <R> R accept(ImageChange.Visitor<R> visitor);

  @Override
  default <R> R accept(Change.Visitor<R> visitor) {
    return accept((ImageChange.Visitor<R>) visitor);
  }

  /** Has a method for each kind of this group. */
  interface Visitor<R> {
    R visit(FetchImage change);

    R visit(BuildTemplate change);
  }
}
