package io.github.talosforge.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.config.catalogue.Catalogue;
import io.github.talosforge.config.catalogue.Setting;
import io.github.talosforge.config.yaml.YamlNode;
import io.github.talosforge.config.yaml.YamlReader;
import io.github.talosforge.model.Layer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LayerMergeTest {
  private static final long SEED = 7;
  private static final int ROUNDS = 500;
  private static final List<List<String>> SETTINGS =
      List.of(
          List.of("vm_cores: 1", "vm_cores: 2", "vm_cores: 3"),
          List.of("vm_memory: 4096", "vm_memory: 8G"),
          List.of("vlan_tag: 7", "vlan_tag: ~"),
          List.of("tags: [a]", "tags: [b, a]", "tags: ~", "tags: [c]"),
          List.of("labels: {x: '1'}", "labels: {x: '2', y: '3'}", "labels: ~"),
          List.of("taints: [a:NoSchedule]", "taints: []", "taints: ~"),
          List.of(
              "volumes: {v: {type: disk, size: 7G}}",
              "volumes: {v: {size: 9G}, w: {type: directory}}",
              "volumes: {v: ~}",
              "volumes: ~"),
          List.of(
              "talos_schematic: {extensions: [a/b]}",
              "talos_schematic: {kernel_args: [x]}",
              "talos_schematic: {overlay: {name: n, image: i}}",
              "talos_schematic: ~"),
          List.of("machine_patches: [{a: 1}]", "machine_patches: [{b: 2}, {c: 3}]"),
          List.of("vm_options: {tablet: 0}", "vm_options: {tablet: 1, acpi: 0}"));

  @Test
  void mergingIsAssociative() {
    Random random = new Random(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      List<Setting.Branch> layers = layers(random);
      int middle = 1 + random.nextInt(layers.size() - 1);
      Setting.Branch weak = NodeLayers.merge(layers.subList(0, middle));
      Setting.Branch strong = NodeLayers.merge(layers.subList(middle, layers.size()));

      assertThat(strong.over(weak)).isEqualTo(NodeLayers.merge(layers));
    }
  }

  @Test
  void mergingTwiceChangesNothing() {
    Random random = new Random(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      List<Setting.Branch> layers = layers(random);
      Setting.Branch merged = NodeLayers.merge(layers);

      layers.forEach(layer -> assertThat(layer.over(layer)).isEqualTo(layer));
      assertThat(merged.over(merged)).isEqualTo(merged);
      assertThat(layers.get(layers.size() - 1).over(merged)).isEqualTo(merged);
    }
  }

  private static List<Setting.Branch> layers(Random random) {
    List<Setting.Branch> layers = new ArrayList<>();
    for (Layer layer : Layer.values()) {
      layers.add(Catalogue.NODE.setting(mapping(layer, random), layer));
    }
    return layers;
  }

  private static YamlNode.Mapping mapping(Layer layer, Random random) {
    StringBuilder text = new StringBuilder("description: " + layer + "\n");
    for (List<String> variants : SETTINGS) {
      if (random.nextInt(3) > 0) {
        text.append(variants.get(random.nextInt(variants.size()))).append('\n');
      }
    }
    return YamlReader.read(layer.name(), text.toString().getBytes(StandardCharsets.UTF_8))
        .root()
        .orElseThrow();
  }
}
