package io.github.talosforge.doctor;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What Proxmox VE's own processor models ask of a host, in the words of its kernel. Models that are
 * named after processors are left to their users.
 */
final class ModelFlags {
  private static final List<String> V2 = List.of("popcnt", "pni", "sse4_1", "sse4_2", "ssse3");
  private static final List<String> AES = List.of("aes");
  private static final List<String> V3 =
      List.of("avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe");
  private static final List<String> V4 =
      List.of("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl");

  private ModelFlags() {}

  static Set<String> of(String model) {
    return switch (model) {
      case "x86-64-v2" -> union(V2);
      case "x86-64-v2-AES" -> union(V2, AES);
      case "x86-64-v3" -> union(V2, AES, V3);
      case "x86-64-v4" -> union(V2, AES, V3, V4);
      default -> Set.of();
    };
  }

  @SafeVarargs
  private static Set<String> union(List<String>... parts) {
    Set<String> flags = new HashSet<>();
    for (List<String> part : parts) {
      flags.addAll(part);
    }
    return flags;
  }
}
