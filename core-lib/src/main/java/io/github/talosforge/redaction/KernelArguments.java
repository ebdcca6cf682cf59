package io.github.talosforge.redaction;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * Arguments of kernels and programs. Anybody may invent one, and its value may be a secret: only
 * those whose meaning is known are shown.
 */
final class KernelArguments {
  private static final Set<String> READABLE =
      Set.of(
          "amd_iommu",
          "amd_pstate",
          "console",
          "consoleblank",
          "cpu",
          "cpufreq.default_governor",
          "default_hugepagesz",
          "hugepages",
          "hugepagesz",
          "i915.enable_guc",
          "init_on_alloc",
          "init_on_free",
          "intel_idle.max_cstate",
          "intel_iommu",
          "iommu",
          "ima_appraise",
          "ima_hash",
          "ima_template",
          "ip",
          "isolcpus",
          "kvm.ignore_msrs",
          "lockdown",
          "loglevel",
          "lsm",
          "mem",
          "mitigations",
          "module_blacklist",
          "net.ifnames",
          "nohz_full",
          "nosmt",
          "nvme_core.io_timeout",
          "panic",
          "pci",
          "pcie_aspm",
          "printk.devkmsg",
          "processor.max_cstate",
          "pti",
          "quiet",
          "random.trust_cpu",
          "rcu_nocbs",
          "root",
          "security",
          "selinux",
          "slab_nomerge",
          "sysctl.kernel.kexec_load_disabled",
          "talos.dashboard.disabled",
          "talos.halt_if_installed",
          "talos.hostname",
          "talos.platform",
          "transparent_hugepage",
          "vfio-pci.ids",
          "vga",
          "video");

  /** What such values look like; anything longer or stranger is not shown after all. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.,:/@+-]{0,64}");

  private KernelArguments() {}

  static boolean isReadable(String name, String value) {
    return READABLE.contains(name.replaceFirst("^-+", "")) && PLAIN.matcher(value).matches();
  }
}
