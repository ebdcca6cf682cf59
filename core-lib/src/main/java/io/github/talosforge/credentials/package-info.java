/** The files by which people and programs get into a cluster: talosconfig and kubeconfig. */
@NullMarked
package io.github.talosforge.credentials;

import org.jspecify.annotations.NullMarked;
