package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValidateClusterTest {
  @TempDir Path folder;

  @Test
  void aSoundClusterIsOneLineAndItsNodes() {
    assertThat(TestBuild.withSample(folder).run("validateCluster").getOutput())
        .contains(
            """
            > Task :validateCluster
            Cluster sample is valid: 3 control planes and 2 workers, Talos v1.12.4, Kubernetes v1.35.0.
            NODE             ROLE           VM    HOST  ADDRESS     CORES  MEMORY  DISK
            sample-cp-1      control plane  2000  pve1  10.20.0.10  4      4 GiB   20G
            sample-cp-2      control plane  2001  pve2  10.20.0.11  4      4 GiB   20G
            sample-cp-3      control plane  2002  pve3  10.20.0.12  4      4 GiB   20G
            sample-worker-1  worker         3000  pve1  10.20.0.20  4      8 GiB   40G
            sample-worker-2  worker         3001  pve2  10.20.0.21  4      16 GiB  40G
            """);
  }

  @Test
  void missingFilesAreNamedBoth() {
    assertThat(TestBuild.problem(TestBuild.in(folder).failTwice("validateCluster")))
        .isEqualTo(
            """
            Execution failed for task ':validateCluster'.
            > 2 errors in cluster.yaml and nodes.yaml:
              cluster.yaml:1:1 error TF-FILE-UNREADABLE: There is no such file.
                → Check the path and the file's permissions.
                  https://github.com/talosforge/talosforge/blob/main/docs/findings/files.md#tf-file-unreadable
              nodes.yaml:1:1 error TF-FILE-UNREADABLE: There is no such file.
                → Check the path and the file's permissions.
                  https://github.com/talosforge/talosforge/blob/main/docs/findings/files.md#tf-file-unreadable\
            """);
  }

  @Test
  void allErrorsOfBothFilesAreSaidAtOnce() {
    TestBuild build =
        TestBuild.withSample(folder)
            .change("cluster.yaml", "kubernetes_version", "kubernets_version")
            .change("nodes.yaml", "vm_id: 2000", "vm_id: twelve")
            .change("nodes.yaml", "10.20.0.21", "10.20.0.300");

    assertThat(TestBuild.problem(build.failTwice("validateCluster")))
        .isEqualTo(
            """
            Execution failed for task ':validateCluster'.
            > 4 errors in cluster.yaml and nodes.yaml:
              cluster.yaml:4:1 error TF-KEY-MISSING: The key 'kubernetes_version' is missing in the cluster file's top level.
                → Add a line such as 'kubernetes_version: 1.35.0'.
                  https://github.com/talosforge/talosforge/blob/main/docs/findings/files.md#tf-key-missing
              cluster.yaml:9:1 error TF-KEY-UNKNOWN: 'kubernets_version' is no key of the cluster file's top level.
                → Did you mean 'kubernetes_version'?
                  https://github.com/talosforge/talosforge/blob/main/docs/findings/files.md#tf-key-unknown
              nodes.yaml:7:12 error TF-VALUE-INVALID: 'nodes.vm_id' takes a whole number from 100 to 999999999; found 'twelve'.
                  https://github.com/talosforge/talosforge/blob/main/docs/findings/files.md#tf-value-invalid
              nodes.yaml:25:14 error TF-VALUE-INVALID: 'nodes.address' takes four numbers from 0 to 255 joined by '.', such as 192.168.1.10; found '10.20.0.300'.
                  https://github.com/talosforge/talosforge/blob/main/docs/findings/files.md#tf-value-invalid\
            """);
  }

  @Test
  void aQuietRunSaysNothing() {
    assertThat(TestBuild.withSample(folder).run("validateCluster", "-q").getOutput()).isBlank();
  }
}
