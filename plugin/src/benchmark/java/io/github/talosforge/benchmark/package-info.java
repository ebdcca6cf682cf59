/** Figures of the plugin: what applying it costs. */
@NullMarked
package io.github.talosforge.benchmark;

import org.jspecify.annotations.NullMarked;
