/** Files that hold secrets: only their owner reads them, and they are whole or not there. */
@NullMarked
package io.github.talosforge.files;

import org.jspecify.annotations.NullMarked;
