/** Convention plugins: what every module of this build has in common. */
package io.github.talosforge.conventions;
