package io.github.talosforge.gradle.dsl;

import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;

/**
 * How Proxmox VE is reached. Everything may be left out: then Gradle properties, the environment
 * and the credentials file are asked, when a task runs and not before.
 *
 * <p>A secret belongs into none of the build's files: set {@link #getApiToken()} only from a
 * provider, such as {@code providers.environmentVariable("…")}.
 */
public interface ProxmoxConnectionSpec {
  /**
   * Returns the URL of the API, such as {@code https://pve1.lan:8006}, where there is only one.
   *
   * @return the URL
   */
  @Internal
  Property<String> getEndpoint();

  /**
   * Returns the URLs of the API on several hosts of one cluster; the next one is asked when one
   * does not answer.
   *
   * @return the URLs
   */
  @Internal
  ListProperty<String> getEndpoints();

  /**
   * Returns the whole API token, {@code user@realm!name=secret}.
   *
   * @return the token
   */
  @Internal
  Property<String> getApiToken();

  /**
   * Returns the user that logs in with a password, {@code user@realm}, where there is no token.
   *
   * @return the user
   */
  @Internal
  Property<String> getUser();

  /**
   * Returns the password of the user.
   *
   * @return the password
   */
  @Internal
  Property<String> getPassword();

  /**
   * Returns a file with the same names as the environment, {@code PROXMOX_VE_API_TOKEN=…} and so
   * on. Nobody but its owner may be able to read it (mode 0600).
   *
   * @return the credentials file
   */
  @Internal
  RegularFileProperty getCredentialsFile();

  /**
   * Returns the PEM file with the certificate authority that the servers' certificates are checked
   * against instead of the system's.
   *
   * @return the PEM file
   */
  @Internal
  RegularFileProperty getCaFile();

  /**
   * Returns the SHA-256 fingerprint of the one certificate that is trusted, as Proxmox shows it.
   *
   * @return the fingerprint
   */
  @Internal
  Property<String> getFingerprint();

  /**
   * Returns whether any certificate is accepted, which lets anybody on the way read the token.
   *
   * @return whether certificates go unchecked; false unless set
   */
  @Internal
  Property<Boolean> getInsecure();

  /**
   * Returns the HTTP proxy that connections are tunnelled through, {@code
   * [http://][user:password@]host:port}.
   *
   * @return the proxy
   */
  @Internal
  Property<String> getProxy();

  /**
   * Returns whether nothing beyond this machine is contacted: neither an Image Factory nor the
   * addresses of nodes. The simulator's plugin sets it.
   *
   * @return whether only this machine is contacted; false unless set
   */
  @Internal
  Property<Boolean> getLoopbackOnly();
}
