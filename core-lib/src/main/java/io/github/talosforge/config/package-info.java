/** The two files that describe a cluster, read, checked and merged into a spec. */
@NullMarked
package io.github.talosforge.config;

import org.jspecify.annotations.NullMarked;
