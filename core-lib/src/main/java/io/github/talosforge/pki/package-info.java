/** Keys and certificates as Talos makes and reads them. */
@NullMarked
package io.github.talosforge.pki;

import org.jspecify.annotations.NullMarked;
