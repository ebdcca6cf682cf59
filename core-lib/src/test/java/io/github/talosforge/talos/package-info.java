/** Talos' client against a server that speaks the same interface over real TLS. */
package io.github.talosforge.talos;
