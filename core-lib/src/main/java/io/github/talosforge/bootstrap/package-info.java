/** The way from machines in maintenance mode to a healthy cluster. */
@NullMarked
package io.github.talosforge.bootstrap;

import org.jspecify.annotations.NullMarked;
