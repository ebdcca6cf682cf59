/** The Image Factory over HTTP. */
@NullMarked
package io.github.talosforge.image.http;

import org.jspecify.annotations.NullMarked;
