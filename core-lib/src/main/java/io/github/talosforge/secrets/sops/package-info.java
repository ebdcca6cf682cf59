/** Files encrypted by SOPS with age, read and written in process. */
@NullMarked
package io.github.talosforge.secrets.sops;

import org.jspecify.annotations.NullMarked;
