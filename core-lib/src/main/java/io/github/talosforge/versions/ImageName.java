package io.github.talosforge.versions;

import io.github.talosforge.model.KubernetesVersion;
import java.util.Optional;

/**
 * The name of a container image.
 *
 * @param text the name with its tag and digest, as far as it has them
 */
public record ImageName(String text) {
  /** Returns the tag; of an image that is named by its digest alone, there is none. */
  public Optional<String> tag() {
    int from = colon();
    return from < 0 ? Optional.empty() : Optional.of(text.substring(from + 1, end()));
  }

  /** Returns the same image with another tag; a digest would contradict it. */
  public ImageName tagged(String tag) {
    return new ImageName(text.substring(0, colon() < 0 ? end() : colon()) + ":" + tag);
  }

  /** Returns the version of Kubernetes that the tag tells. */
  public Optional<KubernetesVersion> version() {
    try {
      return tag().map(KubernetesVersion::of);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns the digest, which says what is in the image whatever its tag says. */
  public Optional<String> digest() {
    return end() == text.length() ? Optional.empty() : Optional.of(text.substring(end() + 1));
  }

  /** Returns the name without registry, tag and digest. */
  public String path() {
    String name = text.substring(0, colon() < 0 ? end() : colon());
    int slash = name.indexOf('/');
    String first = slash < 0 ? "" : name.substring(0, slash);
    boolean registry = first.contains(".") || first.contains(":") || first.equals("localhost");
    return registry ? name.substring(slash + 1) : name;
  }

  /**
   * Tells whether both are of the same version, wherever they come from. What a digest names is
   * known only beside the same digest.
   */
  public boolean isSameVersionAs(ImageName other) {
    if (digest().isPresent() || other.digest().isPresent()) {
      return digest().equals(other.digest());
    }
    return text.equals(other.text) || (tag().isPresent() && tag().equals(other.tag()));
  }

  /** Returns the version, or the whole name where it tells none. */
  public String versionOrName() {
    return tag().orElse(text);
  }

  private int end() {
    int digest = text.indexOf('@');
    return digest < 0 ? text.length() : digest;
  }

  /** A registry's port has a colon too. */
  private int colon() {
    String name = text.substring(0, end());
    int last = name.lastIndexOf(':');
    return last > name.lastIndexOf('/') ? last : -1;
  }
}
