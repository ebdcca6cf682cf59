package io.github.talosforge.simulator.talos;

import static io.github.talosforge.simulator.talos.TalosLab.failure;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Empty;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.Fault;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.talos.protocol.machine.BootstrapRequest;
import io.github.talosforge.simulator.talos.protocol.machine.BootstrapResponse;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdMemberAlarm;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdMemberListRequest;
import io.github.talosforge.simulator.talos.protocol.machine.ListRequest;
import io.github.talosforge.simulator.talos.protocol.machine.ServiceInfo;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What goes wrong with nodes and calls. */
class NodeTroubleTest {
  private static final String BOOTSTRAP = "/machine.MachineService/Bootstrap";

  @Test
  void nodeWithTooLittleMemoryNeverAnswers() {
    try (TalosLab lab = TalosLab.start("v1.12.11")) {
      lab.vm(100, "cp-0", "192.168.7.10", Map.of("memory", "512"));
      assertThat(lab.simulator.talos().loopback("192.168.7.10", 50000)).isEmpty();
    }
  }

  @Test
  void nodeThatNeverBootsBootsOnceItsTroubleIsLifted() {
    try (TalosLab lab = TalosLab.start("v1.12.11")) {
      lab.simulator.talos().trouble(100, Trouble.NEVER_BOOTS, true);
      lab.vm(100, "cp-0", "192.168.7.10");
      assertThat(lab.simulator.talos().loopback("192.168.7.10", 50000)).isEmpty();
      lab.simulator.talos().trouble(100, Trouble.NEVER_BOOTS, false);
      assertThat(lab.simulator.talos().loopback("192.168.7.10", 50000)).isPresent();
    }
  }

  @Test
  void bootstrapWaitsForTheClock() {
    try (TalosLab lab = TalosLab.start("v1.12.11").vm(100, "cp-0", "192.168.7.10")) {
      lab.simulator.talos().trouble(100, Trouble.CLOCK_OUT_OF_SYNC, true);
      lab.apply("192.168.7.10", lab.secrets.controlPlane(TalosLab.ENDPOINT));
      Status status =
          failure(() -> lab.admin("192.168.7.10").bootstrap(BootstrapRequest.getDefaultInstance()));
      assertThat(status.getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
      assertThat(status.getDescription()).isEqualTo("time is not in sync yet");
      assertThat(lab.stage("192.168.7.10")).contains("time is not synced");
    }
  }

  @Test
  void etcdThatWaitsHasItsDataAllTheSame() {
    try (TalosLab lab = TalosLab.start("v1.12.11").vm(100, "cp-0", "192.168.7.10")) {
      lab.apply("192.168.7.10", lab.secrets.controlPlane(TalosLab.ENDPOINT));
      BootstrapResponse begun =
          lab.admin("192.168.7.10").bootstrap(BootstrapRequest.getDefaultInstance());
      assertThat(begun.getMessagesCount()).isEqualTo(1);
      lab.simulator.talos().trouble(100, Trouble.ETCD_WAITS, true);
      lab.simulator.talos().trouble(100, Trouble.REBOOTS, true);

      assertThat(etcd(lab)).isEqualTo("Waiting");
      assertThat(
              failure(
                      () ->
                          lab.admin("192.168.7.10")
                              .bootstrap(BootstrapRequest.getDefaultInstance()))
                  .getCode())
          .isEqualTo(Status.Code.ALREADY_EXISTS);

      lab.simulator.talos().trouble(100, Trouble.ETCD_WAITS, false);
      assertThat(etcd(lab)).isEqualTo("Running");
    }
  }

  @Test
  void etcdWhoseImageIsLoadedLooksEmptyButItsDirectoryIsNot() {
    try (TalosLab lab = TalosLab.start("v1.12.11").vm(100, "cp-0", "192.168.7.10")) {
      lab.apply("192.168.7.10", lab.secrets.controlPlane(TalosLab.ENDPOINT));
      assertThat(etcd(lab)).isEqualTo("Preparing");
      assertThat(files(lab, "/var/lib/etcd")).containsExactly(".");
      BootstrapResponse begun =
          lab.admin("192.168.7.10").bootstrap(BootstrapRequest.getDefaultInstance());
      assertThat(begun.getMessagesCount()).isEqualTo(1);
      lab.simulator.talos().trouble(100, Trouble.ETCD_PULLS, true);
      lab.simulator.talos().trouble(100, Trouble.REBOOTS, true);

      assertThat(etcd(lab)).isEqualTo("Preparing");
      assertThat(files(lab, "/var/lib/etcd")).containsExactly(".", "member");
      assertThat(failure(() -> files(lab, "/var/lib/other")).getDescription())
          .isEqualTo("stat /var/lib/other: no such file or directory");

      lab.simulator.talos().trouble(100, Trouble.ETCD_PULLS, false);
      assertThat(etcd(lab)).isEqualTo("Running");
    }
  }

  private static List<String> files(TalosLab lab, String directory) {
    List<String> names = new ArrayList<>();
    lab.admin("192.168.7.10")
        .list(ListRequest.newBuilder().setRoot(directory).build())
        .forEachRemaining(file -> names.add(file.getRelativeName()));
    return names;
  }

  private static String etcd(TalosLab lab) {
    return lab
        .admin("192.168.7.10")
        .serviceList(Empty.getDefaultInstance())
        .getMessages(0)
        .getServicesList()
        .stream()
        .filter(service -> service.getId().equals("etcd"))
        .map(ServiceInfo::getState)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void wrongCaKeepsClientsOut() {
    try (TalosLab lab = TalosLab.start("v1.12.11").vm(100, "cp-0", "192.168.7.10")) {
      lab.simulator.talos().trouble(100, Trouble.WRONG_CA, true);
      lab.apply("192.168.7.10", lab.secrets.controlPlane(TalosLab.ENDPOINT));
      assertThat(failure(() -> lab.version("192.168.7.10")).getCode())
          .isEqualTo(Status.Code.UNAVAILABLE);
      lab.simulator.talos().trouble(100, Trouble.WRONG_CA, false);
      assertThat(lab.version("192.168.7.10")).isNotNull();
    }
  }

  @Test
  void withoutMostOfItsMembersEtcdHasNoLeader() {
    try (TalosLab lab = TalosLab.cluster("v1.12.11")) {
      lab.simulator.talos().cut(100, 101, true);
      lab.simulator.talos().cut(100, 102, true);
      for (boolean local : new boolean[] {false, true}) {
        EtcdMemberListRequest list =
            EtcdMemberListRequest.newBuilder().setQueryLocal(local).build();
        assertThat(failure(() -> lab.admin("192.168.7.10").etcdMemberList(list)).getDescription())
            .isEqualTo("etcdserver: no leader");
      }
      assertThat(
              lab.admin("192.168.7.11")
                  .etcdMemberList(EtcdMemberListRequest.getDefaultInstance())
                  .getMessages(0)
                  .getMembersCount())
          .isEqualTo(3);
      assertThat(lab.stage("192.168.7.10")).contains("etcd not healthy").contains("ready: false");
    }
  }

  @Test
  void lostMemberOfEtcdStaysListedAndDown() {
    try (TalosLab lab = TalosLab.cluster("v1.12.11")) {
      lab.simulator.talos().trouble(102, Trouble.ETCD_MEMBER_LOST, true);
      assertThat(lab.stage("192.168.7.12")).contains("etcd not running");
      assertThat(
              lab.admin("192.168.7.10")
                  .etcdMemberList(EtcdMemberListRequest.getDefaultInstance())
                  .getMessages(0)
                  .getMembersCount())
          .isEqualTo(3);
    }
  }

  @Test
  void fullDiskRefusesConfigsAndRaisesAnAlarm() {
    try (TalosLab lab = TalosLab.cluster("v1.12.11")) {
      lab.simulator.talos().trouble(100, Trouble.DISK_FULL, true);
      assertThat(
              failure(
                      () ->
                          lab.admin("192.168.7.10")
                              .applyConfiguration(
                                  TalosLab.request(lab.secrets.controlPlane(TalosLab.ENDPOINT))))
                  .getDescription())
          .contains("no space left on device");
      assertThat(
              lab.admin("192.168.7.10")
                  .etcdAlarmList(Empty.getDefaultInstance())
                  .getMessages(0)
                  .getMemberAlarms(0)
                  .getAlarm())
          .isEqualTo(EtcdMemberAlarm.AlarmType.NOSPACE);
    }
  }

  @Test
  void nodeThatCrashesComesBack() {
    try (TalosLab lab = TalosLab.cluster("v1.12.11")) {
      lab.simulator.talos().trouble(103, Trouble.REBOOTS, true);
      assertThat(lab.stage("192.168.7.13")).contains("stage: running");
    }
  }

  @Test
  void ofTwoNodesWithOneAddressTheLastOneAnswers() {
    try (TalosLab lab = TalosLab.start("v1.12.11")) {
      lab.vm(100, "cp-0", "192.168.7.10").vm(101, "cp-1", "192.168.7.10");
      lab.apply("192.168.7.10", lab.secrets.controlPlane(TalosLab.ENDPOINT));
      assertThat(lab.simulator.talos().stage(100)).isEqualTo(Stage.MAINTENANCE);
      assertThat(lab.simulator.talos().stage(101)).isEqualTo(Stage.BOOTING);
    }
  }

  @Test
  void callsAreInTheJournal() {
    try (TalosLab lab = TalosLab.cluster("v1.12.11")) {
      assertThat(lab.simulator.journal().callsTo("POST " + BOOTSTRAP))
          .singleElement()
          .satisfies(
              call -> {
                assertThat(call.status()).isEqualTo(200);
                assertThat(call.caller()).isEqualTo("os:admin");
                assertThat(call.parameters()).containsEntry("vmid", "100");
                assertThat(call.isWrite()).isTrue();
              });
      long mark = lab.simulator.journal().count();
      lab.version("192.168.7.10");
      assertThat(lab.simulator.journal().since(mark)).noneMatch(call -> call.isWrite());
    }
  }

  @Test
  void callIsResetBeforeOrAfterItsEffect() {
    try (TalosLab lab = TalosLab.start("v1.12.11").vm(100, "cp-0", "192.168.7.10")) {
      lab.apply("192.168.7.10", lab.secrets.controlPlane(TalosLab.ENDPOINT));
      CallPattern bootstrap = CallPattern.of("POST", BOOTSTRAP);
      lab.simulator.faults().add(FaultRule.on(bootstrap).nth(1).resetBefore());
      lab.simulator.faults().add(FaultRule.on(bootstrap).nth(2).resetAfter());
      BootstrapRequest request = BootstrapRequest.getDefaultInstance();
      assertThat(failure(() -> lab.admin("192.168.7.10").bootstrap(request)).getCode())
          .isEqualTo(Status.Code.UNAVAILABLE);
      assertThat(lab.simulator.talos().clusters()).isEmpty();
      assertThat(failure(() -> lab.admin("192.168.7.10").bootstrap(request)).getCode())
          .isEqualTo(Status.Code.UNAVAILABLE);
      assertThat(lab.simulator.talos().clusters()).hasSize(1);
      assertThat(failure(() -> lab.admin("192.168.7.10").bootstrap(request)).getCode())
          .isEqualTo(Status.Code.ALREADY_EXISTS);
    }
  }

  @Test
  void ruleGivesANodeItsTroubleAtACall() {
    try (TalosLab lab = TalosLab.cluster("v1.12.11")) {
      lab.simulator
          .faults()
          .add(
              FaultRule.on(CallPattern.of("GET", "/machine.MachineService/Version"))
                  .nth(2)
                  .goesWrong(new Fault.NodeTrouble("etcd-member-lost", 102)));
      lab.version("192.168.7.10");
      assertThat(lab.stage("192.168.7.12")).contains("stage: running").contains("ready: true");
      lab.version("192.168.7.10");
      assertThat(lab.stage("192.168.7.12")).contains("etcd not running");
    }
  }

  @Test
  void ruleChangesTheWorldAtACallOfANode() {
    try (TalosLab lab = TalosLab.cluster("v1.12.11")) {
      lab.simulator
          .faults()
          .add(
              FaultRule.on(CallPattern.of("GET", "/machine.MachineService/Version"))
                  .nth(1)
                  .goesWrong(new Fault.Locked("backup", null)));
      lab.version("192.168.7.11");
      assertThat(lab.simulator.inspect().vms().get(101).lock()).isEqualTo("backup");
    }
  }

  @Test
  void everyTroubleHasItsNameInRules() {
    assertThat(Fault.NODE_TROUBLES)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(Trouble.values())
                .map(trouble -> trouble.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList());
  }

  @Test
  void callFailsInTheWordsOfItsRule() {
    try (TalosLab lab = TalosLab.cluster("v1.12.11")) {
      lab.simulator
          .faults()
          .add(
              FaultRule.on(CallPattern.of("GET", "/machine.MachineService/Version"))
                  .failsBefore(503, "maintenance window"));
      Status status = failure(() -> lab.version("192.168.7.10"));
      assertThat(status.getCode()).isEqualTo(Status.Code.UNAVAILABLE);
      assertThat(status.getDescription()).isEqualTo("maintenance window");
    }
  }
}
