package io.github.talosforge.observe;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.ImageStock.StockedBuild;
import io.github.talosforge.observe.ImageStock.StockedFile;
import io.github.talosforge.observe.ImageStock.StockedTemplate;
import io.github.talosforge.observe.ImageStock.StockedVolume;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.StoredVolume;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Looks at what VMs are made from. Which guests build upon a template is in the names of their
 * disks, so that one list of each storage tells it, whoever owns the guests.
 */
public final class StockReader {
  private static final Pattern BASE = Pattern.compile("(?:^|[:/ ])base-(\\d{1,9})-");
  private static final String ISO = "iso";

  private final ProxmoxClient proxmox;
  private final ObservedCluster observed;
  private final Map<String, List<StoredVolume>> lists = new HashMap<>();
  private @Nullable AttachedVolumes inUse;

  /**
   * Prepares to look.
   *
   * @param proxmox the connection to Proxmox
   * @param observed what is known already
   */
  public StockReader(ProxmoxClient proxmox, ObservedCluster observed) {
    this.proxmox = proxmox;
    this.observed = observed;
  }

  /**
   * Looks at templates and files.
   *
   * @param templates the templates; those on hosts that are down are left out
   * @param files the storage whose files are listed, if any
   */
  public ImageStock read(Collection<ObservedGuest> templates, Optional<StorageName> files) {
    List<StockedTemplate> stocked = new ArrayList<>();
    for (ObservedGuest template : templates) {
      if (observed.isOnline(template.host())) {
        configured(template).map(this::withUsers).ifPresent(stocked::add);
      }
    }
    List<StockedFile> found = files.map(this::files).orElseGet(List::of);
    boolean discs = found.stream().anyMatch(file -> file.volume().contains(":iso/"));
    return new ImageStock(stocked, found, discs ? attached() : AttachedVolumes.none());
  }

  /**
   * Looks at VMs that may be about to become templates. Tasks are listed before the VMs are read,
   * so that one which is finished meanwhile shows itself finished and not abandoned.
   *
   * @param vms the VMs; those on hosts that are down are left out
   */
  public List<StockedBuild> builds(Collection<ObservedGuest> vms) {
    Map<HostName, List<RunningTask>> tasks = new HashMap<>();
    List<StockedBuild> builds = new ArrayList<>();
    for (ObservedGuest vm : vms) {
      if (observed.isOnline(vm.host())) {
        List<RunningTask> running =
            tasks.computeIfAbsent(vm.host(), host -> RunningTask.on(host, proxmox));
        configured(vm)
            .map(read -> new StockedBuild(read, about(read, running)))
            .ifPresent(builds::add);
      }
    }
    return builds;
  }

  private static List<RunningTask> about(ObservedGuest vm, List<RunningTask> running) {
    return running.stream().filter(task -> task.subject().equals(vm.id().toString())).toList();
  }

  /**
   * Lists the volumes of VMs on some storages.
   *
   * @param storages the storages; those that are not available are left out
   * @return the volumes, those of local storages for each host
   */
  public List<StockedVolume> volumes(Set<StorageName> storages) {
    Map<String, StockedVolume> volumes = new TreeMap<>();
    observed.storages().stream()
        .filter(place -> storages.contains(place.name()) && place.available())
        .filter(place -> observed.isOnline(place.host()) && place.content().contains("images"))
        .forEach(
            place ->
                list(place, "images").stream()
                    .filter(volume -> volume.owner().isPresent())
                    .forEach(volume -> keep(volumes, place, volume)));
    return List.copyOf(volumes.values());
  }

  private static void keep(
      Map<String, StockedVolume> volumes, ObservedStorage place, StoredVolume volume) {
    String where = place.shared() ? "" : place.host().value();
    volumes.putIfAbsent(
        volume.id() + " " + where,
        new StockedVolume(
            volume.id(), VmId.of(volume.owner().orElseThrow()), place.host(), place.shared()));
  }

  private Optional<ObservedGuest> configured(ObservedGuest guest) {
    try {
      return Optional.of(
          guest.withConfiguration(
              GuestConfiguration.of(
                  proxmox.vm(guest.host().value(), guest.id().value()).pending())));
    } catch (ProxmoxException e) {
      if (e.kind() == ErrorKind.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private StockedTemplate withUsers(ObservedGuest template) {
    Set<StorageName> storages = storages(template);
    Set<VmId> users = new TreeSet<>();
    boolean certain = true;
    for (StorageName storage : storages) {
      Optional<ObservedStorage> place =
          observed.storage(storage, template.host()).filter(ObservedStorage::available);
      certain &= place.isPresent();
      place.ifPresent(found -> users.addAll(users(template.id(), list(found, "images"))));
    }
    boolean shared = !storages.isEmpty() && storages.stream().allMatch(observed::isShared);
    return new StockedTemplate(template, users, shared, certain);
  }

  /** The storages that a configuration names, in whichever key. */
  private Set<StorageName> storages(ObservedGuest template) {
    Collection<String> values =
        template.configuration().map(live -> live.current().values()).orElseGet(List::of);
    return observed.storages().stream()
        .map(ObservedStorage::name)
        .filter(name -> values.stream().anyMatch(value -> value.startsWith(name + ":")))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<VmId> users(VmId template, List<StoredVolume> volumes) {
    return volumes.stream()
        .filter(volume -> volume.owner().isPresent())
        .filter(volume -> volume.owner().getAsInt() != template.value())
        .filter(volume -> buildsUpon(volume, template))
        .map(volume -> VmId.of(volume.owner().getAsInt()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean buildsUpon(StoredVolume volume, VmId template) {
    Matcher bases = BASE.matcher(volume.id() + " " + volume.parent().orElse(""));
    return bases.results().anyMatch(base -> base.group(1).equals(template.toString()));
  }

  private List<StoredVolume> list(ObservedStorage place, String content) {
    String key = place.name() + " " + (place.shared() ? "" : place.host()) + " " + content;
    return lists.computeIfAbsent(
        key,
        unused -> proxmox.storage(place.host().value(), place.name().value()).content(content));
  }

  private List<StockedFile> files(StorageName name) {
    Map<String, StockedFile> files = new TreeMap<>();
    observed.storages().stream()
        .filter(place -> place.name().equals(name) && place.available())
        .filter(place -> observed.isOnline(place.host()))
        .forEach(
            place -> {
              for (String content : List.of("import", ISO)) {
                if (place.content().contains(content)) {
                  list(place, content).forEach(volume -> put(files, place, volume));
                }
              }
            });
    return List.copyOf(files.values());
  }

  private static void put(
      Map<String, StockedFile> files, ObservedStorage place, StoredVolume volume) {
    String where = place.shared() ? "" : place.host().value();
    files.putIfAbsent(
        volume.id() + " " + where,
        new StockedFile(volume.id(), place.name(), place.host(), place.shared()));
  }

  /** Looks at what the drives of all guests hold; every guest is asked, but only once. */
  public AttachedVolumes attached() {
    AttachedVolumes known = inUse == null ? AttachedVolumes.read(proxmox, observed) : inUse;
    inUse = known;
    return known;
  }
}
