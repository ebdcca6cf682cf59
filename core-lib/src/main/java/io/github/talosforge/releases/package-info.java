/** What is known of releases of Talos and Kubernetes, and the way from one to another. */
@NullMarked
package io.github.talosforge.releases;

import org.jspecify.annotations.NullMarked;
