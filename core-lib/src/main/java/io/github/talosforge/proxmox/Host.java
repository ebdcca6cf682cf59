package io.github.talosforge.proxmox;

import java.util.List;

/** A host: what it stores, what it runs, and the place where VMs are created. */
public interface Host {
  /**
   * Tells the name of the host.
   *
   * @return its name in the cluster
   */
  String name();

  /**
   * Lists the storages that the host can use; those that the client may not audit are left out
   * silently.
   *
   * @return the storages
   */
  List<StorageSummary> storages();

  /**
   * Lists the VMs on the host; those that the client may not audit are left out silently.
   *
   * @return the VMs
   */
  List<VmSummary> vms();

  /**
   * Lists the tasks of the host that are running or ended not long ago.
   *
   * @return the tasks that the client may see
   */
  List<TaskSummary> tasks();

  /**
   * Lists the processor models that VMs on the host can have; custom ones only for those who hold
   * Sys.Audit on {@code /nodes}.
   *
   * @return the names as the configuration writes them
   */
  List<String> cpuModels();

  /**
   * Asks for the release, the processors and the memory of the host.
   *
   * @return its state
   */
  HostState state();

  /**
   * Creates a VM; its number is taken as soon as this returns.
   *
   * @param vm what to create
   * @return the task that makes its disks
   */
  TaskHandle create(NewVm vm);
}
