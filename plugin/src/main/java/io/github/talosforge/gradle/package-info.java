/** The Gradle plugin: DSL to immutable request to core library. */
@NullMarked
package io.github.talosforge.gradle;

import org.jspecify.annotations.NullMarked;
