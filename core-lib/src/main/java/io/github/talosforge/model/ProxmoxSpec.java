package io.github.talosforge.model;

import java.math.BigDecimal;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * The hypervisors and how VMs are spread over them.
 *
 * @param apiUrls the API's URLs; the next one is asked when one does not answer
 * @param defaultHost the host of every VM that asks for none
 * @param hosts the hosts that VMs are placed on; empty means all
 * @param placement what to do when no host fits
 * @param memoryOvercommit how many times its memory a host may promise to VMs
 * @param antiAffinity whether Proxmox is told to keep control planes apart
 * @param imageStorage where downloaded images are kept
 * @param templateStorage where templates' disks are
 */
public record ProxmoxSpec(
    List<URI> apiUrls,
    Optional<HostName> defaultHost,
    List<HostName> hosts,
    Placement placement,
    BigDecimal memoryOvercommit,
    boolean antiAffinity,
    StorageName imageStorage,
    StorageName templateStorage) {

  /** Keeps own copies of the lists. */
  public ProxmoxSpec {
    apiUrls = List.copyOf(apiUrls);
    hosts = List.copyOf(hosts);
  }

  /** What to do when the wished spread over hosts cannot be had. */
  public enum Placement {
    /** Place as well as possible. */
    PREFER,
    /** Refuse. */
    STRICT
  }
}
