/** The two files of a cluster that is about to be made. */
@NullMarked
package io.github.talosforge.starter;

import org.jspecify.annotations.NullMarked;
