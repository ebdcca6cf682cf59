/** Machine configurations as documents of YAML: read, built and written. */
@NullMarked
package io.github.talosforge.machineconfig.document;

import org.jspecify.annotations.NullMarked;
