/** Every request that changes something: when, what, by whom, why, and what came of it. */
@NullMarked
package io.github.talosforge.audit;

import org.jspecify.annotations.NullMarked;
