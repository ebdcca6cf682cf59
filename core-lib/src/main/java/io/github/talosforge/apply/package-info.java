/** Makes a plan come true, step by step, and tells what happened. */
@NullMarked
package io.github.talosforge.apply;

import org.jspecify.annotations.NullMarked;
