/** What a user says to a task on the command line. */
@NullMarked
package io.github.talosforge.gradle.options;

import org.jspecify.annotations.NullMarked;
