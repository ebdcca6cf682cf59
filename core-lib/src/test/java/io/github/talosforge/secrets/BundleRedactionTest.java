package io.github.talosforge.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.redaction.Redaction;
import org.junit.jupiter.api.Test;

class BundleRedactionTest {
  private static final SecretsBundle BUNDLE = Bundles.bundle();

  @Test
  void everyValueIsHiddenWhereverItStands() {
    Redaction redaction = BUNDLE.redaction();
    assertThat(BUNDLE.values()).hasSizeGreaterThan(8);
    for (String value : BUNDLE.values()) {
      assertThat(redaction.text("a server says " + value + " of it"))
          .startsWith("a server says (hidden:")
          .endsWith(" of it")
          .doesNotContain(value);
    }
  }

  /** The cluster's id stands in every answer of the discovery service. */
  @Test
  void hashesAreKeyedWithWhatNobodyElseHas() {
    String hash = BUNDLE.redaction().hidden("hunter2");
    assertThat(hash).isEqualTo(BUNDLE.redaction().hidden("hunter2"));
    assertThat(hash).isNotEqualTo(Redaction.keyed(BUNDLE.clusterId().value()).hidden("hunter2"));
    SecretsBundle sameId =
        new SecretsBundle(
            BUNDLE.clusterId(),
            BUNDLE.trustdToken(),
            BUNDLE.bootstrapToken(),
            BUNDLE.secretboxKey(),
            BUNDLE.aescbcKey(),
            BUNDLE.trustdToken(),
            BUNDLE.certificates());
    assertThat(sameId.redaction().hidden("hunter2")).isNotEqualTo(hash);
  }
}
