/** Proves what the dialer allows. */
package io.github.talosforge.net;
