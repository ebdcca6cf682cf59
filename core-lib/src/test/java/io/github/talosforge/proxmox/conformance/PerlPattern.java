package io.github.talosforge.proxmox.conformance;

import java.util.regex.Pattern;

/** Perl's regular expressions as Java writes them. */
final class PerlPattern {
  private PerlPattern() {}

  static Pattern compile(String perl) {
    return Pattern.compile(
        perl.replace("(?^:", "(?:").replace("(?^i:", "(?i:").replaceAll("\\{,(\\d+)}", "{0,$1}"));
  }
}
