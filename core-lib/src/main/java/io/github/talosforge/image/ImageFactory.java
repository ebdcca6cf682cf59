package io.github.talosforge.image;

import io.github.talosforge.model.SchematicId;
import io.github.talosforge.model.Sha256Digest;
import io.github.talosforge.model.TalosVersion;
import java.net.URI;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The service that builds Talos images, as far as this library needs it. */
public interface ImageFactory extends AutoCloseable {
  /**
   * Makes a schematic known, so that its images can be built.
   *
   * @param schematic what is in the images
   * @return its id
   * @throws ImageFactoryException if the factory refuses it or cannot be reached
   */
  SchematicId register(Schematic schematic);

  /**
   * Asks which Talos releases can be built.
   *
   * @return the releases; those whose names are no versions are left out
   * @throws ImageFactoryException if the factory cannot be reached
   */
  Set<TalosVersion> versions();

  /**
   * Asks which system extensions a release can be built with. A list that was kept from an earlier
   * question is enough if it has all that are wanted.
   *
   * @param version the release
   * @param wanted the names of extensions
   * @return the names of all that there are
   * @throws ImageFactoryException if the factory cannot be reached or does not know the release
   */
  Set<String> extensions(TalosVersion version, Collection<String> wanted);

  /**
   * Asks how large an image is. The factory builds it first, which may take minutes.
   *
   * @param image the image's address
   * @return the size in bytes, if the factory tells
   * @throws ImageFactoryException if there is no such image or the factory cannot be reached
   */
  OptionalLong size(URI image);

  /**
   * Asks for the checksum of an image, which only some factories give.
   *
   * @param image the image's address
   * @return the checksum, if the factory gives one
   * @throws ImageFactoryException if the factory cannot be reached
   */
  Optional<Sha256Digest> checksum(URI image);

  @Override
  void close();
}
