/** How results and failures look on a console. */
@NullMarked
package io.github.talosforge.gradle.report;

import org.jspecify.annotations.NullMarked;
