package io.github.talosforge.model;

import java.net.URI;
import java.util.Optional;

/**
 * How Talos encrypts its system volumes.
 *
 * @param state the key of the STATE volume
 * @param ephemeral the key of the EPHEMERAL volume
 * @param kmsEndpoint the key server, when a key comes from one
 */
public record DiskEncryptionSpec(
    EncryptionKey state, EncryptionKey ephemeral, Optional<URI> kmsEndpoint) {

  /** Where a volume's key comes from. */
  public enum EncryptionKey {
    /** The volume is not encrypted. */
    OFF,
    /** Derived from the node's UUID: protects a disk that leaves the house, nothing more. */
    NODE_ID,
    /** Sealed by the VM's TPM. */
    TPM,
    /** Held by a key server. */
    KMS
  }
}
