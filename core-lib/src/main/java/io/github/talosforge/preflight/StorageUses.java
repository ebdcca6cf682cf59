package io.github.talosforge.preflight;

import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.plan.AddDisk;
import io.github.talosforge.plan.AddVolumes;
import io.github.talosforge.plan.AdoptVm;
import io.github.talosforge.plan.BuildTemplate;
import io.github.talosforge.plan.ChangeConfiguration;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.DestroyVolume;
import io.github.talosforge.plan.DetachDisk;
import io.github.talosforge.plan.FetchImage;
import io.github.talosforge.plan.FreeVolume;
import io.github.talosforge.plan.GrowDisk;
import io.github.talosforge.plan.ImageChange;
import io.github.talosforge.plan.ManageHa;
import io.github.talosforge.plan.MoveDisk;
import io.github.talosforge.plan.ReleaseDisks;
import io.github.talosforge.plan.ReleaseHa;
import io.github.talosforge.plan.StartVm;
import io.github.talosforge.plan.StopStartVm;
import io.github.talosforge.plan.VmChange;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What each kind of change puts on storages. */
final class StorageUses
    implements ImageChange.Visitor<Stream<StorageUses.Use>>,
        VmChange.Visitor<Stream<StorageUses.Use>> {
  /** What a Talos image, or a disk made from one, surely takes; thin disks grow later. */
  static final long LEAST_BYTES = 1L << 30;

  private static final String IMAGES = "images";

  /**
   * Something that is put on a storage.
   *
   * @param storage the storage
   * @param host the host that puts it there
   * @param content what it is, as Proxmox calls it
   * @param bytes how large it can become
   * @param atOnce how much of that has to be there at once
   */
  record Use(StorageName storage, HostName host, String content, long bytes, long atOnce) {
    /** What is thin where the storage is. */
    Use(StorageName storage, HostName host, String content, long bytes) {
      this(storage, host, content, bytes, Math.min(bytes, LEAST_BYTES));
    }
  }

  @Override
  public Stream<Use> visit(FetchImage fetch) {
    return Stream.of(image(fetch, fetch.content().type()));
  }

  @Override
  public Stream<Use> visit(BuildTemplate template) {
    Map<String, String> values = template.configuration().values();
    return Stream.concat(
        Stream.of(image(template, "import")), disks(values, template.host(), Map.of()));
  }

  private static Use image(ImageChange change, String content) {
    return new Use(change.imageStorage(), change.host(), content, LEAST_BYTES);
  }

  @Override
  public Stream<Use> visit(CreateVm create) {
    HostName host = create.vm().host();
    Map<String, String> all = new TreeMap<>(create.creation().values());
    all.putAll(create.configuration().values());
    Stream<Use> copied =
        copies(create.source()).stream().map(storage -> new Use(storage, host, IMAGES, 0));
    return Stream.concat(disks(all, host, create.sizes()), copied);
  }

  /** What else a VM is made from is among its disks. */
  private static Optional<StorageName> copies(CreateVm.Source source) {
    return source instanceof CreateVm.Source.Clone clone ? clone.storage() : Optional.empty();
  }

  @Override
  public Stream<Use> visit(AddVolumes add) {
    HostName host = add.vm().host();
    return add.volumes().stream()
        .map(volume -> new Use(volume.storage(), host, IMAGES, volume.size().bytes()));
  }

  @Override
  public Stream<Use> visit(AddDisk add) {
    Map<String, DiskSize> size = new TreeMap<>();
    add.size().ifPresent(known -> size.put(add.key(), known));
    return disks(Map.of(add.key(), add.value()), add.vm().host(), size);
  }

  private static Stream<Use> disks(
      Map<String, String> values, HostName host, Map<String, DiskSize> sizes) {
    return values.entrySet().stream()
        .flatMap(
            entry ->
                NewVolumes.storage(entry.getKey(), entry.getValue()).stream()
                    .map(
                        storage ->
                            new Use(
                                StorageName.of(storage),
                                host,
                                IMAGES,
                                Optional.ofNullable(sizes.get(entry.getKey()))
                                    .map(DiskSize::bytes)
                                    .orElse(0L))));
  }

  @Override
  public Stream<Use> visit(ChangeConfiguration change) {
    return Stream.empty();
  }

  @Override
  public Stream<Use> visit(StopStartVm change) {
    return Stream.empty();
  }

  @Override
  public Stream<Use> visit(AdoptVm change) {
    return Stream.empty();
  }

  @Override
  public Stream<Use> visit(DetachDisk change) {
    return Stream.empty();
  }

  @Override
  public Stream<Use> visit(GrowDisk change) {
    return Stream.empty();
  }

  /** The copy of a disk is written in full where the storage cannot tell what is empty. */
  @Override
  public Stream<Use> visit(MoveDisk move) {
    long bytes = move.size().map(DiskSize::bytes).orElse(0L);
    return Stream.of(new Use(move.storage(), move.vm().host(), IMAGES, bytes, bytes));
  }

  @Override
  public Stream<Use> visit(ReleaseDisks change) {
    return Stream.empty();
  }

  @Override
  public Stream<Use> visit(StartVm change) {
    return Stream.empty();
  }

  @Override
  public Stream<Use> visit(FreeVolume change) {
    return Stream.empty();
  }

  @Override
  public Stream<Use> visit(DestroyVolume change) {
    return Stream.empty();
  }

  @Override
  public Stream<Use> visit(ManageHa change) {
    return Stream.empty();
  }

  @Override
  public Stream<Use> visit(ReleaseHa change) {
    return Stream.empty();
  }

  @Override
  public Stream<Use> visit(DestroyVm change) {
    return Stream.empty();
  }
}
