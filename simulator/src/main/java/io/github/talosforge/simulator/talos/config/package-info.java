/** Machine configs: strict decoding and validation as Talos does it. */
@NullMarked
package io.github.talosforge.simulator.talos.config;

import org.jspecify.annotations.NullMarked;
