package io.github.talosforge.proxmox;

import java.util.List;

/** What is known across all hosts of a cluster. */
public interface Cluster {
  /**
   * Lists guests, storages, hosts and networks; what the client may not audit is left out silently.
   *
   * @return everything that is visible
   */
  List<ClusterResource> resources();

  /**
   * Lists the resources of one sort.
   *
   * @param sort what to list
   * @return everything of that sort that is visible
   */
  List<ClusterResource> resources(ResourceSort sort);

  /**
   * Asks which hosts take part and whether they are a majority.
   *
   * @return the state of the cluster; a single host is a cluster of one
   */
  ClusterStatus status();

  /**
   * Lists recent tasks of all hosts.
   *
   * @return the tasks, the running ones included
   */
  List<TaskSummary> tasks();

  /**
   * Reads the options that concern everybody; most of them only with Sys.Audit on {@code /}.
   *
   * @return the options
   */
  DatacenterOptions options();

  /**
   * Asks for a free number; nothing is reserved, so that another caller may get the same.
   *
   * @return the lowest free number
   */
  int nextId();

  /**
   * Asks whether a number is free; nothing is reserved.
   *
   * @param id the number of a guest
   * @return true if no guest has it
   */
  boolean isFree(int id);
}
