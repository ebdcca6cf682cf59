/** The tasks; each makes a request of its properties and hands it to the library. */
@NullMarked
package io.github.talosforge.gradle.tasks;

import org.jspecify.annotations.NullMarked;
