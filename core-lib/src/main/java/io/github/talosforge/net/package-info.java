/**
 * The one place that opens network connections, and what every client of a server needs of them.
 */
@NullMarked
package io.github.talosforge.net;

import org.jspecify.annotations.NullMarked;
