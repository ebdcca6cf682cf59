/** The simulator as a process of its own that later builds find again. */
@NullMarked
package io.github.talosforge.gradle.simulator;

import org.jspecify.annotations.NullMarked;
