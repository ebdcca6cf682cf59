package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.Volume;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A VM's hardware as the system inside of it sees it. */
public final class GuestHardware {
  private static final Pattern DISK = Pattern.compile("(scsi|virtio|sata|ide)\\d+");

  /** By bus, and by the number on it; none of them has three digits. */
  private static final Comparator<String> BUS_ORDER =
      Comparator.comparing((String key) -> !key.startsWith("scsi"))
          .thenComparing(key -> key.charAt(0) == 'i' ? "ide" : key.charAt(1) == 'a' ? "sata" : "v")
          .thenComparingInt(String::length)
          .thenComparing(Comparator.naturalOrder());

  private final Cluster cluster;

  public GuestHardware(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * A disk.
   *
   * @param key where it is attached, for example {@code scsi0}
   * @param device for example {@code /dev/sda}
   * @param serial what the guest sees of {@code serial=}
   * @param wwid what the guest sees of {@code wwn=}
   * @param solid whether it says that it is an SSD
   * @param volume what is behind it
   */
  public record Disk(
      String key, String device, String serial, String wwid, boolean solid, Volume volume) {
    /** The bus that it is on: {@code virtio} or {@code scsi}, as Talos names the transport. */
    public String transport() {
      return key.startsWith("virtio") || key.startsWith("scsi") ? "virtio" : "sata";
    }
  }

  /**
   * A network card.
   *
   * @param name for example {@code eth0}
   * @param mac the hardware address in lower case
   * @param configured address with prefix length that cloud-init gives; null: DHCP
   * @param leased what DHCP gives out, always the same for one MAC address
   * @param gateway the gateway that cloud-init names
   * @param connected whether its link is up
   */
  public record Nic(
      String name,
      String mac,
      @Nullable String configured,
      String leased,
      @Nullable String gateway,
      boolean connected) {
    /** The address with cloud-init's help. */
    public String address() {
      return configured == null ? leased : configured;
    }
  }

  /** The disks in the order in which a guest usually finds them. */
  public List<Disk> disks(Vm vm) {
    List<Disk> disks = new ArrayList<>();
    int[] letters = {0, 0};
    keys(vm).forEach(key -> add(disks, letters, vm, key));
    return disks;
  }

  private static Stream<String> keys(Vm vm) {
    return vm.config().keySet().stream()
        .filter(key -> DISK.matcher(key).matches())
        .sorted(BUS_ORDER);
  }

  private void add(List<Disk> disks, int[] letters, Vm vm, String key) {
    Drive drive = Drive.parse(key, vm.config().getOrDefault(key, "none"));
    Volume volume = drive.isCdrom() ? null : cluster.storages().find(drive.file(), vm.host());
    if (volume == null) {
      return;
    }
    boolean virtio = key.startsWith("virtio");
    char letter = (char) ('a' + letters[virtio ? 1 : 0]++);
    String wwn = drive.option("wwn");
    String serial = virtio ? drive.option("serial") : null;
    disks.add(
        new Disk(
            key,
            (virtio ? "/dev/vd" : "/dev/sd") + letter,
            serial == null ? "" : serial,
            wwn == null ? "" : "naa." + wwn.toLowerCase(Locale.ROOT).replaceFirst("^0x", ""),
            "1".equals(drive.option("ssd")),
            volume));
  }

  /** The network cards, with the addresses that cloud-init or DHCP gives them. */
  public List<Nic> nics(Vm vm) {
    return vm.config().keySet().stream()
        .filter(key -> key.matches("net\\d+"))
        .sorted(Comparator.comparingInt(key -> Integer.parseInt(key.substring(3))))
        .map(key -> nic(vm, key))
        .toList();
  }

  private static Nic nic(Vm vm, String key) {
    String number = key.substring("net".length());
    NetworkDevice device = NetworkDevice.parse(key, vm.config().getOrDefault(key, ""));
    Map<String, String> ip =
        PropertyString.parse(
            "ipconfig" + number, vm.config().getOrDefault("ipconfig" + number, ""), "ip");
    String mac = device.mac().toLowerCase(Locale.ROOT);
    String address = ip.getOrDefault("ip", "dhcp");
    return new Nic(
        "eth" + number,
        mac,
        address.contains("/") ? address : null,
        leased(mac),
        ip.get("gw"),
        !"1".equals(device.option("link_down")));
  }

  private static String leased(String mac) {
    return "192.168.1." + (100 + Math.floorMod(mac.hashCode(), 150)) + "/24";
  }

  /** Loopback and the cards, as an ordinary guest's agent names them. */
  List<GuestModel.Interface> interfaces(Vm vm) {
    List<GuestModel.Interface> interfaces = new ArrayList<>();
    interfaces.add(new GuestModel.Interface("lo", "00:00:00:00:00:00", List.of("127.0.0.1/8")));
    nics(vm)
        .forEach(
            nic ->
                interfaces.add(
                    new GuestModel.Interface(nic.name(), nic.mac(), List.of(nic.address()))));
    return interfaces;
  }

  /** Bytes of memory. */
  public long memory(Vm vm) {
    return VmStatus.memory(vm);
  }

  /** The number of CPUs. */
  public int cpus(Vm vm) {
    return VmStatus.cpus(vm);
  }

  /** The SMBIOS UUID. */
  public String uuid(Vm vm) {
    return PropertyString.parse("smbios1", vm.config().getOrDefault("smbios1", ""), "uuid")
        .getOrDefault("uuid", "");
  }

  /** Whether a drive with cloud-init data is attached. */
  public boolean hasCloudInit(Vm vm) {
    return vm.config().entrySet().stream()
        .filter(entry -> Drive.isKey(entry.getKey()))
        .anyMatch(entry -> Drive.parse(entry.getKey(), entry.getValue()).isCloudInit());
  }

  /**
   * The files of an attached CD that is called {@code cidata}; none while Proxmox' own cloud-init
   * drive is there, which has the same name.
   */
  public Map<String, String> cidata(Vm vm) {
    return hasCloudInit(vm)
        ? Map.of()
        : keys(vm)
            .map(key -> Drive.parse(key, vm.config().getOrDefault(key, "none")))
            .filter(Drive::isPlainCdrom)
            .flatMap(drive -> Stream.ofNullable(cluster.storages().find(drive.file(), vm.host())))
            .map(Volume::partitions)
            .filter(files -> !files.isEmpty())
            .findFirst()
            .orElse(Map.of());
  }

  /** What boots: the identity on the first device of the boot order that holds anything. */
  public @Nullable String system(Vm vm) {
    return new GuestState(cluster).bootIdentity(vm);
  }

  /** The volume that the system boots from, a disk or an ISO. */
  public @Nullable Volume bootVolume(Vm vm) {
    return new GuestState(cluster).bootVolume(vm);
  }
}
