/** Configurations as CDs, for machines that cannot be reached before they have one. */
@NullMarked
package io.github.talosforge.cidata;

import org.jspecify.annotations.NullMarked;
