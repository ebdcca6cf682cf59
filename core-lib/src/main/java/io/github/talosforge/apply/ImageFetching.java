package io.github.talosforge.apply;

import io.github.talosforge.image.ImageFactory;
import io.github.talosforge.image.Schematic;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.model.Sha256Digest;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.plan.FetchImage.Content;
import io.github.talosforge.plan.ImageChange;
import io.github.talosforge.plan.TalosImage;
import io.github.talosforge.proxmox.Checksum;
import io.github.talosforge.proxmox.Download;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.Storage;
import io.github.talosforge.proxmox.StoredVolume;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Has hosts download images, each file once. */
final class ImageFetching implements AutoCloseable {
  private final ProxmoxClient client;
  private final Tasks tasks;
  private final Function<URI, ImageFactory> factories;
  private final Map<URI, ImageFactory> opened = new ConcurrentHashMap<>();
  private final Map<String, Object> turns = new ConcurrentHashMap<>();

  ImageFetching(ProxmoxClient client, Tasks tasks, Function<URI, ImageFactory> factories) {
    this.client = client;
    this.tasks = tasks;
    this.factories = factories;
  }

  /** Returns the volume of the image, downloaded if it was not there. */
  String fetch(ImageChange change, Content content) {
    ImageFile file = new ImageFile(change.image(), content);
    StorageName name = change.imageStorage();
    String place = change.host() + " " + file.volume(name);
    synchronized (turns.computeIfAbsent(place, unused -> new Object())) {
      Storage storage = client.storage(change.host().value(), name.value());
      Optional<StoredVolume> stored = find(storage, file, name);
      if (stored.isPresent()) {
        compare(stored.get(), file);
      } else {
        download(change, storage, file);
      }
    }
    return file.volume(name);
  }

  private static Optional<StoredVolume> find(Storage storage, ImageFile file, StorageName name) {
    return storage.content(file.content().type()).stream()
        .filter(volume -> volume.id().equals(file.volume(name)))
        .findFirst();
  }

  private void compare(StoredVolume stored, ImageFile file) {
    OptionalLong size = factory(file.image()).size(file.url());
    if (size.isPresent() && size.getAsLong() != stored.size()) {
      throw new ChangeFailedException(
          stored.id()
              + " has "
              + stored.size()
              + " bytes, but "
              + file.url()
              + " has "
              + size.getAsLong()
              + ".\nRemove the file from the storage and run again.");
    }
  }

  private void download(ImageChange change, Storage storage, ImageFile file) {
    register(file.image());
    Download download = Download.of(file.url(), file.content().type(), file.name());
    Optional<Sha256Digest> checksum =
        file.image().sha256().or(() -> factory(file.image()).checksum(file.url()));
    try {
      tasks.run(
          change,
          () ->
              storage.download(
                  checksum
                      .map(digest -> download.withChecksum(new Checksum("sha256", digest.value())))
                      .orElse(download)));
    } catch (ProxmoxException e) {
      // Somebody else had the same file downloaded meanwhile.
      if (find(storage, file, change.imageStorage()).isEmpty()) {
        throw e;
      }
    }
  }

  /** The factory builds only what was made known to it; its word on the id is the last. */
  private void register(TalosImage image) {
    if (image.schematic().isEmpty()) {
      return;
    }
    SchematicId id = factory(image).register(Schematic.of(image.schematic().get()));
    if (!id.equals(image.schematicId())) {
      throw new ChangeFailedException(
          "The Image Factory "
              + image.factoryUrl()
              + " names the schematic "
              + id
              + ", not "
              + image.schematicId()
              + " as computed here.\nWrite talos_schematic_id: "
              + id
              + " instead of talos_schematic.");
    }
  }

  private ImageFactory factory(TalosImage image) {
    return opened.computeIfAbsent(image.factoryUrl(), factories);
  }

  @Override
  public void close() {
    opened.values().forEach(ImageFactory::close);
  }
}
