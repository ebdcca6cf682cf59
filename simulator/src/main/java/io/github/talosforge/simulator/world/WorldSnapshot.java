package io.github.talosforge.simulator.world;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Everything that a world holds, as plain data that Jackson writes and reads.
 *
 * @param personality the release
 * @param clusterName the cluster's name
 * @param quorate whether the cluster has quorum
 * @param timeScale what durations are multiplied with
 * @param dice the state of the random sequence
 * @param lastPid the last process id
 * @param hosts the hosts
 * @param storages the storages
 * @param volumes the volumes
 * @param vms the VMs
 * @param pools the pools
 * @param tasks the tasks
 * @param haResources the HA resources
 * @param haGroups the HA groups
 * @param haRules the HA rules
 * @param mappings the PCI mappings
 * @param zones the SDN zones
 * @param vnets the SDN vnets
 * @param options the options of the datacenter that were set
 * @param broadcasts what hosts told each other last
 */
public record WorldSnapshot(
    Personality personality,
    String clusterName,
    boolean quorate,
    double timeScale,
    long dice,
    int lastPid,
    List<Host> hosts,
    List<Storage> storages,
    List<Volume> volumes,
    List<Vm.Saved> vms,
    List<Pool> pools,
    List<Task.Saved> tasks,
    List<HaResource> haResources,
    List<HaGroup> haGroups,
    List<HaRule> haRules,
    List<PciMapping> mappings,
    List<Zone> zones,
    List<Vnet> vnets,
    Map<String, String> options,
    Broadcasts.Saved broadcasts) {
  /** Copies the lists; a file of an earlier version has no options, and nothing was told yet. */
  public WorldSnapshot {
    hosts = List.copyOf(hosts);
    storages = List.copyOf(storages);
    volumes = List.copyOf(volumes);
    vms = List.copyOf(vms);
    pools = List.copyOf(pools);
    tasks = List.copyOf(tasks);
    haResources = List.copyOf(haResources);
    haGroups = List.copyOf(haGroups);
    haRules = List.copyOf(haRules);
    mappings = List.copyOf(mappings);
    zones = List.copyOf(zones);
    vnets = List.copyOf(vnets);
    options = Map.copyOf(Objects.requireNonNullElse(options, Map.of()));
    broadcasts = Objects.requireNonNullElse(broadcasts, Broadcasts.Saved.NOTHING);
  }
}
