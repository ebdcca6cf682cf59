/** Where a connection's address, secrets and trust come from, and what they are in the end. */
@NullMarked
package io.github.talosforge.gradle.connection;

import org.jspecify.annotations.NullMarked;
