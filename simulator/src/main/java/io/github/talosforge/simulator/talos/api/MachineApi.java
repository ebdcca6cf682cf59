package io.github.talosforge.simulator.talos.api;

import com.google.protobuf.Empty;
import io.github.talosforge.simulator.talos.protocol.common.Data;
import io.github.talosforge.simulator.talos.protocol.machine.ApplyConfigurationRequest;
import io.github.talosforge.simulator.talos.protocol.machine.ApplyConfigurationResponse;
import io.github.talosforge.simulator.talos.protocol.machine.BootstrapRequest;
import io.github.talosforge.simulator.talos.protocol.machine.BootstrapResponse;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdAlarmDisarmResponse;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdAlarmListResponse;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdDefragmentResponse;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdForfeitLeadershipRequest;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdForfeitLeadershipResponse;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdLeaveClusterRequest;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdLeaveClusterResponse;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdMemberListRequest;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdMemberListResponse;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdRemoveMemberByIDRequest;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdRemoveMemberByIDResponse;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdSnapshotRequest;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdStatusResponse;
import io.github.talosforge.simulator.talos.protocol.machine.Event;
import io.github.talosforge.simulator.talos.protocol.machine.EventsRequest;
import io.github.talosforge.simulator.talos.protocol.machine.FileInfo;
import io.github.talosforge.simulator.talos.protocol.machine.GenerateClientConfigurationRequest;
import io.github.talosforge.simulator.talos.protocol.machine.GenerateClientConfigurationResponse;
import io.github.talosforge.simulator.talos.protocol.machine.HostnameResponse;
import io.github.talosforge.simulator.talos.protocol.machine.ListRequest;
import io.github.talosforge.simulator.talos.protocol.machine.MachineServiceGrpc;
import io.github.talosforge.simulator.talos.protocol.machine.MemoryResponse;
import io.github.talosforge.simulator.talos.protocol.machine.ReadRequest;
import io.github.talosforge.simulator.talos.protocol.machine.RebootRequest;
import io.github.talosforge.simulator.talos.protocol.machine.RebootResponse;
import io.github.talosforge.simulator.talos.protocol.machine.ResetRequest;
import io.github.talosforge.simulator.talos.protocol.machine.ResetResponse;
import io.github.talosforge.simulator.talos.protocol.machine.RollbackRequest;
import io.github.talosforge.simulator.talos.protocol.machine.RollbackResponse;
import io.github.talosforge.simulator.talos.protocol.machine.ServiceListResponse;
import io.github.talosforge.simulator.talos.protocol.machine.ServiceRestartRequest;
import io.github.talosforge.simulator.talos.protocol.machine.ServiceRestartResponse;
import io.github.talosforge.simulator.talos.protocol.machine.ShutdownRequest;
import io.github.talosforge.simulator.talos.protocol.machine.ShutdownResponse;
import io.github.talosforge.simulator.talos.protocol.machine.SystemStatResponse;
import io.github.talosforge.simulator.talos.protocol.machine.UpgradeRequest;
import io.github.talosforge.simulator.talos.protocol.machine.UpgradeResponse;
import io.github.talosforge.simulator.talos.protocol.machine.VersionResponse;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;

/** Talos' MachineService. */
final class MachineApi extends MachineServiceGrpc.MachineServiceImplBase {
  private final TalosCalls calls;
  private final ConfigCalls configs;
  private final PowerCalls power;
  private final EtcdCalls etcd;
  private final NodeFacts facts;
  private final EventStream events;

  MachineApi(TalosCalls calls) {
    this.calls = calls;
    configs = new ConfigCalls(calls.talos());
    power = new PowerCalls(calls.talos());
    etcd = new EtcdCalls(calls.talos());
    facts = new NodeFacts(calls.talos());
    events = new EventStream(calls);
  }

  @Override
  public void applyConfiguration(
      ApplyConfigurationRequest request, StreamObserver<ApplyConfigurationResponse> out) {
    calls.answer(out, scope -> configs.apply(scope, request));
  }

  @Override
  public void generateClientConfiguration(
      GenerateClientConfigurationRequest request,
      StreamObserver<GenerateClientConfigurationResponse> out) {
    calls.answer(out, scope -> new ClientConfigs().generate(scope.machine(), request));
  }

  @Override
  public void kubeconfig(Empty request, StreamObserver<Data> out) {
    calls.answer(out, scope -> Kubeconfigs.archive(scope.machine()));
  }

  @Override
  public void bootstrap(BootstrapRequest request, StreamObserver<BootstrapResponse> out) {
    calls.answer(out, scope -> etcd.bootstrap(scope.machine()));
  }

  @Override
  public void etcdMemberList(
      EtcdMemberListRequest request, StreamObserver<EtcdMemberListResponse> out) {
    calls.answer(out, scope -> etcd.members(scope.machine(), request.getQueryLocal()));
  }

  @Override
  public void etcdStatus(Empty request, StreamObserver<EtcdStatusResponse> out) {
    calls.answer(out, scope -> etcd.status(scope.machine()));
  }

  @Override
  public void etcdForfeitLeadership(
      EtcdForfeitLeadershipRequest request, StreamObserver<EtcdForfeitLeadershipResponse> out) {
    calls.answer(out, scope -> etcd.forfeit(scope.machine()));
  }

  @Override
  public void etcdLeaveCluster(
      EtcdLeaveClusterRequest request, StreamObserver<EtcdLeaveClusterResponse> out) {
    calls.answer(out, scope -> etcd.leave(scope.machine()));
  }

  @Override
  public void etcdRemoveMemberByID(
      EtcdRemoveMemberByIDRequest request, StreamObserver<EtcdRemoveMemberByIDResponse> out) {
    calls.answer(out, scope -> etcd.remove(scope.machine(), request.getMemberId()));
  }

  @Override
  public void etcdSnapshot(EtcdSnapshotRequest request, StreamObserver<Data> out) {
    EtcdCalls.Snapshot snapshot;
    try {
      snapshot = calls.run(scope -> etcd.snapshot(scope.machine()));
    } catch (StatusRuntimeException e) {
      out.onError(e);
      return;
    }
    snapshot.sendTo(out);
  }

  @Override
  public void etcdAlarmList(Empty request, StreamObserver<EtcdAlarmListResponse> out) {
    calls.answer(out, scope -> etcd.alarms(scope.machine()));
  }

  @Override
  public void etcdAlarmDisarm(Empty request, StreamObserver<EtcdAlarmDisarmResponse> out) {
    calls.answer(out, scope -> etcd.disarm(scope.machine()));
  }

  @Override
  public void etcdDefragment(Empty request, StreamObserver<EtcdDefragmentResponse> out) {
    calls.answer(out, scope -> etcd.defragment(scope.machine()));
  }

  @Override
  public void version(Empty request, StreamObserver<VersionResponse> out) {
    calls.answer(out, scope -> facts.version(scope.machine()));
  }

  @Override
  public void hostname(Empty request, StreamObserver<HostnameResponse> out) {
    calls.answer(out, scope -> facts.hostname(scope.machine()));
  }

  @Override
  public void memory(Empty request, StreamObserver<MemoryResponse> out) {
    calls.answer(out, scope -> facts.memory(scope.machine()));
  }

  @Override
  public void systemStat(Empty request, StreamObserver<SystemStatResponse> out) {
    calls.answer(out, scope -> facts.systemStat(scope.machine()));
  }

  @Override
  public void serviceList(Empty request, StreamObserver<ServiceListResponse> out) {
    calls.answer(out, scope -> facts.services(scope.machine()));
  }

  @Override
  public void serviceRestart(
      ServiceRestartRequest request, StreamObserver<ServiceRestartResponse> out) {
    calls.answer(out, scope -> facts.restart(scope.machine(), request.getId()));
  }

  @Override
  public void read(ReadRequest request, StreamObserver<Data> out) {
    calls.stream(out, scope -> facts.read(scope.machine(), request.getPath()));
  }

  @Override
  public void list(ListRequest request, StreamObserver<FileInfo> out) {
    calls.stream(out, scope -> facts.list(scope.machine(), request.getRoot()));
  }

  @Override
  public void events(EventsRequest request, StreamObserver<Event> out) {
    events.open(request, out);
  }

  @Override
  public void reboot(RebootRequest request, StreamObserver<RebootResponse> out) {
    calls.answer(out, scope -> power.reboot(scope.machine()));
  }

  @Override
  public void shutdown(ShutdownRequest request, StreamObserver<ShutdownResponse> out) {
    calls.answer(out, scope -> power.shutdown(scope.machine(), request.getForce()));
  }

  @Override
  public void reset(ResetRequest request, StreamObserver<ResetResponse> out) {
    calls.answer(out, scope -> power.reset(scope.machine(), request));
  }

  @Override
  public void upgrade(UpgradeRequest request, StreamObserver<UpgradeResponse> out) {
    calls.answer(out, scope -> power.upgrade(scope.machine(), request));
  }

  @Override
  public void rollback(RollbackRequest request, StreamObserver<RollbackResponse> out) {
    calls.answer(out, scope -> power.rollback(scope.machine()));
  }
}
