/** The one place that opens network connections. */
@NullMarked
package io.github.talosforge.net;

import org.jspecify.annotations.NullMarked;
