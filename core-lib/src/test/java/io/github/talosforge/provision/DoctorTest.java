package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.doctor.Diagnosis;
import io.github.talosforge.doctor.DiagnosisText;
import io.github.talosforge.doctor.Line;
import io.github.talosforge.doctor.Topic;
import io.github.talosforge.doctor.Verdict;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.auth.AccessControl;
import io.github.talosforge.simulator.journal.RecordedCall;
import io.github.talosforge.simulator.world.Host;
import io.github.talosforge.simulator.world.Personality;
import io.github.talosforge.simulator.world.Storage;
import io.github.talosforge.simulator.world.StorageType;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The doctor says of each thing what it comes to, whatever else is wrong, and writes nothing. */
class DoctorTest {
  private static final String ONE =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1}
      """;

  private static Simulator simulator;

  @BeforeAll
  static void start() {
    simulator = Simulator.builder().hosts(3).timeScale(0).start();
  }

  @AfterAll
  static void stop() {
    simulator.close();
  }

  private static SimulatedCluster cluster() {
    return new SimulatedCluster(simulator);
  }

  private static Diagnosis diagnose(SimulatedCluster cluster) {
    try (ClusterSession session = cluster.session()) {
      return session.diagnose();
    }
  }

  /** Users differ, so that no test meets the rights that another one gave. */
  private static String everythingBut(String user, String privilege) {
    AccessControl access = simulator.access();
    access.user(user, "secret");
    access.grant("/", user, "Administrator");
    access.deny(user, "/", privilege);
    return access.token(user + "!ci");
  }

  private static String nobody(String user) {
    simulator.access().user(user, "secret");
    return simulator.access().token(user + "!ci", true, 0);
  }

  private static Line line(Diagnosis diagnosis, Topic topic, String subject) {
    List<Line> lines =
        diagnosis.lines().stream()
            .filter(line -> line.topic() == topic && line.subject().equals(subject))
            .toList();
    assertThat(lines).as(DiagnosisText.render(diagnosis)).hasSize(1);
    return lines.get(0);
  }

  private static void assertProblem(Line line, String sentence, String advice) {
    assertThat(line.verdict()).as(line.sentence()).isEqualTo(Verdict.PROBLEM);
    assertThat(line.sentence()).contains(sentence);
    assertThat(line.advice()).contains(advice);
  }

  @Test
  void whatIsFineIsToldInTenReads() {
    long before = simulator.journal().count();
    Diagnosis diagnosis = diagnose(cluster());

    assertThat(diagnosis.lines())
        .as(DiagnosisText.render(diagnosis))
        .allMatch(line -> line.verdict() == Verdict.FINE);
    assertThat(diagnosis.lines())
        .extracting(Line::subject)
        .contains(
            "release",
            "clock",
            "time per call",
            "user-tag-access",
            "pve1",
            "pve2",
            "pve3",
            "nodes",
            "vm_cores",
            "local",
            "local-zfs",
            "vmbr0",
            "addresses");
    assertThat(line(diagnosis, Topic.PROXMOX, "release").sentence()).isEqualTo("9.2.11.");
    assertThat(line(diagnosis, Topic.HOSTS, "pve1").sentence())
        .isEqualTo("16 processors, 64 GiB of memory, Proxmox VE 9.2.11.");
    assertThat(simulator.journal().since(before)).hasSize(10).noneMatch(RecordedCall::isWrite);
  }

  /** Whatever these commands let somebody see is then seen: they are not only words. */
  @Test
  void aTokenWithoutRightsSeesWhatItLacksAndTheCommandsGiveIt() {
    SimulatedCluster cluster = cluster().as(nobody("blind@pve"));
    Diagnosis blind = diagnose(cluster);

    assertThat(blind.isReady()).isFalse();
    assertProblem(
        line(blind, Topic.RIGHTS, "/vms"), "blind@pve!ci lacks VM.Allocate, ", "printRoleCommands");
    List<Line> unseen = blind.with(Verdict.UNKNOWN).toList();
    assertThat(unseen)
        .extracting(Line::subject)
        .contains("pve1", "pve2", "pve3", "local", "local-zfs", "vmbr0", "user-tag-access");
    assertThat(unseen).allMatch(line -> !line.commands().isEmpty());

    for (Line line : unseen) {
      line.commands()
          .forEach(
              command -> Rights.run(simulator.access(), command.replaceFirst(" 2>/dev/null$", "")));
    }

    Diagnosis seeing = diagnose(cluster);
    assertThat(seeing.count(Verdict.UNKNOWN)).as(DiagnosisText.render(seeing)).isZero();
  }

  @Test
  void fewMissingRightsComeWithTheirCommands() {
    String token = everythingBut("few@pve", "Datastore.AllocateTemplate");
    Line line = line(diagnose(cluster().as(token)), Topic.RIGHTS, "/storage/local");

    assertProblem(line, "few@pve!ci lacks Datastore.AllocateTemplate.", "As root on any host:");
    assertThat(line.commands())
        .hasSize(3)
        .anyMatch(command -> command.endsWith("--tokens 'few@pve!ci'"))
        .anyMatch(command -> command.endsWith("--users few@pve"));
  }

  @Test
  void aStorageThatMayNotHoldDisksIsNamedWithOneCommandForAll() {
    Line line = line(diagnose(cluster().storage("local")), Topic.STORAGES, "local");

    assertProblem(line, "'local' does not allow the content 'images'", "As root on any host:");
    assertThat(line.commands()).hasSize(1);
    assertThat(line.commands().get(0))
        .startsWith("pvesm set local --content ")
        .contains("images", "import", "iso");
  }

  @Test
  void aBridgeAProcessorLimitAModelAndAFactoryAreNamed() {
    Diagnosis diagnosis =
        diagnose(
            cluster()
                .cluster(
                    """
                    proxmox_bridge: vmbr7
                    proxmox_vm_defaults: {vm_cores: 17, cpu_type: Zen9}
                    """)
                .nodes(ONE)
                .factory("http://127.0.0.1:1"));

    assertProblem(
        line(diagnosis, Topic.NETWORK, "vmbr7"), "'vmbr7' is not there on host pve1", "vmbr0");
    assertProblem(
        line(diagnosis, Topic.PROCESSORS, "vm_cores"),
        "Host pve1 has 16 processors",
        "Lower vm_cores");
    assertProblem(
        line(diagnosis, Topic.PROCESSORS, "Zen9"), "does not know the processor model", "cpu_type");
    assertProblem(
        line(diagnosis, Topic.IMAGES, "http://127.0.0.1:1"),
        "could not be reached",
        "Let this machine reach it");
  }

  @Test
  void aClockThatDiffersIsNoticed() {
    try (ClusterSession session = cluster().sessionWithClockAhead(Duration.ofMinutes(10))) {
      Line line = line(session.diagnose(), Topic.PROXMOX, "clock");

      assertThat(line.verdict()).isEqualTo(Verdict.NOTICE);
      assertThat(line.advice()).contains("Set the wrong one right");
    }
  }

  @Test
  void tagsThatMayNotBeSetAreAProblem() {
    String option = "user-tag-access";
    String token = everythingBut("tags@pve", "Sys.Modify");
    SimulatedCluster cluster = cluster().as(token);
    assertThat(line(diagnose(cluster), Topic.RIGHTS, option).verdict()).isEqualTo(Verdict.FINE);

    simulator.world().options().put(option, "user-allow=list,user-allow-list=worker;other");
    try {
      Line line = line(diagnose(cluster), Topic.RIGHTS, option);

      assertProblem(
          line,
          "it is 'list', so the token may not set controlplane, kubernetes, linux, talos, talosforge,",
          "Datacenter, Options");
      assertThat(line.commands()).anyMatch(command -> command.contains("Sys.Modify"));
    } finally {
      simulator.world().options().remove(option);
    }
  }

  @Test
  void addressesWhereSomebodyAnswersAreNamed() {
    // Loopback has somebody at every address, who refuses.
    Diagnosis diagnosis = diagnose(cluster().network("127.0.22").nodes(ONE));

    assertThat(diagnosis.with(Verdict.PROBLEM))
        .as(DiagnosisText.render(diagnosis))
        .hasSize(2)
        .allMatch(line -> line.subject().equals("addresses"))
        .allMatch(line -> line.sentence().contains("Somebody answers at 127.0.22."))
        .allMatch(line -> line.advice().contains("another address"));
  }

  @Test
  void aHostThatIsDownMattersIfNodesBelongThere() {
    simulator.interventions().host("pve1", false);
    try {
      Line spare = line(diagnose(cluster()), Topic.HOSTS, "pve1");
      assertThat(spare.verdict()).isEqualTo(Verdict.NOTICE);

      Diagnosis strict = diagnose(cluster().nodes(ONE).cluster("placement: strict\n"));
      assertProblem(
          line(strict, Topic.HOSTS, "nodes"),
          "pve1, which node cp-1 is to be on, is offline",
          "Name another host");
    } finally {
      simulator.interventions().host("pve1", true);
    }
  }

  @Test
  void aHostThatIsNotThereIsNamedWithThoseThatAre() {
    assertProblem(
        line(diagnose(cluster().hosts(4)), Topic.HOSTS, "pve4"),
        "there is no such host",
        "pve1, pve2, pve3");
  }

  @Test
  void withoutAUidEverythingElseIsLookedAtAllTheSame() {
    Diagnosis diagnosis = diagnose(cluster().withoutUid());

    assertProblem(
        line(diagnosis, Topic.PROXMOX, "cluster_uid"), "has no cluster_uid", "cluster_uid: ");
    assertThat(diagnosis.count(Verdict.PROBLEM)).isEqualTo(1);
    assertThat(line(diagnosis, Topic.NETWORK, "addresses").verdict()).isEqualTo(Verdict.FINE);
  }

  /** The file has another path for local, so that the server serves an entry of its own. */
  @Test
  void onOldHardwareAndAMovedLocalEachIsALineOfItsOwn() {
    Host old = Host.ordinary("pve1", 1).withFlags("fpu pni ssse3 popcnt");
    try (SimulatedCluster cluster =
        new SimulatedCluster(
            Simulator.builder()
                .timeScale(0)
                .personality(Personality.PVE_8_4)
                .world(
                    world ->
                        world
                            .host(old)
                            .storage(
                                Storage.of("local", StorageType.DIR, 1L << 38, "iso", "import")
                                    .at("/tank"))
                            .storage(
                                Storage.of("local-zfs", StorageType.ZFSPOOL, 1L << 40, "images")))
                .start())) {
      cluster.hosts(1).nodes(ONE).cluster("proxmox_vm_defaults: {cpu_type: x86-64-v2-AES}\n");
      Diagnosis diagnosis = diagnose(cluster);

      assertThat(line(diagnosis, Topic.PROXMOX, "release").sentence()).isEqualTo("8.4.14.");
      assertProblem(
          line(diagnosis, Topic.STORAGES, "local"), "content 'import'", "/etc/pve/storage.cfg");
      assertProblem(
          line(diagnosis, Topic.PROCESSORS, "x86-64-v2-AES"),
          "the processors of pve1 lack aes, sse4_1, sse4_2.",
          "cpu_type");
      assertProblem(
          line(diagnosis, Topic.PROCESSORS, "virtualisation"), "neither vmx nor svm", "firmware");
    }
  }

  @Test
  void whatIsThereAlreadyHoldsItsAddressesAndSilenceIsOneSentence() {
    SimulatedCluster cluster =
        new SimulatedCluster(
            Simulator.builder().hosts(1).timeScale(0).personality(Personality.PVE_9_1).start());
    try (cluster) {
      cluster.hosts(1).nodes(ONE);
      assertThat(cluster.provision().complete()).isTrue();

      Diagnosis diagnosis = diagnose(cluster);
      assertThat(line(diagnosis, Topic.PROXMOX, "release").sentence()).isEqualTo("9.1.6.");
      assertThat(diagnosis.isReady()).as(DiagnosisText.render(diagnosis)).isTrue();
      assertThat(diagnosis.lines()).extracting(Line::subject).doesNotContain("addresses");
    }
    Diagnosis alone = diagnose(cluster);
    assertThat(alone.lines()).hasSize(1);
    assertThat(alone.lines().get(0).verdict()).isEqualTo(Verdict.PROBLEM);
    assertThat(alone.lines().get(0).subject()).isEqualTo("connection");
  }
}
