package io.github.talosforge.versions;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tags of images, which registries' ports and digests look like. */
class ImageNameTest {
  @ParameterizedTest
  @CsvSource({
    "registry.k8s.io/kube-proxy:v1.35.0, v1.35.0, registry.k8s.io/kube-proxy:v9",
    "host:5000/kubelet, '', host:5000/kubelet:v9",
    "host:5000/kubelet:v1.35.0-fat, v1.35.0-fat, host:5000/kubelet:v9",
    "kubelet:v1.35.0@sha256:abc, v1.35.0, kubelet:v9",
    "kubelet@sha256:abc, '', kubelet:v9"
  })
  void tagIsFoundAndReplaced(String text, String tag, String other) {
    ImageName image = new ImageName(text);

    assertThat(image.tag().orElse("")).isEqualTo(tag);
    assertThat(image.tagged("v9").text()).isEqualTo(other);
  }

  @ParameterizedTest
  @CsvSource({
    "a/kubelet:v1.35.0, b/kubelet:v1.35.0, true",
    "a/kubelet:v1.35.0, a/kubelet:v1.35.1, false",
    "a/kubelet@sha256:abc, a/kubelet@sha256:abc, true",
    "a/kubelet@sha256:abc, a/kubelet@sha256:def, false",
    "a/kubelet:v1.35.0@sha256:abc, a/kubelet:v1.35.0@sha256:def, false",
    "a/kubelet:v1.35.0, a/kubelet:v1.35.0@sha256:def, false",
    "a/kubelet:v1.35.0@sha256:abc, b/kubelet@sha256:abc, true"
  })
  void sameVersionMayComeFromElsewhere(String one, String other, boolean same) {
    assertThat(new ImageName(one).isSameVersionAs(new ImageName(other))).isEqualTo(same);
  }
}
