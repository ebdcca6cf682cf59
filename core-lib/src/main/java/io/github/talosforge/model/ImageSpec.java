package io.github.talosforge.model;

import java.net.URI;
import java.util.Optional;

/**
 * The Talos image of a node and how a VM comes from it.
 *
 * @param provision how the VM is made
 * @param cloneMode how a template is cloned
 * @param template the template's name or id, when the user made one
 * @param schematic what the image contains besides Talos
 * @param schematicId the schematic's id, when the user knows it already
 * @param sha256 the checksum that the download must have
 * @param architecture the processor
 * @param secureBoot whether the image is signed for secure boot
 * @param factoryUrl the Image Factory that builds it
 * @param delivery how the machine gets its first configuration
 */
public record ImageSpec(
    Provision provision,
    CloneMode cloneMode,
    Optional<String> template,
    SchematicSpec schematic,
    Optional<SchematicId> schematicId,
    Optional<Sha256Digest> sha256,
    Architecture architecture,
    boolean secureBoot,
    URI factoryUrl,
    Delivery delivery) {

  /** Returns the image from another Image Factory. */
  public ImageSpec withFactory(URI url) {
    return new ImageSpec(
        provision,
        cloneMode,
        template,
        schematic,
        schematicId,
        sha256,
        architecture,
        secureBoot,
        url,
        delivery);
  }

  /** Returns the image of another version or schematic, to which no checksum is known. */
  public ImageSpec withSchematicId(SchematicId id) {
    return new ImageSpec(
        provision,
        cloneMode,
        template,
        schematic,
        Optional.of(id),
        Optional.empty(),
        architecture,
        secureBoot,
        factoryUrl,
        delivery);
  }

  /** Returns the image of another version, to which no checksum is known. */
  public ImageSpec withoutChecksum() {
    return new ImageSpec(
        provision,
        cloneMode,
        template,
        schematic,
        schematicId,
        Optional.empty(),
        architecture,
        secureBoot,
        factoryUrl,
        delivery);
  }

  /** How a VM is made. */
  public enum Provision {
    /** Cloned from a template. */
    CLONE,
    /** Created with the image imported as its disk. */
    IMPORT,
    /** Created empty and installed from the ISO. */
    ISO
  }

  /** How a template is cloned. */
  public enum CloneMode {
    /** With a copy of its disks. */
    FULL,
    /** With disks that build on the template's. */
    LINKED
  }

  /** How a machine gets its first configuration. */
  public enum Delivery {
    /** Over its API, in maintenance mode. */
    API,
    /** On a CD that it reads while it boots. */
    CIDATA
  }

  /** A processor architecture. */
  public enum Architecture {
    /** x86-64. */
    AMD64,
    /** 64-bit ARM. */
    ARM64
  }
}
