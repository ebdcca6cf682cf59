package io.github.talosforge.simulator.world;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The processor models that every host knows; there are no custom ones. */
public final class CpuModels {
  private static final String CUSTOM = "custom-";

  private static final List<String> NAMES =
      List.of(
          ("486 Broadwell Broadwell-IBRS Broadwell-noTSX Broadwell-noTSX-IBRS Cascadelake-Server"
                  + " Cascadelake-Server-noTSX Cascadelake-Server-v2 Cascadelake-Server-v4"
                  + " Cascadelake-Server-v5 Conroe Cooperlake Cooperlake-v2 EPYC EPYC-Genoa"
                  + " EPYC-IBPB EPYC-Milan EPYC-Milan-v2 EPYC-Rome EPYC-Rome-v2 EPYC-Rome-v3"
                  + " EPYC-Rome-v4 EPYC-v3 EPYC-v4 GraniteRapids Haswell Haswell-IBRS"
                  + " Haswell-noTSX Haswell-noTSX-IBRS Icelake-Server Icelake-Server-noTSX"
                  + " Icelake-Server-v3 Icelake-Server-v4 Icelake-Server-v5 Icelake-Server-v6"
                  + " IvyBridge IvyBridge-IBRS KnightsMill Nehalem Nehalem-IBRS Opteron_G1"
                  + " Opteron_G2 Opteron_G3 Opteron_G4 Opteron_G5 Penryn SandyBridge"
                  + " SandyBridge-IBRS SapphireRapids SapphireRapids-v2 Skylake-Client"
                  + " Skylake-Client-IBRS Skylake-Client-noTSX-IBRS Skylake-Client-v4"
                  + " Skylake-Server Skylake-Server-IBRS Skylake-Server-noTSX-IBRS"
                  + " Skylake-Server-v4 Skylake-Server-v5 Westmere Westmere-IBRS athlon core2duo"
                  + " coreduo host kvm32 kvm64 max pentium pentium2 pentium3 phenom qemu32 qemu64"
                  + " x86-64-v2 x86-64-v2-AES x86-64-v3 x86-64-v4")
              .split(" "));

  private CpuModels() {}

  /**
   * The names of all models.
   *
   * @return the names in alphabetical order
   */
  public static List<String> names() {
    return NAMES;
  }

  /**
   * What is wrong with a model, in Proxmox' words.
   *
   * @param name its name
   * @return the text, or null if it is known
   */
  public static @Nullable String problem(String name) {
    if (name.startsWith(CUSTOM)) {
      return "Custom cputype '" + name.substring(CUSTOM.length()) + "' not found";
    }
    return NAMES.contains(name)
        ? null
        : "Built-in cputype '" + name + "' is not defined (missing 'custom-' prefix?)";
  }
}
