package io.github.talosforge.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** People get a page of 80 columns whose commands can be copied; programs what the schema says. */
class DiagnosisTextTest {
  private static final String GRANT =
      "pveum role add TalosforgeVMs --privs \"VM.Allocate VM.Audit VM.Clone VM.Config.CDROM"
          + " VM.Config.CPU VM.Config.Disk\" 2>/dev/null";

  private static final Diagnosis DIAGNOSIS =
      new Diagnosis(
          List.of(
              Line.fine(Topic.HOSTS, "pve1", "16 processors, 64 GiB of memory."),
              new Line(
                  Topic.RIGHTS,
                  "/vms",
                  Verdict.PROBLEM,
                  "talosforge@pve!homelab lacks VM.Allocate, VM.Audit, VM.Clone, VM.Config.CDROM.",
                  "As root on any host:",
                  List.of(GRANT)),
              Line.of(Topic.PROXMOX, "clock", Verdict.NOTICE, "differs.", "Set it right."),
              Line.of(Topic.HOSTS, "pve2", Verdict.UNKNOWN, "Not seen.", "Look.")));

  @Test
  void aPageHasGroupsSignsAndAnEnd() {
    assertThat(DiagnosisText.render(DIAGNOSIS))
        .isEqualTo(
            """
            Proxmox VE
              [ !] clock: differs.
                   Set it right.
            Rights
              [--] /vms: talosforge@pve!homelab lacks VM.Allocate, VM.Audit, VM.Clone,
                   VM.Config.CDROM.
                   As root on any host:
                   pveum role add TalosforgeVMs --privs "VM.Allocate VM.Audit VM.Clone \\
                     VM.Config.CDROM VM.Config.CPU VM.Config.Disk" 2>/dev/null
            Hosts
              [ok] pve1: 16 processors, 64 GiB of memory.
              [ ?] pve2: Not seen.
                   Look.
            The first run would stop (1 problem, 1 notice, 1 not seen).
            """);
  }

  @Test
  void theFailureNamesTheFirstProblem() {
    assertThat(DiagnosisText.failure(DIAGNOSIS))
        .startsWith("The first run would stop (1 problem, 1 notice, 1 not seen). The first of them")
        .contains("[--] /vms: ")
        .doesNotContain("clock");
  }

  @Test
  void programsGetWhatTheSchemaSays() throws IOException {
    List<Line> every =
        Stream.of(Topic.values())
            .flatMap(
                topic ->
                    Stream.of(Verdict.values())
                        .map(verdict -> Line.of(topic, "it", verdict, "is.", "Do.")))
            .toList();
    String schema = Files.readString(Path.of("../docs/schema/doctor.schema.json"));

    for (String json :
        List.of(DiagnosisJson.render(DIAGNOSIS), DiagnosisJson.render(new Diagnosis(every)))) {
      assertThat(
              JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                  .getSchema(schema)
                  .validate(new ObjectMapper().readTree(json)))
          .isEmpty();
    }
  }
}
