package io.github.talosforge.config.catalogue;

import io.github.talosforge.model.MemorySize;
import java.math.BigDecimal;
import java.util.List;

/** Keys of a VM's processor and memory. */
public final class CpuKeys {
  /** The one model that is a number is not the number of cores that others write as "cpu: 4". */
  private static final TextType<String> MODEL =
      TextType.matching(
          "a processor model such as host or x86-64-v2-AES (cores are vm_cores)",
          "486|[A-Za-z][A-Za-z0-9._+-]{0,126}");

  /** Cores of each socket. */
  public static final Key<Integer> CORES =
      Key.named("vm_cores", new IntegerType(1, 512))
          .onNodes()
          .at(Place.VM_SECTION, "cores")
          .alias("cpu_cores", "cpus", "vcpus")
          .builtIn("4", "8")
          .sets("cores")
          .means("Cores of each socket.", "4");

  /** Sockets. */
  public static final Key<Integer> SOCKETS =
      Key.named("vm_sockets", new IntegerType(1, 8))
          .onNodes()
          .at(Place.VM_SECTION, "sockets")
          .builtIn("1")
          .sets("sockets")
          .means("Processor sockets.", "1");

  /** Memory. */
  public static final Key<MemorySize> MEMORY =
      Key.named("vm_memory", new TextType<>("an amount such as 8192 (MiB) or 8G", MemorySize::of))
          .onNodes()
          .at(Place.VM_SECTION, "memory")
          .alias("memory_mb", "ram", "ram_dedicated", "dedicated_memory")
          .builtIn("8192", "16384")
          .sets("memory")
          .means("Memory; without unit in MiB.", "8192");

  /** Ballooning. */
  public static final Key<Integer> BALLOON =
      Key.named("balloon", new IntegerType(0, 4_194_304))
          .onNodes()
          .builtIn("0")
          .sets("balloon")
          .means(
              "The MiB that ballooning may shrink the memory to; 0 switches ballooning off, which"
                  + " Talos needs.",
              "0");

  /** Huge pages. */
  public static final Key<String> HUGE_PAGES =
      Key.named("hugepages", ChoiceType.of("any", "2", "1024"))
          .onNodes()
          .sets("hugepages")
          .means(
              "The host's huge pages that the memory is made of: of 2 or 1024 MiB, or any of them;"
                  + " needs numa, and root@pam with its password.",
              "1024");

  /** Processor model. */
  public static final Key<String> CPU_TYPE =
      Key.named("cpu_type", MODEL)
          .onNodes()
          .alias("cpu")
          .builtIn("host")
          .sets("cpu.cputype")
          .means(
              "The processor model that the guest sees; Talos needs x86-64-v2 or better.",
              "x86-64-v2-AES");

  /** Processor flags. */
  public static final Key<List<String>> CPU_FLAGS =
      Key.named(
              "cpu_flags",
              ListType.replacing(
                  TextType.matching(
                      "a flag with its sign such as +aes", "[+-][a-zA-Z0-9][a-zA-Z0-9_.-]*")))
          .onNodes()
          .sets("cpu.flags")
          .means("Processor flags to add or to hide.", "[+aes, -pcid]");

  /** Processor weight. */
  public static final Key<Integer> CPU_UNITS =
      Key.named("cpu_units", new IntegerType(1, 262_144))
          .onNodes()
          .sets("cpuunits")
          .means("The weight against other VMs when processors are short.", "200");

  /** Processor limit. */
  public static final Key<BigDecimal> CPU_LIMIT =
      Key.named("cpu_limit", new DecimalType(0, 128))
          .onNodes()
          .sets("cpulimit")
          .means("The cores that the VM may use up at most; 0 is no limit.", "2.5");

  /** NUMA. */
  public static final Key<Boolean> NUMA =
      Key.named("numa", new FlagType())
          .onNodes()
          .builtIn("true")
          .sets("numa")
          .means("Whether the guest sees the host's NUMA layout.", "true");

  static final List<Key<?>> ALL =
      List.of(
          CORES,
          SOCKETS,
          MEMORY,
          BALLOON,
          HUGE_PAGES,
          CPU_TYPE,
          CPU_FLAGS,
          CPU_UNITS,
          CPU_LIMIT,
          NUMA);

  private CpuKeys() {}
}
