package io.github.talosforge.plan;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingArea;
import io.github.talosforge.finding.Severity;
import io.github.talosforge.finding.SourceLocation;
import org.jspecify.annotations.Nullable;

/** What can come up when the files are compared with the live system. */
public enum PlanFinding {
  /** The cluster has no uid, so nothing could tell its VMs from those of a namesake. */
  CLUSTER_UID_MISSING(Severity.ERROR),
  /** A VM that is not this cluster's has a node's id. */
  VM_ID_FOREIGN(Severity.ERROR),
  /** A VM that is not this cluster's has a node's name. */
  VM_NAME_FOREIGN(Severity.ERROR),
  /** Two VMs show the marks of the same node. */
  NODE_HAS_TWO_VMS(Severity.ERROR),
  /** Somebody gave a node's VM another name. */
  VM_RENAMED(Severity.ERROR),
  /** The files give a node another name. */
  NODE_RENAMED(Severity.ERROR),
  /** The files give the cluster another name. */
  CLUSTER_RENAMED(Severity.ERROR),
  /** Somebody took the tags off a node's VM. */
  VM_TAGS_LOST(Severity.ERROR),
  /** A VM seems to have been begun for a node, and nothing proves that it was. */
  VM_UNPROVEN(Severity.ERROR),
  /** A VM carries this cluster's marks but is none of its nodes. */
  VM_IS_COPY(Severity.WARNING),
  /** A VM is being made by an earlier run. */
  VM_BEING_MADE(Severity.NOTE),
  /** A VM was left locked by somebody who is gone. */
  VM_STUCK(Severity.ERROR),
  /** A VM is locked, so its changes cannot be written now. */
  VM_LOCKED(Severity.WARNING),
  /** A VM that is to be removed is locked. */
  GOING_VM_LOCKED(FindingArea.DATA, Severity.ERROR),
  /** A VM of this cluster is no longer in the files. */
  VM_UNLISTED(Severity.NOTE),
  /** The address of a live node is another one in the files. */
  ADDRESS_CHANGED(Severity.ERROR),
  /** A disk is smaller in the files than it is. */
  DISK_SMALLER(Severity.ERROR),
  /** A disk is larger than the built-in size. */
  DISK_LARGER_THAN_DEFAULT(Severity.NOTE),
  /** A disk is on another storage than the files say and cannot be moved. */
  DISK_ON_OTHER_STORAGE(Severity.WARNING),
  /** Snapshots hold a disk that is to be moved. */
  DISK_IN_SNAPSHOT(Severity.ERROR),
  /** A disk of a VM is not in the files and was not made here. */
  DISK_NOT_IN_FILES(Severity.NOTE),
  /** A key that should hold one kind of drive holds another kind. */
  DRIVE_OF_OTHER_KIND(Severity.ERROR),
  /** A disk of the firmware cannot be changed. */
  FIRMWARE_DISK_FIXED(Severity.WARNING),
  /** A volume is attached to nothing. */
  VOLUME_UNUSED(FindingArea.LEFTOVERS, Severity.NOTE),
  /** A volume that nothing of a node's VM uses stays, because the VM is protected. */
  VOLUME_PROTECTED(FindingArea.LEFTOVERS, Severity.NOTE),
  /** A volume carries an id of this cluster's range that no VM has. */
  VOLUME_UNCLAIMED(FindingArea.LEFTOVERS, Severity.NOTE),
  /** A volume that nothing of a node's VM uses is named by another VM. */
  VOLUME_SHARED(FindingArea.LEFTOVERS, Severity.NOTE),
  /** Nobody can tell who uses something, because not every VM could be read. */
  USE_UNKNOWN(FindingArea.LEFTOVERS, Severity.NOTE),
  /** The credentials do not see all VMs, so that what VMs left behind is not looked for. */
  LEFTOVERS_UNSEEN(FindingArea.LEFTOVERS, Severity.NOTE),
  /** A template that was built here is used by nothing. */
  TEMPLATE_UNUSED(FindingArea.LEFTOVERS, Severity.NOTE),
  /** Somebody began to build a template, and nothing proves that nobody goes on. */
  TEMPLATE_UNFINISHED(FindingArea.LEFTOVERS, Severity.NOTE),
  /** A template has the marks of one from here, and nothing proves that it was built here. */
  TEMPLATE_UNPROVEN(FindingArea.LEFTOVERS, Severity.NOTE),
  /** An image that was fetched here is used by nothing. */
  IMAGE_UNUSED(FindingArea.LEFTOVERS, Severity.NOTE),
  /** Something that is left over cannot be removed with these credentials. */
  REMOVAL_NOT_ALLOWED(FindingArea.LEFTOVERS, Severity.WARNING),
  /** A VM is in another resource pool than the files say. */
  POOL_DIFFERS(Severity.WARNING),
  /** A host is down, so that the plan does not cover everything. */
  HOST_DOWN(Severity.WARNING),
  /** What is to be destroyed or rebuilt is on a host that is down. */
  NODE_OUT_OF_SIGHT(Severity.ERROR),
  /** A node has no host. */
  HOST_UNDECIDED(Severity.ERROR),
  /** A built-in value is left out because the credentials may not set it. */
  STARTUP_LEFT_OUT(Severity.WARNING),
  /** A value that the user wrote may not be set by the credentials. */
  STARTUP_NOT_ALLOWED(Severity.ERROR),
  /** The named template does not exist. */
  TEMPLATE_NOT_FOUND(Severity.ERROR),
  /** What is named as the template is an ordinary guest. */
  TEMPLATE_IS_NO_TEMPLATE(Severity.ERROR),
  /** Several templates of a host have the same name. */
  TEMPLATE_AMBIGUOUS(Severity.ERROR),
  /** The template's disks are local to another host. */
  TEMPLATE_ON_OTHER_HOST(Severity.ERROR),
  /** The template that the files name has another version of Talos than the node is to run. */
  TEMPLATE_OF_ANOTHER_VERSION(Severity.WARNING),
  /** A linked clone would have to be on another storage than its template. */
  LINKED_CLONE_ELSEWHERE(Severity.ERROR),
  /** The range of template ids is used up. */
  TEMPLATE_IDS_EXHAUSTED(Severity.ERROR),
  /** A template that was built here cannot be removed. */
  TEMPLATE_KEPT(FindingArea.LEFTOVERS, Severity.NOTE),
  /** A VM that is to be removed is protected. */
  VM_PROTECTED(FindingArea.DATA, Severity.ERROR),
  /** A machine is configured with secrets that are not this cluster's. */
  MACHINE_OF_ANOTHER_CLUSTER(Severity.ERROR),
  /** Another machine than the one in a node's VM answers at the node's address. */
  MACHINE_IS_ANOTHER(Severity.ERROR),
  /** A configured machine runs as another thing than the files say. */
  ROLE_CHANGED(Severity.ERROR),
  /** A VM of the cluster that the files no longer name may have the etcd that would be begun. */
  ETCD_MAY_EXIST(Severity.ERROR),
  /** A VM runs, but Talos was not seen on it. */
  MACHINE_NOT_SEEN(Severity.WARNING),
  /** The cluster's secrets are missing, but machines have them, or might. */
  SECRETS_MISSING(Severity.WARNING),
  /** It is not known which versions a machine runs, or the files do not fit them. */
  VERSIONS_UNREAD(Severity.WARNING),
  /** Nobody says what a node that is rebuilt should run. */
  REBUILD_UNREAD(Severity.ERROR),
  /** Members of etcd raised alarms, lag behind, or do not agree on their leader. */
  ETCD_UNWELL(Severity.WARNING),
  /** Nodes run other versions than the files want. */
  VERSION_DIFFERS(Severity.WARNING),
  /** The upgrades that lead from what runs to what the files want, in order. */
  UPGRADE_WAY(Severity.NOTE),
  /** No upgrade leads from what runs to what the files want. */
  UPGRADE_REFUSED(Severity.WARNING),
  /** The files give a component what its new version no longer knows. */
  UPGRADE_REMOVES(Severity.WARNING),
  /** VMs are made of what the control planes run and not of what the files want. */
  VERSION_OF_NEW_NODES(Severity.NOTE),
  /** A VM cannot become the node that somebody named. */
  VM_NOT_ADOPTABLE(Severity.ERROR),
  /** The credentials may not see what high availability looks after. */
  HA_UNSEEN(Severity.ERROR),
  /** High availability is wanted for a VM whose drives only one host has. */
  HA_LOCAL_DRIVES(Severity.ERROR),
  /** High availability gave up on a VM. */
  HA_GAVE_UP(Severity.WARNING),
  /** There are not hosts enough to keep the nodes of a role apart. */
  ANTI_AFFINITY_LEFT_OUT(Severity.WARNING),
  /** A live node has no data VM although the files say so. */
  DATA_VM_MISSING(FindingArea.DATA, Severity.ERROR),
  /** A node has a data VM although the files say that it has none. */
  DATA_VM_NOT_IN_FILES(FindingArea.DATA, Severity.ERROR),
  /** A data VM keeps local disks on another host than its node is on. */
  DATA_VM_ELSEWHERE(FindingArea.DATA, Severity.ERROR),
  /** High availability is asked for a node whose data is on local disks of another VM. */
  DATA_VM_ON_LOCAL_STORAGE(FindingArea.DATA, Severity.ERROR),
  /** A data VM runs. */
  DATA_VM_RUNS(FindingArea.DATA, Severity.WARNING),
  /** A snapshot of a node's VM holds the data disks too. */
  SNAPSHOT_HOLDS_DATA(FindingArea.DATA, Severity.WARNING),
  /** A VM that is to be removed has snapshots on data disks that stay. */
  SNAPSHOT_OUTLIVES_VM(FindingArea.DATA, Severity.ERROR),
  /** A data VM stays although its node is destroyed. */
  DATA_VM_KEPT(FindingArea.DATA, Severity.NOTE),
  /** Somebody uses the data that is to be destroyed or attached. */
  DATA_IN_USE(FindingArea.DATA, Severity.ERROR),
  /** Nobody can tell who uses the data that is to be destroyed. */
  DATA_USE_UNKNOWN(FindingArea.DATA, Severity.ERROR),
  /** The files still name the volume whose data is to be destroyed. */
  VOLUME_STILL_WANTED(FindingArea.DATA, Severity.ERROR),
  /** No data VM is known to keep the volume whose data is to be destroyed. */
  VOLUME_UNKNOWN(FindingArea.DATA, Severity.ERROR),
  /** The data of a volume is gone, but an interrupted run left its data VM without protection. */
  VOLUME_GONE(FindingArea.DATA, Severity.WARNING),
  /** Not exactly one node's volume is to be destroyed. */
  VOLUME_OF_ONE_NODE(FindingArea.DATA, Severity.ERROR),
  /** Volumes carry the id of a data VM that is yet to be made. */
  DATA_VM_ID_HAS_VOLUMES(FindingArea.DATA, Severity.ERROR),
  /** A disk that is not the data VM's has the world wide name of one that is. */
  DATA_DISK_IS_COPY(FindingArea.DATA, Severity.ERROR),
  /** What looks like the VM that keeps a node's data has another UUID. */
  DATA_VM_UUID_CHANGED(FindingArea.DATA, Severity.ERROR),
  /** A node that is to be rebuilt keeps its data on its own VM. */
  REBUILD_WITHOUT_DATA_VM(FindingArea.DATA, Severity.ERROR),
  /** The key to a node's data would go with the VM. */
  REBUILD_LOSES_KEY(FindingArea.DATA, Severity.ERROR),
  /** A disk would go with the VM. */
  REBUILD_LOSES_DISK(FindingArea.DATA, Severity.ERROR),
  /** Not exactly one node is to be rebuilt. */
  REBUILD_ONE_BY_ONE(FindingArea.DATA, Severity.ERROR),
  /** A selection names no node. */
  SELECTION_MATCHES_NOTHING(Severity.ERROR);

  private final FindingArea area;
  private final Severity severity;

  PlanFinding(Severity severity) {
    this(FindingArea.PLAN, severity);
  }

  PlanFinding(FindingArea area, Severity severity) {
    this.area = area;
    this.severity = severity;
  }

  /** Returns the stable code, such as {@code TF-VM-STUCK}. */
  public String code() {
    return "TF-" + name().replace('_', '-');
  }

  /** Returns where it arises. */
  public FindingArea area() {
    return area;
  }

  /** Returns how much it matters. */
  public Severity severity() {
    return severity;
  }

  /** Returns a finding about no line of the files. */
  public Finding finding(String message, String suggestion) {
    return at(null, message, suggestion);
  }

  Finding at(@Nullable SourceLocation location, String message, @Nullable String suggestion) {
    return new Finding(area(), code(), severity, location, message, suggestion);
  }
}
