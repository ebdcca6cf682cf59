package io.github.talosforge.machineconfig.patch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.machineconfig.Generated;
import io.github.talosforge.machineconfig.GeneratedConfigs;
import io.github.talosforge.machineconfig.document.ConfigDocuments;
import io.github.talosforge.model.FreeYaml;
import io.github.talosforge.model.Layer;
import io.github.talosforge.model.MachinePatch;
import io.github.talosforge.model.Origin;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatchingTest {
  private static final String CONFIG =
      """
      version: v1alpha1
      machine:
        token: abc
        certSANs: [a]
        sysctls: {x: '1'}
        install: {disk: /dev/sda, wipe: true}
        network:
          interfaces:
            - interface: eth0
              mtu: 1500
              addresses: [10.0.0.1/24]
              vlans: [{vlanId: 7, dhcp: true}]
            - deviceSelector: {hardwareAddr: 'bc:24:11:00:01:01'}
              dhcp: true
        kubelet: {extraConfig: {maxPods: 10, list: [1]}}
        ca: {crt: YQ==, key: Yg==}
      cluster:
        network: {podSubnets: [10.244.0.0/16]}
        apiServer:
          admissionControl: [{name: PodSecurity, configuration: {defaults: {enforce: baseline}}}]
          auditPolicy: {kind: Policy, rules: [{level: Metadata}]}
      ---
      apiVersion: v1alpha1
      kind: VolumeConfig
      name: EPHEMERAL
      provisioning: {minSize: 2GiB, maxSize: 9GiB}
      """;

  private static MachinePatch patch(String yaml) {
    return new MachinePatch(
        new FreeYaml.Scalar(yaml, FreeYaml.Kind.TEXT),
        Origin.written(Layer.NODE, new SourceLocation("nodes.yaml", 7, 9)));
  }

  private static Patching.Patched apply(int minor, String... patches) {
    return new Patching(minor)
        .apply(
            ConfigDocuments.read("config", CONFIG).documents(),
            Stream.of(patches).map(PatchingTest::patch).toList());
  }

  private static String after(String patch, String pointer) {
    Patching.Patched patched = apply(12, patch);
    assertThat(patched.report().render()).isEmpty();
    return Generated.main(patched.documents().yaml()).at(pointer).toString();
  }

  private static String complaint(int minor, String patch) {
    Patching.Patched patched = apply(minor, patch);
    assertThat(patched.documents().yaml())
        .isEqualTo(ConfigDocuments.read("config", CONFIG).documents().yaml());
    return patched.report().render();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "machine: {install: {disk: /dev/vda}} | /machine/install | {\"disk\":\"/dev/vda\",\"wipe\":true}",
        "machine: {install: {disk: '', wipe: false}} | /machine/install | {\"disk\":\"/dev/sda\",\"wipe\":false}",
        "machine: {token: null} | /machine/token | \"abc\"",
        "machine: {certSANs: [b, a]} | /machine/certSANs | [\"a\",\"b\",\"a\"]",
        "machine: {sysctls: {x: '', y: '2'}} | /machine/sysctls | {\"x\":\"1\",\"y\":\"2\"}",
        "machine: {sysctls: {x: 0}} | /machine/sysctls | {\"x\":0}",
        "machine: {sysctls: {x: {$patch: delete}, z: 3}} | /machine/sysctls | {\"z\":3}",
        "cluster: {network: {podSubnets: [10.1.0.0/16]}} | /cluster/network/podSubnets | [\"10.1.0.0/16\"]",
        "machine: {network: {interfaces: [{interface: eth0, mtu: 9000}]}} | /machine/network/interfaces/0/mtu | 9000",
        "machine: {network: {interfaces: [{interface: eth0, vlans: [{vlanId: 7, mtu: 9}]}]}} | /machine/network/interfaces/0/vlans | [{\"vlanId\":7,\"dhcp\":true,\"mtu\":9}]",
        "machine: {network: {interfaces: [{deviceSelector: {hardwareAddr: 'bc:24:11:00:01:01'}, mtu: 9}]}} | /machine/network/interfaces/1/mtu | 9",
        "machine: {network: {interfaces: [{interface: eth0, $patch: delete}]}} | /machine/network/interfaces/0/dhcp | true",
        "machine: {network: {interfaces: [{interface: eth9}]}} | /machine/network/interfaces/2/interface | \"eth9\"",
        "machine: {kubelet: {extraConfig: {maxPods: 0, list: [2]}}} | /machine/kubelet/extraConfig | {\"maxPods\":10,\"list\":[1,2]}",
        "machine: {ca: {crt: Yw==}} | /machine/ca | {\"crt\":\"Yw==\"}",
        "cluster: {apiServer: {auditPolicy: {kind: X}}} | /cluster/apiServer/auditPolicy | {\"kind\":\"X\"}",
        "cluster: {apiServer: {admissionControl: [{name: PodSecurity, configuration: {defaults: {enforce: privileged}}}]}} | /cluster/apiServer/admissionControl | [{\"name\":\"PodSecurity\",\"configuration\":{\"defaults\":{\"enforce\":\"privileged\"}}}]",
        "machine: {files: [{path: /var/a, permissions: 0o644}]} | /machine/files/0/path | \"/var/a\""
      })
  void aPatchIsMergedAsTalosMergesIt(String patch, String pointer, String expected) {
    assertThat(after(patch, pointer)).isEqualTo(expected);
  }

  @Test
  void anOctalNumberStaysOne() {
    assertThat(apply(12, "machine: {files: [{path: /a, permissions: 0o644}]}").documents().yaml())
        .contains("permissions: 0o644\n");
  }

  @Test
  void documentsAreMatchedByKindAndNameAndOthersAdded() {
    String yaml =
        apply(
                12,
                """
                apiVersion: v1alpha1
                kind: VolumeConfig
                name: EPHEMERAL
                provisioning: {maxSize: 20GiB}
                ---
                apiVersion: v1alpha1
                kind: VolumeConfig
                name: STATE
                encryption: {provider: luks2, keys: [{slot: 0, nodeID: {}}]}
                """)
            .documents()
            .yaml();
    assertThat(Generated.documents(yaml)).hasSize(3);
    assertThat(Generated.document(yaml, "VolumeConfig", "EPHEMERAL").at("/provisioning").toString())
        .as("a size that the patch does not name stays")
        .isEqualTo("{\"minSize\":\"2GiB\",\"maxSize\":\"20GiB\"}");
  }

  @Test
  void aDocumentCanBeDeleted() {
    String patch = "apiVersion: v1alpha1\nkind: VolumeConfig\nname: EPHEMERAL\n$patch: delete\n";
    assertThat(Generated.documents(apply(12, patch).documents().yaml())).hasSize(1);
  }

  @Test
  void anEmptyValueOfSomethingOptionalCountsSinceTalosHasIt() {
    String[] patches = {
      "machine: {network: {kubespan: {enabled: true, mtu: 1400}}}",
      "machine: {network: {kubespan: {mtu: 0}}}"
    };
    assertThat(apply(11, patches).documents().yaml()).contains("mtu: 1400");
    assertThat(apply(12, patches).documents().yaml()).contains("mtu: 0");
  }

  @Test
  void laterPatchesComeOverEarlierOnes() {
    assertThat(apply(12, "machine: {token: one}", "machine: {token: two}").documents().yaml())
        .contains("token: two\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "machine: {kubelet: {extraArg: {a: b}}} | TF-PATCH-KEY | at machine.kubelet.extraArg: | 'extraArgs'",
        "machine: {network: {interfaces: [{interfaces: x}]}} | TF-PATCH-KEY | at machine.network.interfaces[0].interfaces: | 'interface'",
        "machine: {certSANs: text} | TF-PATCH-VALUE | at machine.certSANs: the value is not a list | a list",
        "machine: {install: {wipe: maybe}} | TF-PATCH-VALUE | at machine.install.wipe: | true or false",
        "machine: {kubelet: {extraConfig: {maxPods: text}}} | TF-PATCH-VALUE | at machine.kubelet.extraConfig.maxPods: | the same kind",
        "machine: {sysctls: {nothing: {$patch: delete}}} | TF-PATCH-DELETION | at machine.sysctls.nothing: there is nothing | correct the place",
        "machine: {network: {interfaces: [{interface: eth9, $patch: delete}]}} | TF-PATCH-DELETION | no item has interface: eth9 | correct the place",
        "machine: {network: {interfaces: [{interface: eth0, mtu: {$patch: delete}}]}} | TF-PATCH-DELETION | inside an item | whole item",
        "apiVersion: v1alpha1\\nkind: HostnameConfig\\nhostname: x | TF-PATCH-DOCUMENT | no documents of kind HostnameConfig | since 1.12",
        "apiVersion: v1alpha1\\nkind: VolumConfig | TF-PATCH-DOCUMENT | no documents of kind VolumConfig | VolumeConfig",
        "kind: VolumeConfig\\nname: STATE | TF-PATCH-DOCUMENT | has no apiVersion | apiVersion: v1alpha1",
        "token: x | TF-PATCH-DOCUMENT | names no kind | machine:",
        "machine: {}\\n---\\ncluster: {} | TF-PATCH-DOCUMENT | two documents | two patches",
        "[{op: remove, path: /machine/token}] | TF-PATCH-OPERATIONS | list of operations | $patch: delete",
        "machine: [ | TF-YAML-SYNTAX | not YAML | Check"
      })
  void aBadPatchIsNamedWithItsPlaceAndWhatToDo(
      String patch, String code, String what, String suggestion) {
    assertThat(complaint(11, patch.replace("\\n", "\n")))
        .contains("nodes.yaml:7:9")
        .contains("error " + code)
        .contains(what)
        .contains(suggestion);
  }

  @Test
  void patchesGoFromTheClusterOverTheRoleToTheNode() {
    String cluster =
        Generated.CLUSTER
            + """
            machine_patches:
              all: [{machine: {sysctls: {a: all, b: all, c: all}}}]
              worker: [{machine: {sysctls: {b: role, c: role}}}]
            """;
    String nodes =
        """
        nodes:
          - {name: cp-1, controller: true}
          - {name: worker-1, machine_patches: [{machine: {sysctls: {c: node}}}]}
        """;
    assertThat(
            Generated.main(Generated.yaml(cluster, nodes, "worker-1"))
                .at("/machine/sysctls")
                .toString())
        .isEqualTo("{\"a\":\"all\",\"b\":\"role\",\"c\":\"node\"}");
  }

  @Test
  void aNodeWithABadPatchHasNoConfigurationAndTheOthersHave() {
    String nodes =
        """
        nodes:
          - {name: cp-1, controller: true}
          - name: worker-1
            machine_patches:
              - {machine: {kubelets: {}}}
        """;
    GeneratedConfigs generated = Generated.of(Generated.CLUSTER, nodes);
    assertThat(generated.configs().keySet()).extracting(Object::toString).containsExactly("cp-1");
    assertThat(generated.report().render())
        .isEqualTo(
            """
            nodes.yaml:5:9 error TF-PATCH-KEY: In the patch for v1alpha1, at machine.kubelets: this\
             version of Talos has no such key.
              → Did you mean 'kubelet'?
                https://github.com/talosforge/talosforge/blob/main/docs/findings/files.md#tf-patch-key""");
  }

  @Test
  void everyFragmentIsMergedOrRefusedInEveryVersion() {
    for (int minor = 9; minor <= 13; minor++) {
      for (String fragment : PatchFragments.of(minor)) {
        Patching.Patched patched = apply(minor, fragment);
        if (!patched.report().hasErrors() && !fragment.contains("0o644")) {
          String yaml = patched.documents().yaml();
          assertThat(ConfigDocuments.read("x", yaml).documents().yaml()).isEqualTo(yaml);
        }
      }
    }
    assertThat(List.of(PatchFragments.of(9).size(), PatchFragments.of(13).size()))
        .isEqualTo(List.of(100, 117));
  }
}
