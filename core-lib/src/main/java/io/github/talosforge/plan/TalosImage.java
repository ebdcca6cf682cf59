package io.github.talosforge.plan;

import io.github.talosforge.model.ImageSpec.Architecture;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.model.SchematicSpec;
import io.github.talosforge.model.Sha256Digest;
import io.github.talosforge.model.TalosVersion;
import java.net.URI;
import java.util.Optional;

/**
 * A Talos image of the Image Factory.
 *
 * @param version the Talos version
 * @param schematicId the schematic's id
 * @param schematic what the schematic contains, to be made known to the factory first; empty when
 *     the user gave the id alone
 * @param architecture the processor
 * @param secureBoot whether it is signed for secure boot
 * @param factoryUrl the Image Factory
 * @param sha256 the checksum that the download must have
 */
public record TalosImage(
    TalosVersion version,
    SchematicId schematicId,
    Optional<SchematicSpec> schematic,
    Architecture architecture,
    boolean secureBoot,
    URI factoryUrl,
    Optional<Sha256Digest> sha256) {}
