package io.github.talosforge.machineconfig;

import io.github.talosforge.allocation.DiskKey;
import io.github.talosforge.machineconfig.document.ConfigDocument;
import io.github.talosforge.machineconfig.document.Fields;
import io.github.talosforge.model.DiskEncryptionSpec;
import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.VolumeLayout;
import io.github.talosforge.model.VolumeSpec;
import io.github.talosforge.model.Wwn;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Writes the documents that divide and encrypt a node's disks. */
final class VolumeDocuments {
  /** What Talos has on its disk besides EPHEMERAL: boot, META and STATE. */
  private static final long SYSTEM_KIBIBYTES = DiskSize.ofGibibytes(4).kibibytes();

  private final NodeInput input;
  private final VolumeLayout layout;
  private final List<ConfigDocument> documents = new ArrayList<>();

  private VolumeDocuments(NodeInput input) {
    this.input = input;
    this.layout = input.node().volumes();
  }

  static List<ConfigDocument> of(NodeInput input) {
    VolumeDocuments volumes = new VolumeDocuments(input);
    volumes.system();
    volumes.layout.volumes().forEach(volumes::user);
    return volumes.documents;
  }

  private void system() {
    DiskEncryptionSpec spec = input.cluster().talos().encryption();
    Encryption encryption = new Encryption(input);
    boolean encrypts = input.contract().encryptsByDocument();
    Fields none = new Fields();
    volume("STATE", none, encrypts ? encryption.of(spec.state()) : none);
    volume("EPHEMERAL", ephemeral(), encrypts ? encryption.of(spec.ephemeral()) : none);
  }

  private void volume(String name, Fields provisioning, Fields encryption) {
    Fields own =
        ConfigDocument.ofKind("VolumeConfig", name)
            .putUnlessEmpty("provisioning", provisioning)
            .putUnlessEmpty("encryption", encryption);
    if (own.mapping().fields().size() > ConfigDocument.ofKind("", "").mapping().fields().size()) {
      documents.add(new ConfigDocument(own.mapping()));
    }
  }

  private Fields ephemeral() {
    if (layout.dataVm()) {
      return wwn(DiskKey.EPHEMERAL)
          .map(wwn -> new Fields().put("diskSelector", match(wwn)).put("grow", true))
          .orElseGet(Fields::new);
    }
    return new Fields().put("maxSize", ephemeralBound().map(VolumeDocuments::size));
  }

  /** Without a bound EPHEMERAL takes all of the disk, and partitions never come to be. */
  private Optional<DiskSize> ephemeralBound() {
    long partitions =
        layout.volumes().stream()
            .filter(volume -> volume.type() == VolumeSpec.Type.PARTITION)
            .mapToLong(volume -> volume.size().map(DiskSize::kibibytes).orElse(0L))
            .sum();
    long rest = input.node().vm().systemDisk().size().kibibytes() - SYSTEM_KIBIBYTES - partitions;
    return layout
        .ephemeralSize()
        .or(() -> partitions > 0 && rest > 0 ? Optional.of(new DiskSize(rest)) : Optional.empty());
  }

  private void user(VolumeSpec volume) {
    Fields document = ConfigDocument.ofKind("UserVolumeConfig", volume.name());
    String filesystem = volume.filesystem().name().toLowerCase(Locale.ROOT);
    switch (volume.type()) {
      case DIRECTORY -> document.put("volumeType", "directory");
      case DISK ->
          document
              .put("volumeType", "disk")
              .put("provisioning", disk(volume))
              .put("filesystem", new Fields().put("type", filesystem));
      case PARTITION ->
          document
              .put("provisioning", partition(volume))
              .put("filesystem", new Fields().put("type", filesystem));
    }
    documents.add(new ConfigDocument(document.mapping()));
  }

  private Fields disk(VolumeSpec volume) {
    return new Fields()
        .put(
            "diskSelector",
            wwn(DiskKey.volume(volume.name()))
                .map(VolumeDocuments::match)
                .orElseGet(() -> new Fields().put("match", "!system_disk")));
  }

  private static Fields partition(VolumeSpec volume) {
    Optional<String> size = volume.size().map(VolumeDocuments::size);
    return new Fields()
        .put("diskSelector", new Fields().put("match", "system_disk"))
        .put("minSize", size)
        .put("maxSize", size);
  }

  private Optional<Wwn> wwn(String disk) {
    return Optional.ofNullable(input.assignment().wwns().get(disk));
  }

  private static Fields match(Wwn wwn) {
    return new Fields().put("match", "disk.wwid == \"" + wwn.talosWwid() + "\"");
  }

  /** Talos reads powers of two with an i. */
  private static String size(DiskSize size) {
    return size + "iB";
  }
}
