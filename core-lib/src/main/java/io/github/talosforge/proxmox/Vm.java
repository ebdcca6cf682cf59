package io.github.talosforge.proxmox;

import io.github.talosforge.proxmox.property.DiskSize;
import java.util.List;
import java.util.Optional;

/** A virtual machine. */
public interface Vm {
  /**
   * Tells the host.
   *
   * @return the host that is asked
   */
  String host();

  /**
   * Tells the number.
   *
   * @return the number of the VM
   */
  int id();

  /**
   * Reads the configuration as it will be once all pending changes are applied.
   *
   * @return the configuration
   */
  VmConfig config();

  /**
   * Reads the configuration that the running VM has.
   *
   * @return the configuration without pending changes
   */
  VmConfig currentConfig();

  /**
   * Lists the configuration with the changes that wait for the VM to be stopped and started.
   *
   * @return one entry for each key
   */
  List<PendingSetting> pending();

  /**
   * Lists the snapshots. The configuration does not tell them: it names the last one at most, and
   * none if that one was deleted.
   *
   * @return all snapshots, without the present state
   */
  List<VmSnapshot> snapshots();

  /**
   * Reads the configuration that a snapshot holds.
   *
   * @param snapshot the snapshot's name
   * @return the configuration
   */
  VmConfig snapshotConfig(String snapshot);

  /**
   * Asks for the state.
   *
   * @return whether it runs, its lock and more
   */
  VmStatus status();

  /**
   * Clones the VM.
   *
   * @param clone how and to where
   * @return the task, which works on this VM's number, not the new one
   */
  TaskHandle cloneTo(VmClone clone);

  /**
   * Changes the configuration in a task, as is right for changes that make disks or plug devices.
   *
   * @param change what to change; it cannot remove what is kept as unused, see {@link #destroyKept}
   * @return the task; absent if it was done at once
   */
  Optional<TaskHandle> configure(ConfigChange change);

  /**
   * Changes the configuration before this returns.
   *
   * @param change what to change
   */
  void configureNow(ConfigChange change);

  /**
   * Grows a disk; Proxmox VE refuses to shrink one, and growing to its own size does nothing.
   *
   * @param disk its configuration key, such as {@code scsi0}
   * @param size the size that it will have
   * @return the task
   */
  TaskHandle resize(String disk, DiskSize size);

  /**
   * Moves a disk to another storage, also while the VM runs. Proxmox VE does not ask who owns the
   * old volume, nor who else has it attached.
   *
   * @param disk its configuration key
   * @param storage the storage to move to
   * @param deleteSource whether the old volume is deleted instead of kept as unused
   * @param digest of the configuration that was looked at; any other is refused
   * @param look what is looked at directly before the request is sent, however late that is
   * @return the task
   */
  TaskHandle moveDisk(String disk, String storage, boolean deleteSource, String digest, Look look);

  /**
   * Gives a disk to another VM of the same host; its volume gets another name.
   *
   * @param disk its configuration key
   * @param targetId the number of the other VM
   * @param targetDisk the configuration key there, which must be free
   * @return the task
   */
  TaskHandle reassignDisk(String disk, int targetId, String targetDisk);

  /**
   * Takes disks out of the configuration; they are kept as unused.
   *
   * @param disks their configuration keys
   */
  void detach(List<String> disks);

  /**
   * Takes disks out of the configuration and deletes their volumes.
   *
   * @param disks their configuration keys; keys such as {@code unused0} delete kept volumes
   * @param look what must still be so
   */
  void destroyDisks(List<String> disks, Look look);

  /**
   * Deletes a volume that is kept attached to nothing, unless somebody changed the configuration.
   *
   * @param key its configuration key, such as {@code unused0}
   * @param digest the digest that the configuration must still have
   * @param look what must still be so besides
   * @return the task; absent if it was done at once
   */
  Optional<TaskHandle> destroyKept(String key, String digest, Look look);

  /**
   * Turns the VM into a template; there is no way back.
   *
   * @param look what must still be so
   * @return the task
   */
  TaskHandle convertToTemplate(Look look);

  /**
   * Starts the VM.
   *
   * @return the task; for a VM under high availability it ends when the request is queued
   */
  TaskHandle start();

  /**
   * Stops the VM at once, as pulling the plug does.
   *
   * @param look what must still be so
   * @return the task; for a VM under high availability it ends when the request is queued
   */
  TaskHandle stop(Look look);

  /**
   * Stops the VM at once and aborts a shutdown that is under way.
   *
   * @param look what must still be so
   * @return the task
   */
  TaskHandle stopOverrulingShutdown(Look look);

  /**
   * Asks the guest to shut down.
   *
   * @param options how long to wait and what then
   * @param look what must still be so
   * @return the task, which holds the lock of the VM for as long as it waits
   */
  TaskHandle shutdown(ShutdownOptions options, Look look);

  /**
   * Shuts the VM down and starts it again, which applies pending changes.
   *
   * @param options how long to wait for the guest
   * @param look what must still be so
   * @return the task
   */
  TaskHandle reboot(ShutdownOptions options, Look look);

  /**
   * Deletes the VM with the disks that it owns.
   *
   * @param options what else to delete
   * @param look what must still be so
   * @return the task, which can leave volumes behind and then ends with warnings
   */
  TaskHandle delete(VmDeletion options, Look look);

  /** Asks the guest agent for a sign of life; throws if there is none. */
  void pingAgent();

  /**
   * Asks the guest agent for the network interfaces.
   *
   * @return the interfaces as the guest sees them
   */
  List<GuestInterface> agentInterfaces();

  /** Writes the cloud-init drive anew. */
  void regenerateCloudInit();
}
