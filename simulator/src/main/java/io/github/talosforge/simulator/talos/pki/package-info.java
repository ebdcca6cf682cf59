/** Keys and certificates as Talos makes and reads them. */
@NullMarked
package io.github.talosforge.simulator.talos.pki;

import org.jspecify.annotations.NullMarked;
