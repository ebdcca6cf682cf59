package io.github.talosforge.machineconfig;

import io.github.talosforge.machineconfig.document.Fields;
import io.github.talosforge.model.DiskEncryptionSpec.EncryptionKey;
import java.net.URI;
import java.util.List;

/** Writes how a volume is encrypted. */
final class Encryption {
  private final NodeInput input;

  Encryption(NodeInput input) {
    this.input = input;
  }

  /** Returns no fields for a volume that is not encrypted. */
  Fields of(EncryptionKey key) {
    return switch (key) {
      case OFF -> new Fields();
      case NODE_ID -> luks("nodeID", new Fields());
      case TPM -> luks("tpm", tpm());
      case KMS -> luks("kms", new Fields().put("endpoint", kmsEndpoint()));
    };
  }

  private static Fields luks(String kind, Fields settings) {
    Fields key = new Fields().put(kind, settings).put("slot", 0);
    return new Fields()
        .put("provider", "luks2")
        .putItemsUnlessEmpty("keys", List.of(key.mapping()));
  }

  /** Where secure boot is meant to be on, a key is not sealed while it is off. */
  private Fields tpm() {
    return new Fields().putIf("checkSecurebootStatusOnEnroll", input.node().image().secureBoot());
  }

  private String kmsEndpoint() {
    return input.cluster().talos().encryption().kmsEndpoint().map(URI::toString).orElse("");
  }
}
