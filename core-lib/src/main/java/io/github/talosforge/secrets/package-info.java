/** The secrets that make a Talos cluster, in Talos' own {@code secrets.yaml} format. */
@NullMarked
package io.github.talosforge.secrets;

import org.jspecify.annotations.NullMarked;
