package io.github.talosforge.apply;

import io.github.talosforge.apply.VmGuard.Found;
import io.github.talosforge.cidata.CidataFile;
import io.github.talosforge.cidata.CidataIso;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.CidataDrive;
import io.github.talosforge.plan.ConfigureMachine;
import io.github.talosforge.plan.WithdrawDisc;
import io.github.talosforge.proxmox.ConfigChange;
import io.github.talosforge.proxmox.Look;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.Storage;
import io.github.talosforge.proxmox.StoredVolume;
import io.github.talosforge.proxmox.Upload;
import io.github.talosforge.proxmox.property.Volume;
import java.util.List;

/**
 * Gives machines their configuration on CDs and takes the CDs away again. Every step looks first
 * and does only what is missing, so that an interrupted one is finished by doing it again.
 */
public final class CidataDelivery {
  private static final String ISO = "iso";

  private final ProxmoxClient client;
  private final Tasks tasks;
  private final VmGuard guard;
  private final VmPower power;
  private final FileRemoval files;

  /**
   * Prepares to deliver; nothing is sent yet.
   *
   * @param client the connection to Proxmox
   * @param options how
   */
  public CidataDelivery(ProxmoxClient client, ApplyOptions options) {
    this.client = client;
    this.tasks = new Tasks(client, options, ApplyLog.SILENT);
    this.guard = new VmGuard(client);
    this.files = new FileRemoval(client, tasks);
    this.power =
        new VmPower(
            tasks,
            guard,
            RestartCare.NONE,
            new PowerRequests(client, tasks, guard),
            new VmConfiguring(client, tasks, guard));
  }

  /**
   * Uploads a CD unless it is there, puts it into the VM's drive and starts the VM. CDs of the same
   * node with other contents are deleted.
   *
   * @param change what this is done for
   * @param vm the node's VM, which stands still
   * @param storage where the CD is kept
   * @param iso the CD
   * @param withHost whether the VM starts with its host from now on
   * @throws ChangeFailedException if the VM is not the node's any more
   */
  public void deliver(
      ConfigureMachine change, NodeVm vm, StorageName storage, CidataIso iso, boolean withHost) {
    Found found = guard.finished(vm);
    Storage store = client.storage(found.vm().host(), storage.value());
    String volume = iso.file().volume(storage);
    List<String> stored = ofNode(store, iso.file());
    if (!stored.contains(volume)) {
      upload(change, store, iso);
    }
    insert(change, vm, volume, withHost);
    stored.stream()
        .filter(other -> !other.equals(volume))
        .forEach(other -> files.remove(change, store, ISO, other, notIn(vm, other)));
    power.start(change, vm);
  }

  private static List<String> ofNode(Storage store, CidataFile file) {
    return store.content(ISO).stream()
        .map(StoredVolume::id)
        .filter(
            id ->
                CidataFile.of(id)
                    .filter(other -> other.isOf(file.cluster(), file.node()))
                    .isPresent())
        .toList();
  }

  /** Nothing of it is written on this machine: a kill would leave the cluster's secrets there. */
  private void upload(ConfigureMachine change, Storage store, CidataIso iso) {
    tasks.run(change, () -> store.upload(Upload.of(iso.bytes(), ISO, iso.file().toString())));
  }

  private void insert(ConfigureMachine change, NodeVm vm, String volume, boolean withHost) {
    Found found = guard.finished(vm);
    if (CidataDrive.volume(found.configuration()).filter(volume::equals).isEmpty()) {
      ConfigChange filled = ConfigChange.none().set(CidataDrive.KEY, CidataDrive.holding(volume));
      put(found, withHost ? filled.set(CidataDrive.START_WITH_HOST, "1") : filled, change);
    }
  }

  private void put(Found found, ConfigChange drive, Change change) {
    ConfigChange call = drive.ifUnchangedSince(found.configuration().digest());
    tasks.runQuick(change, () -> found.vm().configure(call));
  }

  /**
   * Empties the drive of a VM that holds a CD, and deletes the CD.
   *
   * @param change the CD
   * @param vm the VM that it is in
   * @throws ChangeFailedException if the VM is not the node's any more
   */
  public void withdraw(WithdrawDisc change, NodeVm vm) {
    Found found = guard.finished(vm);
    if (CidataDrive.volume(found.configuration()).filter(change.volume()::equals).isPresent()) {
      put(found, ConfigChange.none().set(CidataDrive.KEY, CidataDrive.empty()), change);
    }
    delete(change, HostName.of(found.vm().host()), notIn(vm, change.volume()));
  }

  /** Another run can have put it back, for a machine that it made anew. */
  private Look notIn(NodeVm vm, String volume) {
    return () -> {
      GuestConfiguration live = guard.finished(vm).configuration();
      if (CidataDrive.volume(live).filter(volume::equals).isPresent()) {
        throw new ChangeFailedException(
            volume
                + " was not removed: "
                + vm.label()
                + " has it in its drive again.\nRun this again.");
      }
    };
  }

  /**
   * Deletes a CD that is in no drive.
   *
   * @param change the CD
   * @param host a host that sees it
   */
  public void delete(WithdrawDisc change, HostName host) {
    delete(change, host, files.inNoDrive(change.volume()));
  }

  private void delete(WithdrawDisc change, HostName host, Look look) {
    String storage = Volume.parse(change.volume()).storage().orElseThrow();
    files.remove(change, client.storage(host.value(), storage), ISO, change.volume(), look);
  }
}
