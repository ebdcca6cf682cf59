/** The client of the Image Factory against servers that answer oddly. */
package io.github.talosforge.image.http;
