package io.github.talosforge.config;

import io.github.talosforge.config.catalogue.ExtraDiskKeys;
import io.github.talosforge.config.catalogue.ExtraNicKeys;
import io.github.talosforge.config.catalogue.NicKeys;
import io.github.talosforge.config.catalogue.Settings;
import io.github.talosforge.config.catalogue.StorageKeys;
import io.github.talosforge.config.catalogue.VlanKeys;
import io.github.talosforge.model.DiskSpec;
import io.github.talosforge.model.GuestVlan;
import io.github.talosforge.model.NetworkRoute;
import io.github.talosforge.model.NicSpec;
import java.util.List;
import java.util.Optional;

/** Makes disks and network cards of merged settings. */
final class DriveSpecs {

  private DriveSpecs() {}

  static DiskSpec systemDisk(Settings settings) {
    return new DiskSpec(
        settings.get(StorageKeys.DISK_SIZE),
        settings.get(StorageKeys.STORAGE),
        settings.get(StorageKeys.DISCARD),
        settings.get(StorageKeys.SSD),
        settings.get(StorageKeys.BACKUP),
        settings.get(StorageKeys.REPLICATE),
        settings.get(StorageKeys.IOTHREAD),
        settings.find(StorageKeys.CACHE),
        settings.find(StorageKeys.AIO),
        settings.find(StorageKeys.SERIAL),
        settings.find(StorageKeys.WWN));
  }

  static List<DiskSpec> extraDisks(Settings settings) {
    return settings.find(StorageKeys.EXTRA_DISKS).orElseGet(List::of).stream()
        .map(disk -> extraDisk(disk, settings))
        .toList();
  }

  private static DiskSpec extraDisk(Settings disk, Settings vm) {
    ExtraDiskKeys keys = StorageKeys.EXTRA_DISK;
    return new DiskSpec(
        disk.get(keys.size),
        disk.find(keys.storage).orElseGet(() -> vm.get(StorageKeys.STORAGE)),
        disk.find(keys.discard).orElseGet(() -> vm.get(StorageKeys.DISCARD)),
        disk.find(keys.ssd).orElseGet(() -> vm.get(StorageKeys.SSD)),
        disk.find(keys.backup).orElseGet(() -> vm.get(StorageKeys.BACKUP)),
        disk.find(keys.replicate).orElseGet(() -> vm.get(StorageKeys.REPLICATE)),
        disk.find(keys.iothread).orElseGet(() -> vm.get(StorageKeys.IOTHREAD)),
        disk.find(keys.cache).or(() -> vm.find(StorageKeys.CACHE)),
        disk.find(keys.aio).or(() -> vm.find(StorageKeys.AIO)),
        disk.find(keys.serial),
        disk.find(keys.wwn));
  }

  static NicSpec nic(Settings settings) {
    return new NicSpec(
        settings.find(NicKeys.MAC),
        settings.get(NicKeys.MODEL),
        settings.get(NicKeys.BRIDGE),
        settings.find(NicKeys.VLAN),
        settings.find(NicKeys.TRUNKS).orElseGet(List::of),
        settings.get(NicKeys.QUEUES),
        settings.get(NicKeys.FIREWALL),
        false,
        settings.find(NicKeys.RATE),
        settings.find(NicKeys.MTU),
        Optional.empty(),
        vlans(settings.find(NicKeys.VLANS)));
  }

  static List<NicSpec> extraNics(Settings settings) {
    return settings.find(NicKeys.EXTRA_NICS).orElseGet(List::of).stream()
        .map(DriveSpecs::extraNic)
        .toList();
  }

  private static NicSpec extraNic(Settings nic) {
    ExtraNicKeys keys = NicKeys.EXTRA_NIC;
    return new NicSpec(
        nic.find(keys.mac),
        nic.get(keys.model),
        nic.get(keys.bridge),
        nic.find(keys.vlan),
        nic.find(keys.trunks).orElseGet(List::of),
        nic.get(keys.queues),
        nic.get(keys.firewall),
        nic.get(keys.linkDown),
        nic.find(keys.rate),
        nic.find(keys.mtu),
        nic.find(keys.address),
        vlans(nic.find(keys.vlans)));
  }

  private static List<GuestVlan> vlans(Optional<List<Settings>> said) {
    return said.orElseGet(List::of).stream().map(DriveSpecs::vlan).toList();
  }

  private static GuestVlan vlan(Settings vlan) {
    VlanKeys keys = NicKeys.GUEST_VLAN;
    List<String> said = vlan.find(keys.addresses).orElseGet(List::of);
    return new GuestVlan(
        vlan.get(keys.tag),
        said.stream().filter(address -> !address.equals(VlanKeys.DHCP)).toList(),
        said.contains(VlanKeys.DHCP),
        vlan.find(keys.mtu),
        vlan.find(keys.routes).orElseGet(List::of).stream().map(DriveSpecs::route).toList());
  }

  private static NetworkRoute route(Settings route) {
    VlanKeys keys = NicKeys.GUEST_VLAN;
    return new NetworkRoute(
        route.get(keys.network), route.get(keys.gateway), route.find(keys.metric));
  }
}
