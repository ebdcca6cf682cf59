/** VMs: configuration, creation, cloning, disks, power, destruction. */
@NullMarked
package io.github.talosforge.simulator.vm;

import org.jspecify.annotations.NullMarked;
