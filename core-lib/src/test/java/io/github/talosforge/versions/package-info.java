/** The flow, against machines over real TLS. */
package io.github.talosforge.versions;
