/** What is known of releases, and ways between them. */
package io.github.talosforge.releases;
