package io.github.talosforge.talos.grpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;
import io.github.talosforge.talos.ApplyMode;
import io.github.talosforge.talos.ClockState;
import io.github.talosforge.talos.ClusterMember;
import io.github.talosforge.talos.ConfigurationResult;
import io.github.talosforge.talos.Disk;
import io.github.talosforge.talos.EtcdAlarm;
import io.github.talosforge.talos.EtcdMember;
import io.github.talosforge.talos.EtcdStatus;
import io.github.talosforge.talos.MachineReset;
import io.github.talosforge.talos.MachineStatus;
import io.github.talosforge.talos.NodeVersion;
import io.github.talosforge.talos.RebootMode;
import io.github.talosforge.talos.ServiceState;
import io.github.talosforge.talos.TalosEndpoint;
import io.github.talosforge.talos.TalosNode;
import io.github.talosforge.talos.TalosResource;
import io.github.talosforge.talos.protocol.common.Data;
import io.github.talosforge.talos.protocol.machine.ApplyConfigurationRequest;
import io.github.talosforge.talos.protocol.machine.BootstrapRequest;
import io.github.talosforge.talos.protocol.machine.EtcdForfeitLeadershipRequest;
import io.github.talosforge.talos.protocol.machine.EtcdLeaveClusterRequest;
import io.github.talosforge.talos.protocol.machine.EtcdMemberListRequest;
import io.github.talosforge.talos.protocol.machine.EtcdRemoveMemberByIDRequest;
import io.github.talosforge.talos.protocol.machine.EtcdSnapshotRequest;
import io.github.talosforge.talos.protocol.machine.MachineServiceGrpc;
import io.github.talosforge.talos.protocol.machine.ReadRequest;
import io.github.talosforge.talos.protocol.machine.RebootRequest;
import io.github.talosforge.talos.protocol.machine.RollbackRequest;
import io.github.talosforge.talos.protocol.machine.ShutdownRequest;
import io.github.talosforge.talos.protocol.storage.StorageServiceGrpc;
import io.github.talosforge.talos.protocol.time.TimeResponse;
import io.github.talosforge.talos.protocol.time.TimeServiceGrpc;
import io.grpc.MethodDescriptor;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** A machine over gRPC. */
final class GrpcTalosNode implements TalosNode {
  private static final String BOOT_ID = "/proc/sys/kernel/random/boot_id";
  private static final Empty NOTHING = Empty.getDefaultInstance();

  private final Calls calls;
  private final Resources resources;
  private final Runnable whenClosed;

  GrpcTalosNode(Calls calls, Runnable whenClosed) {
    this.calls = calls;
    this.resources = new Resources(calls);
    this.whenClosed = whenClosed;
  }

  @Override
  public TalosEndpoint endpoint() {
    return calls.endpoint();
  }

  private <A> A read(MethodDescriptor<Empty, A> method) {
    return calls.unary(Verb.READ, method, NOTHING);
  }

  private <Q, A> void change(MethodDescriptor<Q, A> method, Q request) {
    A unused = calls.unary(Verb.CHANGE, method, request);
  }

  @Override
  public NodeVersion version() {
    return Answers.version(read(MachineServiceGrpc.getVersionMethod()));
  }

  @Override
  public MachineStatus machineStatus() {
    return resource("runtime", "MachineStatuses.runtime.talos.dev", "machine")
        .map(new ResourceYaml(endpoint())::machineStatus)
        .orElseGet(() -> new MachineStatus(MachineStatus.Stage.UNKNOWN, false, List.of()));
  }

  @Override
  public String hostname() {
    return read(MachineServiceGrpc.getHostnameMethod()).getMessagesList().stream()
        .findFirst()
        .map(io.github.talosforge.talos.protocol.machine.Hostname::getHostname)
        .orElse("");
  }

  @Override
  public long memoryBytes() {
    return Answers.memoryBytes(read(MachineServiceGrpc.getMemoryMethod()));
  }

  @Override
  public List<Disk> disks() {
    return Answers.disks(read(StorageServiceGrpc.getDisksMethod()));
  }

  @Override
  public Optional<UUID> systemUuid() {
    return resource("hardware", "SystemInformations.hardware.talos.dev", "systeminformation")
        .flatMap(new ResourceYaml(endpoint())::systemUuid);
  }

  @Override
  public ClockState clock() {
    MethodDescriptor<Empty, TimeResponse> method = TimeServiceGrpc.getTimeMethod();
    TimeResponse answer = read(method);
    try {
      return Answers.clock(answer);
    } catch (DateTimeException | ArithmeticException e) {
      throw calls.refused(method, "it tells a time that no calendar has.");
    }
  }

  @Override
  public String bootId() {
    ReadRequest request = ReadRequest.newBuilder().setPath(BOOT_ID).build();
    return bytes(calls.all(MachineServiceGrpc.getReadMethod(), request)).toStringUtf8().strip();
  }

  private static ByteString bytes(List<Data> pieces) {
    return ByteString.copyFrom(pieces.stream().map(Data::getBytes).toList());
  }

  @Override
  public List<String> files(String directory) {
    return new Directory(calls, directory).files();
  }

  @Override
  public ConfigurationResult applyConfiguration(String yaml, ApplyMode mode) {
    return configure(Verb.CHANGE, yaml, mode, false);
  }

  @Override
  public ConfigurationResult tryConfiguration(String yaml, ApplyMode mode) {
    return configure(Verb.READ, yaml, mode, true);
  }

  private ConfigurationResult configure(Verb verb, String yaml, ApplyMode mode, boolean dry) {
    ApplyConfigurationRequest request =
        ApplyConfigurationRequest.newBuilder()
            .setData(ByteString.copyFromUtf8(yaml))
            .setMode(Answers.mode(mode))
            .setDryRun(dry)
            .build();
    return Answers.configuration(
        calls.unary(verb, MachineServiceGrpc.getApplyConfigurationMethod(), request), mode);
  }

  @Override
  public Optional<String> machineConfig() {
    return resource("config", "MachineConfigs.config.talos.dev", "v1alpha1")
        .map(new ResourceYaml(endpoint())::machineConfig);
  }

  @Override
  public void bootstrap() {
    change(MachineServiceGrpc.getBootstrapMethod(), BootstrapRequest.getDefaultInstance());
  }

  @Override
  public List<EtcdMember> etcdMembers() {
    return Answers.etcdMembers(
        calls.unary(
            Verb.READ,
            MachineServiceGrpc.getEtcdMemberListMethod(),
            EtcdMemberListRequest.newBuilder().setQueryLocal(true).build()));
  }

  @Override
  public EtcdStatus etcdStatus() {
    return Answers.etcdStatus(read(MachineServiceGrpc.getEtcdStatusMethod()));
  }

  @Override
  public List<EtcdAlarm> etcdAlarms() {
    return Answers.etcdAlarms(read(MachineServiceGrpc.getEtcdAlarmListMethod()));
  }

  @Override
  public void etcdSnapshot(long longest, Consumer<ByteBuffer> reader) {
    calls.pour(
        MachineServiceGrpc.getEtcdSnapshotMethod(),
        EtcdSnapshotRequest.getDefaultInstance(),
        longest,
        piece -> reader.accept(piece.getBytes().asReadOnlyByteBuffer()));
  }

  @Override
  public void forfeitEtcdLeadership() {
    change(
        MachineServiceGrpc.getEtcdForfeitLeadershipMethod(),
        EtcdForfeitLeadershipRequest.getDefaultInstance());
  }

  @Override
  public void leaveEtcd() {
    change(
        MachineServiceGrpc.getEtcdLeaveClusterMethod(),
        EtcdLeaveClusterRequest.getDefaultInstance());
  }

  @Override
  public void removeEtcdMember(long memberId) {
    change(
        MachineServiceGrpc.getEtcdRemoveMemberByIDMethod(),
        EtcdRemoveMemberByIDRequest.newBuilder().setMemberId(memberId).build());
  }

  @Override
  public List<ServiceState> services() {
    return Answers.services(read(MachineServiceGrpc.getServiceListMethod()));
  }

  @Override
  public String kubeconfig() {
    MethodDescriptor<Empty, Data> method = MachineServiceGrpc.getKubeconfigMethod();
    return KubeconfigArchive.read(bytes(calls.all(method, NOTHING)).toByteArray())
        .orElseThrow(() -> calls.refused(method, "the answer holds no kubeconfig"));
  }

  @Override
  public void reboot(RebootMode mode) {
    change(
        MachineServiceGrpc.getRebootMethod(),
        RebootRequest.newBuilder().setMode(Answers.mode(mode)).build());
  }

  @Override
  public void shutdown(boolean force) {
    change(
        MachineServiceGrpc.getShutdownMethod(),
        ShutdownRequest.newBuilder().setForce(force).build());
  }

  @Override
  public void reset(MachineReset reset) {
    change(MachineServiceGrpc.getResetMethod(), Answers.reset(reset));
  }

  @Override
  public void upgrade(String image, Consumer<String> progress) {
    new Upgrade(calls, image, progress).run(() -> reboot(RebootMode.DEFAULT));
  }

  @Override
  public void rollback() {
    change(MachineServiceGrpc.getRollbackMethod(), RollbackRequest.getDefaultInstance());
  }

  @Override
  public Optional<TalosResource> resource(String namespace, String type, String id) {
    return resources.get(namespace, type, id);
  }

  @Override
  public List<TalosResource> resources(String namespace, String type) {
    return resources.list(namespace, type);
  }

  @Override
  public List<ClusterMember> members() {
    return resources("cluster", "Members.cluster.talos.dev").stream()
        .map(new ResourceYaml(endpoint())::member)
        .toList();
  }

  @Override
  public void close() {
    whenClosed.run();
  }
}
