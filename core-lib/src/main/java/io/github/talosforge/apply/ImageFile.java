package io.github.talosforge.apply;

import io.github.talosforge.model.StorageName;
import io.github.talosforge.plan.FetchImage.Content;
import io.github.talosforge.plan.ImageFileName;
import io.github.talosforge.plan.TalosImage;
import java.net.URI;

/**
 * A file of the Image Factory.
 *
 * @param image the image
 * @param content what it is used for
 */
record ImageFile(TalosImage image, Content content) {
  /** Proxmox unpacks no xz, so the image is asked for as it is used. */
  URI url() {
    String base = image.factoryUrl().toString().replaceAll("/+$", "");
    String path =
        String.join(
            "/",
            image.schematicId().value(),
            image.version().toString(),
            ImageFileName.of(image, content).asset());
    return URI.create(base + "/image/" + path);
  }

  String name() {
    return ImageFileName.of(image, content).toString();
  }

  String volume(StorageName storage) {
    return ImageFileName.of(image, content).volume(storage);
  }
}
