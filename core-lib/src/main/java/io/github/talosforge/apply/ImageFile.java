package io.github.talosforge.apply;

import io.github.talosforge.model.StorageName;
import io.github.talosforge.plan.FetchImage.Content;
import io.github.talosforge.plan.TalosImage;
import java.net.URI;
import java.util.Locale;

/**
 * A file of the Image Factory. Its name on a storage tells version, schematic and kind, so that a
 * file found there is known without asking anybody.
 *
 * @param image the image
 * @param content what it is used for
 */
record ImageFile(TalosImage image, Content content) {
  private String asset() {
    return "nocloud-"
        + image.architecture().name().toLowerCase(Locale.ROOT)
        + (image.secureBoot() ? "-secureboot" : "")
        + (content == Content.ISO ? ".iso" : ".qcow2");
  }

  /** Proxmox unpacks no xz, so the image is asked for as it is used. */
  URI url() {
    String base = image.factoryUrl().toString().replaceAll("/+$", "");
    String path =
        String.join("/", image.schematicId().value(), image.version().toString(), asset());
    return URI.create(base + "/image/" + path);
  }

  String name() {
    String schematic = image.schematicId().value().substring(0, 12);
    return String.join("-", "talos", image.version().toString(), schematic, asset());
  }

  String volume(StorageName storage) {
    return storage + ":" + content.type() + "/" + name();
  }
}
