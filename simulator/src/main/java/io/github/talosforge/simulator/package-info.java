/**
 * A Proxmox VE cluster that lives in this process and answers on loopback.
 *
 * <pre>{@code
 * try (Simulator simulator = Simulator.builder().hosts(3).start()) {
 *   // point a client at simulator.url() with simulator.token() and simulator.fingerprint()
 *   assertThat(simulator.journal().writes()).isEmpty();
 * }
 * }</pre>
 */
@NullMarked
package io.github.talosforge.simulator;

import org.jspecify.annotations.NullMarked;
