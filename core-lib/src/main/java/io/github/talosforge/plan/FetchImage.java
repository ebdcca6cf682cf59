package io.github.talosforge.plan;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.StorageName;
import java.util.Set;

/**
 * Has a host download an image, unless the file is there already.
 *
 * @param id the name of the change
 * @param image the image
 * @param host the host that downloads
 * @param imageStorage where the file is kept
 * @param content what the file is used for
 * @param dependencies the changes before
 */
public record FetchImage(
    ChangeId id,
    TalosImage image,
    HostName host,
    StorageName imageStorage,
    Content content,
    Set<ChangeId> dependencies)
    implements ImageChange {

  /** Keeps an own copy of the set. */
  public FetchImage {
    dependencies = Set.copyOf(dependencies);
  }

  /** What a downloaded file is used for. */
  public enum Content {
    /** A disk image that VMs' disks are copied from. */
    IMPORT,
    /** A CD image that VMs boot from. */
    ISO;

    /** Returns the content type as Proxmox calls it. */
    public String type() {
      return this == IMPORT ? "import" : "iso";
    }
  }

  @Override
  public <R> R accept(ImageChange.Visitor<R> visitor) {
    return visitor.visit(this);
  }
}
