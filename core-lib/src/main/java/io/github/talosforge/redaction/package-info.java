/** What may leave the process: one door for consoles, files and exceptions. */
@NullMarked
package io.github.talosforge.redaction;

import org.jspecify.annotations.NullMarked;
