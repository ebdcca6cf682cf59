package io.github.talosforge.talos;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * One machine, reached by one direct connection, which is opened with the first call and again when
 * it was lost.
 *
 * <p>Every method throws {@link TalosException}. Reads are sent again when the connection broke;
 * changes only when it is certain that they were not carried out.
 */
public interface TalosNode extends AutoCloseable {

  /**
   * Tells where the machine is.
   *
   * @return the endpoint
   */
  TalosEndpoint endpoint();

  /**
   * Tells what the machine runs. In maintenance mode only Talos 1.13 and later answer.
   *
   * @return the version
   */
  NodeVersion version();

  /**
   * Tells how far the machine is; answered in maintenance mode too.
   *
   * @return the status
   */
  MachineStatus machineStatus();

  /**
   * Tells the machine's name.
   *
   * @return the host name
   */
  String hostname();

  /**
   * Tells how much memory the machine has.
   *
   * @return the size in bytes
   */
  long memoryBytes();

  /**
   * Lists the disks; answered in maintenance mode too.
   *
   * @return the disks
   */
  List<Disk> disks();

  /**
   * Tells which machine this is, as its firmware says; answered in maintenance mode too.
   *
   * @return the SMBIOS UUID; empty when the machine does not know it, or not yet
   */
  Optional<UUID> systemUuid();

  /**
   * Compares the machine's clock with its time server.
   *
   * @return both times
   */
  ClockState clock();

  /**
   * Tells which start of the machine this is.
   *
   * @return an id that is another one after each reboot
   */
  String bootId();

  /**
   * Lists what is in a directory.
   *
   * @param directory its path
   * @return the names of what is in it; empty when there is no such directory
   */
  List<String> files(String directory);

  /**
   * Gives a machine its configuration.
   *
   * @param yaml the configuration
   * @param mode how it takes effect
   * @return what the machine made of it
   */
  ConfigurationResult applyConfiguration(String yaml, ApplyMode mode);

  /**
   * Asks what a configuration would do, and does nothing.
   *
   * @param yaml the configuration
   * @param mode how it would take effect
   * @return what the machine would make of it
   */
  ConfigurationResult tryConfiguration(String yaml, ApplyMode mode);

  /**
   * Tells the configuration that is in force.
   *
   * @return the YAML, which is secret; empty when the machine has none
   */
  Optional<String> machineConfig();

  /**
   * Makes this control plane the first member of a new etcd. To be done once in the life of a
   * cluster: a second control plane would begin a second cluster.
   */
  void bootstrap();

  /**
   * Lists the members of etcd.
   *
   * @return the members as this machine knows them
   */
  List<EtcdMember> etcdMembers();

  /**
   * Tells how this machine's etcd is.
   *
   * @return the status of the local member
   */
  EtcdStatus etcdStatus();

  /**
   * Lists the alarms of all members of etcd.
   *
   * @return the alarms as this machine's member knows them
   */
  List<EtcdAlarm> etcdAlarms();

  /**
   * Streams the data of this machine's member of etcd with their SHA-256. It may take as long as
   * bytes come, and is never asked for twice: whoever saw half of it begins anew.
   *
   * @param longest how many bytes it may have; more are refused
   * @param reader gets the bytes, piece after piece; what it throws ends the stream
   */
  void etcdSnapshot(long longest, Consumer<ByteBuffer> reader);

  /** Hands the leadership of etcd to another member, if this one has it. */
  void forfeitEtcdLeadership();

  /** Makes this machine leave etcd. */
  void leaveEtcd();

  /**
   * Removes a member whose machine is gone.
   *
   * @param memberId the member
   */
  void removeEtcdMember(long memberId);

  /**
   * Lists the services.
   *
   * @return the services
   */
  List<ServiceState> services();

  /**
   * Gets a kubeconfig with full rights; only control planes have one.
   *
   * @return the YAML, which is secret
   */
  String kubeconfig();

  /**
   * Reboots the machine; answered before it goes down.
   *
   * @param mode how
   */
  void reboot(RebootMode mode);

  /**
   * Shuts the machine down; answered before it goes down.
   *
   * @param force whether it goes without draining
   */
  void shutdown(boolean force);

  /**
   * Wipes the machine; answered before it begins.
   *
   * @param reset how
   */
  void reset(MachineReset reset);

  /**
   * Installs another version and reboots into it. Talos 1.13 and later load and install the image
   * as separate steps and check nothing; before, the machine itself drains and looks after etcd.
   *
   * @param image the installer image with its tag
   * @param progress hears what the machine says meanwhile
   */
  void upgrade(String image, Consumer<String> progress);

  /** Goes back to the version before the last upgrade and reboots. */
  void rollback();

  /**
   * Reads a resource.
   *
   * @param namespace its namespace
   * @param type its type
   * @param id its name
   * @return the resource, if there is one of that name
   */
  Optional<TalosResource> resource(String namespace, String type, String id);

  /**
   * Reads all resources of a type.
   *
   * @param namespace their namespace
   * @param type their type
   * @return the resources
   */
  List<TalosResource> resources(String namespace, String type);

  /**
   * Lists the machines of the cluster.
   *
   * @return what discovery knows; empty when it is switched off
   */
  List<ClusterMember> members();

  /** Closes the connection. */
  @Override
  void close();
}
