package io.github.talosforge.plan;

import io.github.talosforge.cidata.CidataFile;
import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.model.ClusterName;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.ImageSpec.Architecture;
import io.github.talosforge.model.ImageSpec.CloneMode;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.Layer;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.Origin;
import io.github.talosforge.model.PoolName;
import io.github.talosforge.model.SmbiosUuid;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.NodeIdentity;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.plan.ConfigureMachine.Way;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A change of every kind, and what is said of it wherever changes are told. */
public final class SampleChanges {
  /**
   * A change.
   *
   * @param change the change
   * @param line what it is in one line
   * @param text what the plan on the terminal says of it
   * @param page what the report's page says of it
   * @param fields what programs are told beside what every change of its group has
   */
  public record Sample(Change change, String line, String text, String page, Set<String> fields) {
    @Override
    public String toString() {
      return change.id().toString();
    }
  }

  private static final HostName HOST = HostName.of("pve2");
  private static final StorageName LOCAL = StorageName.of("local");
  private static final NodeName NODE = NodeName.of("worker-1");
  private static final ClusterUid UID = ClusterUid.of(Scene.UID);
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Set<ChangeId> FIRST = Set.of();
  private static final NodeVm VM = vm(NodePart.SYSTEM, 3001);
  private static final NodeVm DATA = vm(NodePart.DATA, 3002);
  private static final String VOLUME = "local-zfs:vm-3001-disk-2";
  private static final Optional<Origin> ORIGIN =
      Optional.of(Origin.written(Layer.NODE, new SourceLocation("nodes.yaml", 7, 5)));
  private static final TalosImage IMAGE =
      new TalosImage(
          TalosVersion.of("v1.12.4"),
          Scene.SCHEMATIC,
          Optional.empty(),
          Architecture.AMD64,
          false,
          URI.create("https://factory.talos.dev"),
          Optional.empty());
  private static final List<FieldChange> FIELDS =
      List.of(
          new FieldChange(
              "net0",
              Optional.of("tag"),
              Optional.of("41"),
              Optional.of("42"),
              Effect.AFTER_STOP_START,
              ORIGIN));

  private SampleChanges() {}

  private static NodeVm vm(NodePart part, int id) {
    SmbiosUuid uuid = SmbiosUuid.of("7f9c2ba4-e88f-427d-9b1a-0d5f5f0a0001");
    return new NodeVm(
        new NodeIdentity(ClusterName.of("homelab"), UID, NODE, part, uuid),
        Optional.of(NodeRole.WORKER),
        VmId.of(id),
        HOST,
        part == NodePart.DATA ? Optional.empty() : Optional.of(Ipv4Address.of("192.168.1.21")),
        2);
  }

  /** Returns all samples, every kind at least once. */
  public static List<Sample> all() {
    return List.of(
        template(),
        image(),
        sample(
            create(
                new CreateVm.Source.Clone(
                    new TemplateRef(
                        "talos", HOST, VmId.of(9000), Optional.empty(), Optional.empty()),
                    CloneMode.LINKED,
                    Optional.empty())),
            "worker-1: create VM 3001 on pve2",
            "clone of template 9000 'talos' on pve2, linked",
            "resumeAt,source,configuration,sizes,pool,start"),
        sample(
            create(new CreateVm.Source.Import(IMAGE, LOCAL, id("fetch"), "scsi0")),
            "worker-1: create VM 3001 on pve2",
            "made from the disk image of Talos v1.12.4",
            "resumeAt,source,configuration,sizes,pool,start"),
        sample(
            create(new CreateVm.Source.Iso(IMAGE, LOCAL, id("fetch"), "ide2")),
            "worker-1: create VM 3001 on pve2",
            "boots the installer of Talos v1.12.4",
            "resumeAt,source,configuration,sizes,pool,start"),
        sample(
            create(new CreateVm.Source.Nothing(Set.of(LOCAL))),
            "worker-1: create VM 3001 on pve2",
            "keeps data disks, is protected and never started",
            "resumeAt,source,configuration,sizes,pool,start"),
        sample(
            create(new CreateVm.Source.Made()),
            "worker-1: create VM 3001 on pve2",
            "finished: an earlier run made the VM but did not configure it",
            "resumeAt,source,configuration,sizes,pool,start"),
        configuration(),
        sample(
            new AddDisk(
                id("add-disk"),
                VM,
                "scsi1",
                "local-zfs:50",
                Optional.of(DiskSize.of("50G")),
                Effect.AT_ONCE,
                ORIGIN,
                FIRST),
            "worker-1: add a disk to VM 3001 on pve2",
            "scsi1          (none) → 50G",
            "scsi1: nothing → 50G, at once, nodes.yaml:7",
            "disk,value,effect,origin"),
        sample(
            new DetachDisk(
                id("detach"), VM, "scsi1", VOLUME, Optional.of(DiskSize.of("50G")), FIRST),
            "worker-1: detach a disk of VM 3001 on pve2",
            "scsi1 is detached; its data stays on " + VOLUME,
            "disk,volume,effect"),
        sample(
            new GrowDisk(
                id("grow"), VM, "scsi0", DiskSize.of("32G"), DiskSize.of("64G"), ORIGIN, FIRST),
            "worker-1: grow a disk of VM 3001 on pve2",
            "scsi0.size     32G → 64G",
            "scsi0.size: 32G → 64G, at once, nodes.yaml:7",
            "disk,from,to,origin"),
        sample(
            new MoveDisk(
                id("move-disk"),
                VM,
                "scsi0",
                VOLUME,
                StorageName.of("ceph"),
                Optional.of(DiskSize.of("32G")),
                ORIGIN,
                FIRST),
            "worker-1: move a disk of VM 3001 on pve2",
            "scsi0.storage  local-zfs → ceph",
            "scsi0.storage: local-zfs → ceph, at once, nodes.yaml:7",
            "disk,volume,storage,origin"),
        sample(
            new AddVolumes(
                id("add-volumes"),
                DATA,
                List.of(
                    new AddVolumes.NewVolume(
                        "EPHEMERAL", LOCAL, "vm-3002-1.raw", "local:vm-3002-1", DiskSize.of("9G"))),
                FIRST),
            "worker-1-data: add volumes to VM 3002 on pve2",
            "EPHEMERAL 9G on local",
            "part,volumes"),
        sample(
            new ReleaseDisks(
                id("release"), VM, true, true, Map.of("scsi1", VOLUME), PATIENCE, FIRST),
            "worker-1: take the data disks off VM 3001 on pve2",
            VOLUME + " is detached and stays",
            "running,protected,disks"),
        sample(
            new StartVm(id("start"), VM, FIRST),
            "worker-1: start VM 3001 on pve2",
            "is started (order 2)",
            ""),
        sample(
            new StopStartVm(id("restart"), VM, FIELDS, Map.of(), PATIENCE, FIRST),
            "worker-1: stop and start VM 3001 on pve2",
            "is stopped and started, so that these take effect: net0.tag",
            "fields"),
        sample(
            new AdoptVm(id("adopt"), VM, "abc", FIELDS, Map.of("tags", "talosforge"), FIRST),
            "worker-1: adopt VM 3001 on pve2",
            "becomes a node of this cluster; only its marks are written",
            "digest,fields"),
        sample(
            new FreeVolume(id("free"), VM, "unused0", VOLUME, FIRST),
            "worker-1: remove an unused volume of VM 3001 on pve2",
            VOLUME + " is removed for ever; nothing is attached to",
            "disk,volume"),
        sample(
            new DestroyVolume(id("destroy-volume"), DATA, "unused0", "u-logs", VOLUME, FIRST),
            "worker-1-data: destroy a volume of VM 3002 on pve2",
            VOLUME + " is destroyed for ever with its data",
            "part,disk,name,volume"),
        sample(
            new ManageHa(id("ha"), VM, 2, 1, Optional.of("talos"), false, FIRST),
            "worker-1: have high availability look after VM 3001 on pve2",
            "high availability looks after it: 2 restarts, then 1 move, in group talos",
            "maxRestart,maxRelocate,group"),
        sample(
            new ReleaseHa(id("ha-release"), VM, FIRST),
            "worker-1: release from high availability VM 3001 on pve2",
            "high availability no longer looks after it",
            ""),
        sample(
            new DestroyVm(id("destroy"), VM, true, true, false, List.of(VOLUME), FIRST),
            "worker-1: destroy VM 3001 on pve2",
            "is stopped and destroyed",
            "running,protected,volumes"),
        sample(
            new KeepApart(
                id("ha-rule"), "tf-cp", NodeRole.WORKER, List.of(VmId.of(3001)), false, FIRST),
            "high availability: tf-cp",
            "keeps the VMs 3001 on different hosts",
            "role,vmIds"),
        sample(
            new PreferHost(id("ha-group"), "tf-pve2", HOST, Map.of(HOST, 2), true, FIRST),
            "high availability: tf-pve2",
            "its VMs prefer pve2 and may run on all other hosts",
            "hosts"),
        entry(RemoveHaEntry.Kind.RESOURCE, "- high availability of vm:3001"),
        entry(RemoveHaEntry.Kind.RULE, "- rule vm:3001"),
        entry(RemoveHaEntry.Kind.GROUP, "- group vm:3001"),
        unusedTemplate(),
        unusedImage(),
        disc(),
        machine(
            Way.FIRST,
            "+ worker-1  gets its configuration",
            "gets its first machine configuration"),
        machine(
            Way.BY_DISC,
            "+ worker-1  gets its configuration on a CD, and is started",
            "gets its first machine configuration on a CD, and is started"),
        machine(
            Way.AT_ONCE,
            "~ worker-1  configuration, without a reboot",
            "gets another machine configuration, without a reboot"),
        machine(
            Way.WITH_REBOOT,
            "! worker-1  configuration, needs a reboot",
            "gets another machine configuration, which needs a reboot"),
        sample(
            new BeginEtcd(id("bootstrap"), NODE, FIRST),
            "bootstrap/worker-1",
            "+ etcd is bootstrapped on worker-1",
            "bootstrap/worker-1",
            ""),
        sample(
            new WithdrawDisc(id("withdraw-cd"), NODE, "local:iso/cd.iso", FIRST),
            "worker-1: take away the CD local:iso/cd.iso",
            "- worker-1  CD with its configuration, no longer needed",
            "take away the CD local:iso/cd.iso",
            "volume"));
  }

  private static Sample sample(Change change, String line, String words, String fields) {
    return sample(change, line, words, words, fields);
  }

  private static Sample sample(
      Change change, String line, String text, String page, String fields) {
    return new Sample(
        change, line, text, page, fields.isEmpty() ? Set.of() : Set.of(fields.split(",")));
  }

  private static ChangeId id(String verb) {
    return ChangeId.of(verb, NODE);
  }

  private static Sample template() {
    return sample(
        new BuildTemplate(
            id("template"),
            IMAGE,
            TemplateIdentity.of(IMAGE, Map.of()),
            HOST,
            VmId.of(9000),
            LOCAL,
            new WantedConfiguration(Map.of("scsi0", "local-zfs:0")),
            "scsi0",
            UID,
            FIRST),
        "template 9000: build on pve2",
        "+ template talos-v1.12.4-376567988ad3 (VM 9000) on pve2",
        "talos-v1.12.4-376567988ad3 · on pve2",
        "vmId,name,tags,configuration");
  }

  private static Sample image() {
    return sample(
        new FetchImage(id("fetch"), IMAGE, HOST, LOCAL, FetchImage.Content.ISO, FIRST),
        "image: download to local of pve2",
        "+ CD image in local on pve2",
        "download to local of pve2",
        "content");
  }

  private static CreateVm create(CreateVm.Source source) {
    return new CreateVm(
        id("create"),
        VM,
        source,
        "marks",
        WantedConfiguration.nothing(),
        new WantedConfiguration(Map.of("cores", "4", "memory", "8192", "cipassword", "hidden")),
        source instanceof CreateVm.Source.Nothing ? Map.of() : Map.of("scsi0", DiskSize.of("32G")),
        Optional.of(PoolName.of("talos")),
        true,
        FIRST);
  }

  private static Sample configuration() {
    return sample(
        new ChangeConfiguration(id("change"), VM, "abc", FIELDS, Map.of("cores", "8"), FIRST),
        "worker-1: change VM 3001 on pve2",
        "net0.tag       41 → 42",
        "net0.tag: 41 → 42, after a stop and start, nodes.yaml:7",
        "digest,fields");
  }

  private static Sample entry(RemoveHaEntry.Kind kind, String text) {
    return sample(
        new RemoveHaEntry(id("ha-remove"), kind, "vm:3001", FIRST),
        "high availability: vm:3001",
        text,
        "is removed",
        "");
  }

  private static Sample unusedTemplate() {
    TemplateMarks marks = TemplateIdentity.of(IMAGE, Map.of()).marks();
    return sample(
        new RemoveTemplate(
            id("remove-template"),
            marks,
            HOST,
            VmId.of(9000),
            Optional.of(new BuilderMark(UID, VmId.of(9000))),
            FIRST),
        "unfinished template 9000: remove from pve2",
        "- unfinished template talos-v1.12.4-376567988ad3 (VM 9000) on pve2",
        "remove from pve2",
        "vmId,name,finished");
  }

  private static Sample unusedImage() {
    ImageFileName file = ImageFileName.of(IMAGE, FetchImage.Content.IMPORT);
    return sample(
        new RemoveImage(id("remove-image"), HOST, LOCAL, file, FIRST),
        "image " + file.volume(LOCAL) + ": remove from pve2",
        "- image in local on pve2",
        "import/" + file + ": remove from pve2",
        "imageStorage,volume");
  }

  private static Sample disc() {
    CidataFile file = new CidataFile(UID, NODE, "0123456789abcdef");
    return sample(
        RemoveDisc.of(HOST, LOCAL, file, FIRST),
        "CD " + file.volume(LOCAL) + ": remove from pve2",
        "- CD with a configuration in local on pve2",
        "iso/" + file + ": remove from pve2",
        "imageStorage,volume");
  }

  private static Sample machine(Way way, String text, String page) {
    return sample(
        new ConfigureMachine(id("configure"), NODE, way, List.of("a line"), FIRST),
        "configure/worker-1",
        text,
        page,
        "way,differences");
  }
}
