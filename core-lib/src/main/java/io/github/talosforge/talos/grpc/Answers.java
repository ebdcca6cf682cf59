package io.github.talosforge.talos.grpc;

import com.google.protobuf.Timestamp;
import io.github.talosforge.talos.ApplyMode;
import io.github.talosforge.talos.ClockState;
import io.github.talosforge.talos.ConfigurationResult;
import io.github.talosforge.talos.Disk;
import io.github.talosforge.talos.EtcdAlarm;
import io.github.talosforge.talos.EtcdMember;
import io.github.talosforge.talos.EtcdStatus;
import io.github.talosforge.talos.MachineReset;
import io.github.talosforge.talos.NodeVersion;
import io.github.talosforge.talos.RebootMode;
import io.github.talosforge.talos.ServiceState;
import io.github.talosforge.talos.protocol.machine.ApplyConfiguration;
import io.github.talosforge.talos.protocol.machine.ApplyConfigurationRequest;
import io.github.talosforge.talos.protocol.machine.ApplyConfigurationResponse;
import io.github.talosforge.talos.protocol.machine.EtcdAlarmListResponse;
import io.github.talosforge.talos.protocol.machine.EtcdMemberAlarm;
import io.github.talosforge.talos.protocol.machine.EtcdMemberListResponse;
import io.github.talosforge.talos.protocol.machine.EtcdMemberStatus;
import io.github.talosforge.talos.protocol.machine.EtcdStatusResponse;
import io.github.talosforge.talos.protocol.machine.MemoryResponse;
import io.github.talosforge.talos.protocol.machine.RebootRequest;
import io.github.talosforge.talos.protocol.machine.ResetPartitionSpec;
import io.github.talosforge.talos.protocol.machine.ResetRequest;
import io.github.talosforge.talos.protocol.machine.ServiceEvent;
import io.github.talosforge.talos.protocol.machine.ServiceInfo;
import io.github.talosforge.talos.protocol.machine.ServiceListResponse;
import io.github.talosforge.talos.protocol.machine.Version;
import io.github.talosforge.talos.protocol.machine.VersionResponse;
import io.github.talosforge.talos.protocol.storage.DisksResponse;
import io.github.talosforge.talos.protocol.time.Time;
import io.github.talosforge.talos.protocol.time.TimeResponse;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Turns messages into values and back. A missing message is one with nothing in it. */
final class Answers {
  private static final long KIBIBYTE = 1024;

  private Answers() {}

  static NodeVersion version(VersionResponse answer) {
    Version said =
        answer.getMessagesCount() == 0 ? Version.getDefaultInstance() : answer.getMessages(0);
    return new NodeVersion(
        said.getVersion().getTag(),
        said.getVersion().getArch(),
        said.getPlatform().getName(),
        said.getPlatform().getMode());
  }

  static long memoryBytes(MemoryResponse answer) {
    return answer.getMessagesList().stream()
        .mapToLong(said -> said.getMeminfo().getMemtotal() * KIBIBYTE)
        .sum();
  }

  static List<Disk> disks(DisksResponse answer) {
    return answer.getMessagesList().stream()
        .flatMap(said -> said.getDisksList().stream())
        .map(
            disk ->
                new Disk(
                    disk.getDeviceName(),
                    disk.getSize(),
                    disk.getModel(),
                    disk.getSerial(),
                    disk.getWwid(),
                    disk.getSystemDisk(),
                    disk.getReadonly()))
        .toList();
  }

  static ClockState clock(TimeResponse answer) {
    Time said = answer.getMessagesCount() == 0 ? Time.getDefaultInstance() : answer.getMessages(0);
    return new ClockState(
        said.getServer(), instant(said.getLocaltime()), instant(said.getRemotetime()));
  }

  private static Instant instant(Timestamp said) {
    return Instant.ofEpochSecond(said.getSeconds(), said.getNanos());
  }

  static ConfigurationResult configuration(ApplyConfigurationResponse answer, ApplyMode asked) {
    if (answer.getMessagesCount() == 0) {
      return new ConfigurationResult(asked, "", List.of());
    }
    ApplyConfiguration said = answer.getMessages(0);
    return new ConfigurationResult(
        mode(said.getMode()), said.getModeDetails(), said.getWarningsList());
  }

  static ApplyConfigurationRequest.Mode mode(ApplyMode mode) {
    return switch (mode) {
      case NO_REBOOT -> ApplyConfigurationRequest.Mode.NO_REBOOT;
      case STAGED -> ApplyConfigurationRequest.Mode.STAGED;
      case AUTO -> ApplyConfigurationRequest.Mode.AUTO;
      case REBOOT -> ApplyConfigurationRequest.Mode.REBOOT;
      case TRY -> ApplyConfigurationRequest.Mode.TRY;
    };
  }

  private static ApplyMode mode(ApplyConfigurationRequest.Mode mode) {
    return switch (mode) {
      case NO_REBOOT -> ApplyMode.NO_REBOOT;
      case STAGED -> ApplyMode.STAGED;
      case REBOOT -> ApplyMode.REBOOT;
      case TRY -> ApplyMode.TRY;
      case AUTO, UNRECOGNIZED -> ApplyMode.AUTO;
    };
  }

  static RebootRequest.Mode mode(RebootMode mode) {
    return switch (mode) {
      case DEFAULT -> RebootRequest.Mode.DEFAULT;
      case POWER_CYCLE -> RebootRequest.Mode.POWERCYCLE;
      case FORCE -> RebootRequest.Mode.FORCE;
    };
  }

  static List<EtcdMember> etcdMembers(EtcdMemberListResponse answer) {
    return answer.getMessagesList().stream()
        .flatMap(said -> said.getMembersList().stream())
        .map(
            member ->
                new EtcdMember(
                    member.getId(),
                    member.getHostname(),
                    member.getPeerUrlsList(),
                    member.getIsLearner()))
        .toList();
  }

  static EtcdStatus etcdStatus(EtcdStatusResponse answer) {
    EtcdMemberStatus said =
        answer.getMessagesCount() == 0
            ? EtcdMemberStatus.getDefaultInstance()
            : answer.getMessages(0).getMemberStatus();
    return new EtcdStatus(
        said.getMemberId(),
        said.getLeader(),
        said.getDbSize(),
        said.getIsLearner(),
        said.getErrorsList(),
        said.getProtocolVersion(),
        said.getStorageVersion(),
        said.getRaftTerm(),
        said.getRaftAppliedIndex(),
        said.getDbSizeInUse(),
        said.getRaftIndex());
  }

  static List<EtcdAlarm> etcdAlarms(EtcdAlarmListResponse answer) {
    return answer.getMessagesList().stream()
        .flatMap(said -> said.getMemberAlarmsList().stream())
        .filter(alarm -> alarm.getAlarm() != EtcdMemberAlarm.AlarmType.NONE)
        .map(alarm -> new EtcdAlarm(alarm.getMemberId(), kind(alarm.getAlarm())))
        .toList();
  }

  private static EtcdAlarm.Kind kind(EtcdMemberAlarm.AlarmType type) {
    return switch (type) {
      case NOSPACE -> EtcdAlarm.Kind.NO_SPACE;
      case CORRUPT -> EtcdAlarm.Kind.CORRUPT;
      case NONE, UNRECOGNIZED -> EtcdAlarm.Kind.OTHER;
    };
  }

  static List<ServiceState> services(ServiceListResponse answer) {
    return answer.getMessagesList().stream()
        .flatMap(said -> said.getServicesList().stream())
        .map(Answers::service)
        .toList();
  }

  private static ServiceState service(ServiceInfo said) {
    List<ServiceEvent> events = said.getEvents().getEventsList();
    String last = events.isEmpty() ? "" : events.get(events.size() - 1).getMsg();
    String health = said.getHealth().getLastMessage();
    return new ServiceState(
        said.getId(),
        said.getState(),
        said.getHealth().getUnknown()
            ? Optional.empty()
            : Optional.of(said.getHealth().getHealthy()),
        health.isEmpty() ? last : health);
  }

  static ResetRequest reset(MachineReset reset) {
    return ResetRequest.newBuilder()
        .setGraceful(reset.graceful())
        .setReboot(reset.reboot())
        .addAllSystemPartitionsToWipe(
            reset.partitions().stream()
                .map(label -> ResetPartitionSpec.newBuilder().setLabel(label).setWipe(true).build())
                .toList())
        .build();
  }
}
