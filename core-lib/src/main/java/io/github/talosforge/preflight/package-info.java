/** Looks before the first write whether a plan can succeed; everything that is wrong at once. */
@NullMarked
package io.github.talosforge.preflight;

import org.jspecify.annotations.NullMarked;
