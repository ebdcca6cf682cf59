/** Talos images: what is in them, what they are called, and the factory that builds them. */
@NullMarked
package io.github.talosforge.image;

import org.jspecify.annotations.NullMarked;
