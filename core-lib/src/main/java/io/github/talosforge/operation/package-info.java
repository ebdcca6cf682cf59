/** What users do to a cluster: each verb looked at as a plan, refused here, and carried out. */
@NullMarked
package io.github.talosforge.operation;

import org.jspecify.annotations.NullMarked;
