/** Storages and their volumes: naming, space, locks, downloads. */
@NullMarked
package io.github.talosforge.simulator.storage;

import org.jspecify.annotations.NullMarked;
