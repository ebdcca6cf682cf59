package io.github.talosforge.simulator.talos.api;

import static io.github.talosforge.simulator.talos.api.TalosCalls.failed;

import com.google.protobuf.ByteString;
import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.talos.NodeDisks;
import io.github.talosforge.simulator.talos.Stage;
import io.github.talosforge.simulator.talos.Talos;
import io.github.talosforge.simulator.talos.etcd.EtcdCluster;
import io.github.talosforge.simulator.talos.etcd.SnapshotFile;
import io.github.talosforge.simulator.talos.protocol.common.Data;
import io.github.talosforge.simulator.talos.protocol.machine.Bootstrap;
import io.github.talosforge.simulator.talos.protocol.machine.BootstrapResponse;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdAlarm;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdAlarmDisarm;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdAlarmDisarmResponse;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdAlarmListResponse;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdDefragment;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdDefragmentResponse;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdForfeitLeadership;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdForfeitLeadershipResponse;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdLeaveCluster;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdLeaveClusterResponse;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdMember;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdMemberAlarm;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdMemberListResponse;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdMemberStatus;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdMembers;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdRemoveMemberByID;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdRemoveMemberByIDResponse;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdStatus;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdStatusResponse;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.Comparator;

/** Bootstrap, and everything about etcd's members. */
final class EtcdCalls {
  /** How many entries the log of a cluster has that is not quite new. */
  private static final long LOG = 100_000;

  private static final long LAG = 20_000;

  private final Talos talos;

  EtcdCalls(Talos talos) {
    this.talos = talos;
  }

  BootstrapResponse bootstrap(Machine machine) {
    if (machine.stage() != Stage.BOOTING && machine.stage() != Stage.RUNNING) {
      throw failed(Status.FAILED_PRECONDITION, "bootstrap is not available yet");
    }
    if (!machine.isControlPlane()) {
      throw failed(
          Status.FAILED_PRECONDITION, "bootstrap can only be performed on a control plane node");
    }
    if (talos.world().troubles().has(machine.vmid(), Trouble.CLOCK_OUT_OF_SYNC)) {
      throw failed(Status.FAILED_PRECONDITION, "time is not in sync yet");
    }
    if (talos.disks().etcdData(machine).isPresent()) {
      throw failed(Status.ALREADY_EXISTS, "etcd data directory is not empty");
    }
    talos.sequences().bootstrap(machine);
    return BootstrapResponse.newBuilder().addMessages(Bootstrap.getDefaultInstance()).build();
  }

  private static void demandControlPlane(Machine machine, String call) {
    if (!machine.isControlPlane()) {
      throw failed(Status.UNIMPLEMENTED, call + " is only available on control plane nodes");
    }
  }

  /** The cluster through any control plane node that this one sees. */
  private EtcdCluster reachable(Machine machine, String call) {
    demandControlPlane(machine, call);
    if (machine.hasEtcd()) {
      return quorate(machine);
    }
    return talos.machines().stream()
        .filter(other -> other.isControlPlane() && talos.connected(machine, other))
        .filter(other -> isSibling(machine, other) && talos.hasQuorum(other))
        .findFirst()
        .flatMap(talos::etcdOf)
        .orElseThrow(
            () -> failed(Status.UNKNOWN, "error building etcd client: no etcd endpoints ready"));
  }

  private static boolean isSibling(Machine machine, Machine other) {
    return other
        .config()
        .filter(config -> config.etcdCa().equals(machine.config().map(c -> c.etcdCa()).orElse("")))
        .isPresent();
  }

  private EtcdCluster quorate(Machine machine) {
    return talos
        .etcdOf(machine)
        .filter(etcd -> talos.hasQuorum(machine))
        .orElseThrow(() -> failed(Status.UNAVAILABLE, "etcdserver: no leader"));
  }

  /** The cluster through this node's own member. */
  private EtcdCluster local(Machine machine, String call) {
    demandControlPlane(machine, call);
    if (!machine.hasEtcd()) {
      throw failed(Status.UNKNOWN, "failed to create etcd client: context deadline exceeded");
    }
    return talos.etcdOf(machine).orElseThrow();
  }

  private NodeDisks.EtcdData data(Machine machine) {
    return talos
        .disks()
        .etcdData(machine)
        .orElseThrow(() -> failed(Status.UNKNOWN, "error getting local member ID"));
  }

  /** Talos asks its own member too for a list that has a leader behind it. */
  EtcdMemberListResponse members(Machine machine, boolean onlyLocal) {
    if (onlyLocal) {
      local(machine, "member list");
    }
    EtcdCluster etcd = onlyLocal ? quorate(machine) : reachable(machine, "member list");
    EtcdMembers.Builder members = EtcdMembers.newBuilder();
    etcd.members().stream()
        .sorted(Comparator.comparingLong(EtcdCluster.Member::id))
        .forEach(
            member ->
                members
                    .addLegacyMembers(member.name())
                    .addMembers(
                        EtcdMember.newBuilder()
                            .setId(member.id())
                            .setHostname(member.name())
                            .addPeerUrls(member.peerUrl())
                            .addClientUrls(member.clientUrl())
                            .setIsLearner(member.learner())));
    return EtcdMemberListResponse.newBuilder().addMessages(members).build();
  }

  EtcdStatusResponse status(Machine machine) {
    EtcdCluster etcd = local(machine, "etcd status");
    boolean six = machine.image().version().minor() >= 11;
    long own = data(machine).member();
    long index = LOG + etcd.revision() - (has(machine, Trouble.ETCD_LAGS) ? LAG : 0);
    EtcdMemberStatus.Builder status =
        EtcdMemberStatus.newBuilder()
            .setMemberId(own)
            .setIsLearner(etcd.member(own).filter(EtcdCluster.Member::learner).isPresent())
            .setProtocolVersion(six ? "3.6.5" : "3.5.21")
            .setStorageVersion(six ? "3.6.0" : "")
            .setDbSize(etcd.size())
            .setDbSizeInUse(etcd.size() / 2)
            .setLeader(
                has(machine, Trouble.ETCD_CLAIMS_LEAD)
                    ? own
                    : etcd.leader(member -> talos.runsMember(etcd, machine, member)))
            .setRaftIndex(index)
            .setRaftAppliedIndex(index)
            .setRaftTerm(etcd.term());
    if (!talos.hasQuorum(machine)) {
      status.addErrors("etcdserver: no leader");
    }
    return EtcdStatusResponse.newBuilder()
        .addMessages(EtcdStatus.newBuilder().setMemberStatus(status))
        .build();
  }

  private boolean has(Machine machine, Trouble trouble) {
    return talos.world().troubles().has(machine.vmid(), trouble);
  }

  EtcdForfeitLeadershipResponse forfeit(Machine machine) {
    EtcdCluster etcd = reachable(machine, "etcd forfeit leadership");
    long mine = data(machine).member();
    if (etcd.members().size() == 1) {
      throw failed(
          Status.UNKNOWN,
          "failed to forfeit leadership: cannot forfeit leadership, only one member");
    }
    EtcdForfeitLeadership.Builder answer = EtcdForfeitLeadership.newBuilder();
    if (etcd.leader(member -> talos.runsMember(etcd, machine, member)) == mine) {
      etcd.members().stream()
          .filter(m -> m.id() != mine && talos.runsMember(etcd, machine, m.id()))
          .findFirst()
          .ifPresent(
              next -> {
                etcd.elect(next.id());
                talos.world().touch();
                answer.setMember(next.name());
              });
    }
    return EtcdForfeitLeadershipResponse.newBuilder().addMessages(answer).build();
  }

  EtcdLeaveClusterResponse leave(Machine machine) {
    EtcdCluster etcd = reachable(machine, "etcd leave");
    if (etcd.members().size() == 1) {
      throw failed(
          Status.UNKNOWN, "failed to leave cluster: cannot leave, only one member in the cluster");
    }
    talos.sequences().leaveEtcd(machine);
    return EtcdLeaveClusterResponse.newBuilder()
        .addMessages(EtcdLeaveCluster.getDefaultInstance())
        .build();
  }

  EtcdRemoveMemberByIDResponse remove(Machine machine, long member) {
    EtcdCluster etcd = reachable(machine, "etcd remove member");
    if (etcd.member(member).isEmpty()) {
      throw failed(Status.NOT_FOUND, "etcdserver: member not found");
    }
    etcd.remove(member);
    talos.world().touch();
    return EtcdRemoveMemberByIDResponse.newBuilder()
        .addMessages(EtcdRemoveMemberByID.getDefaultInstance())
        .build();
  }

  /** The snapshot of this node's member, which needs a leader and a vote. */
  Snapshot snapshot(Machine machine) {
    EtcdCluster etcd = local(machine, "etcd snapshot");
    if (etcd.member(data(machine).member()).filter(EtcdCluster.Member::learner).isPresent()) {
      throw failed(Status.UNAVAILABLE, "etcdserver: rpc not supported for learner");
    }
    EtcdCluster whole = quorate(machine);
    return new Snapshot(
        ByteString.copyFrom(talos.otherSnapshot(machine).orElseGet(() -> SnapshotFile.of(whole))),
        talos.world().troubles().has(machine.vmid(), Trouble.SNAPSHOT_BREAKS));
  }

  /**
   * A snapshot on its way.
   *
   * @param file the whole of it
   * @param breaks whether the connection to etcd is lost in the middle
   */
  record Snapshot(ByteString file, boolean breaks) {
    private static final int PIECE = 64 * 1024;

    void sendTo(StreamObserver<Data> out) {
      int end = breaks ? file.size() / 2 : file.size();
      for (int at = 0; at < end; at += PIECE) {
        ByteString piece = file.substring(at, Math.min(at + PIECE, end));
        out.onNext(Data.newBuilder().setBytes(piece).build());
      }
      if (breaks) {
        out.onError(failed(Status.UNKNOWN, "failed to read snapshot: unexpected EOF"));
      } else {
        out.onCompleted();
      }
    }
  }

  /** Any member answers for all of them, with a leader behind it. */
  EtcdAlarmListResponse alarms(Machine machine) {
    EtcdCluster unused = local(machine, "etcd alarm list");
    EtcdCluster etcd = quorate(machine);
    EtcdAlarm.Builder alarm = EtcdAlarm.newBuilder();
    for (Machine other : talos.machines()) {
      if (talos.etcdOf(other).filter(same -> same.id().equals(etcd.id())).isPresent()) {
        raise(alarm, other, Trouble.DISK_FULL, EtcdMemberAlarm.AlarmType.NOSPACE);
        raise(alarm, other, Trouble.ETCD_CORRUPT, EtcdMemberAlarm.AlarmType.CORRUPT);
      }
    }
    return EtcdAlarmListResponse.newBuilder().addMessages(alarm).build();
  }

  private void raise(
      EtcdAlarm.Builder alarms, Machine machine, Trouble trouble, EtcdMemberAlarm.AlarmType type) {
    if (talos.world().troubles().has(machine.vmid(), trouble)) {
      alarms.addMemberAlarms(
          EtcdMemberAlarm.newBuilder().setMemberId(data(machine).member()).setAlarm(type));
    }
  }

  EtcdAlarmDisarmResponse disarm(Machine machine) {
    local(machine, "etcd alarm list");
    return EtcdAlarmDisarmResponse.newBuilder()
        .addMessages(EtcdAlarmDisarm.getDefaultInstance())
        .build();
  }

  EtcdDefragmentResponse defragment(Machine machine) {
    local(machine, "etcd defragment");
    return EtcdDefragmentResponse.newBuilder()
        .addMessages(EtcdDefragment.getDefaultInstance())
        .build();
  }
}
