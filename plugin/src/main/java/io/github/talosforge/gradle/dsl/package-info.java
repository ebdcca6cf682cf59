/** What a build script says about clusters. */
@NullMarked
package io.github.talosforge.gradle.dsl;

import org.jspecify.annotations.NullMarked;
