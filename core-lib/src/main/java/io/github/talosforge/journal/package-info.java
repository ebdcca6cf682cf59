/** Hears what happens during a run and tells it as a report. */
@NullMarked
package io.github.talosforge.journal;

import org.jspecify.annotations.NullMarked;
