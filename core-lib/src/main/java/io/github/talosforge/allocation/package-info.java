/**
 * What the user left open is decided here: ids, addresses, hardware addresses and hosts. Pure code:
 * whatever must be known of the live system is an argument, and the same arguments always give the
 * same layout, in whatever order nodes stand in the file.
 */
@NullMarked
package io.github.talosforge.allocation;

import org.jspecify.annotations.NullMarked;
