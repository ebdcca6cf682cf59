package io.github.talosforge.config;

import io.github.talosforge.config.catalogue.Catalogue;
import io.github.talosforge.config.catalogue.ImageKeys;
import io.github.talosforge.config.catalogue.NodeKeys;
import io.github.talosforge.config.catalogue.Settings;
import io.github.talosforge.config.catalogue.StorageKeys;
import io.github.talosforge.config.catalogue.VolumeKeys;
import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.model.AddressWish;
import io.github.talosforge.model.ImageSpec;
import io.github.talosforge.model.MachinePatch;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRegistration;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.PoolMember;
import io.github.talosforge.model.SchematicSpec;
import io.github.talosforge.model.VolumeLayout;
import io.github.talosforge.model.VolumeSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes nodes of merged settings. */
final class NodeSpecs {

  private NodeSpecs() {}

  static NodeSpec single(SourceLocation place, NodeRole role, Settings settings) {
    return node(settings.get(NodeKeys.NAME), role, Optional.empty(), place, settings);
  }

  static NodeSpec node(
      NodeName name,
      NodeRole role,
      Optional<PoolMember> pool,
      SourceLocation place,
      Settings settings) {
    return new NodeSpec(
        name,
        role,
        pool,
        settings.find(NodeKeys.VM_ID),
        settings.find(NodeKeys.ADDRESS).orElseGet(AddressWish.Open::new),
        settings.find(NodeKeys.HOST),
        VmSpecs.vm(settings),
        image(settings),
        volumes(settings),
        registration(settings),
        patches(settings),
        Explanation.of(place, settings.root(), Catalogue.nodeKeys()));
  }

  private static ImageSpec image(Settings settings) {
    return new ImageSpec(
        settings.get(ImageKeys.PROVISION),
        settings.get(ImageKeys.CLONE),
        settings.find(ImageKeys.TEMPLATE),
        schematic(settings),
        settings.find(ImageKeys.SCHEMATIC_ID),
        settings.find(ImageKeys.IMAGE_SHA256),
        settings.get(ImageKeys.ARCH),
        settings.get(ImageKeys.SECUREBOOT),
        settings.get(ImageKeys.FACTORY_URL),
        settings.get(ImageKeys.DELIVERY));
  }

  private static SchematicSpec schematic(Settings settings) {
    return settings
        .find(ImageKeys.SCHEMATIC)
        .map(
            schematic ->
                new SchematicSpec(
                    schematic.find(ImageKeys.EXTENSIONS).orElseGet(List::of),
                    schematic.find(ImageKeys.KERNEL_ARGS).orElseGet(List::of),
                    schematic.find(ImageKeys.OVERLAY).flatMap(NodeSpecs::overlay)))
        .orElseGet(() -> new SchematicSpec(List.of(), List.of(), Optional.empty()));
  }

  /** Without a name and an image there is none, whatever weaker layers said about its options. */
  private static Optional<SchematicSpec.Overlay> overlay(Settings overlay) {
    return overlay
        .find(ImageKeys.OVERLAY_NAME)
        .flatMap(
            name ->
                overlay
                    .find(ImageKeys.OVERLAY_IMAGE)
                    .map(
                        image ->
                            new SchematicSpec.Overlay(
                                name,
                                image,
                                overlay.find(ImageKeys.OVERLAY_OPTIONS).orElseGet(Map::of))));
  }

  private static VolumeLayout volumes(Settings settings) {
    List<VolumeSpec> volumes = new ArrayList<>();
    settings
        .find(StorageKeys.VOLUMES)
        .orElseGet(Map::of)
        .forEach((name, volume) -> volumes.add(volume(name, volume)));
    return new VolumeLayout(
        settings.get(StorageKeys.DATA_VM), settings.find(StorageKeys.EPHEMERAL_SIZE), volumes);
  }

  private static VolumeSpec volume(String name, Settings volume) {
    VolumeKeys keys = StorageKeys.VOLUME;
    return new VolumeSpec(
        name,
        volume.get(keys.type),
        volume.find(keys.size),
        volume.find(keys.storage),
        volume.get(keys.filesystem));
  }

  private static NodeRegistration registration(Settings settings) {
    return new NodeRegistration(
        settings.find(NodeKeys.LABELS).orElseGet(Map::of),
        settings.find(NodeKeys.ANNOTATIONS).orElseGet(Map::of),
        settings.find(NodeKeys.TAINTS).orElseGet(List::of));
  }

  private static List<MachinePatch> patches(Settings settings) {
    return settings.find(NodeKeys.PATCHES).orElseGet(List::of).stream()
        .map(said -> new MachinePatch(said.value(), said.origin()))
        .toList();
  }
}
